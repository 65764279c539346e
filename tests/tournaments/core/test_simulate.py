"""Whole random tournaments keep every invariant."""

import pytest

from tournaments.core.draws import Flag
from tournaments.core.records import Format, Outcome
from tournaments.core.simulate import Simulation, simulate

QUICK, ALL = 8, 500


@pytest.mark.parametrize("form", Format)
def test_a_few_tournaments_of_every_format_pass(form: Format) -> None:
    assert sum(simulate(form, seed) for seed in range(QUICK)) >= QUICK


@pytest.mark.slow
@pytest.mark.parametrize("form", Format)
def test_many_tournaments_of_every_format_pass(form: Format) -> None:
    for seed in range(QUICK, ALL):
        simulate(form, seed)


def test_one_seed_is_one_tournament() -> None:
    one, other = Simulation(Format.SWISS, 4), Simulation(Format.SWISS, 4)
    assert list(one.rounds()) == list(other.rounds())
    assert one.stage == other.stage


def test_the_tournaments_have_everything_that_happens_to_a_director() -> None:
    stages = []
    flags: set[Flag] = set()
    for form in (Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT):
        for seed in range(12):
            simulation = Simulation(form, seed)
            for drawn in simulation.rounds():
                flags.update(flag for part in (*drawn.tables, *drawn.byes) for flag in part.flags)
            stages.append(simulation.stage)
    entrants = [entrant for stage in stages for entrant in stage.entrants]
    outcomes = {m.outcome for stage in stages for record in stage.rounds for m in record.matches}
    assert any(entrant.joined_round > 1 for entrant in entrants)
    assert any(entrant.withdrawn_after is not None for entrant in entrants)
    assert any(entrant.disqualified_from is not None for entrant in entrants)
    assert any(stage.absences for stage in stages)
    assert outcomes == {Outcome.PLAYED, Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.ABANDONED}
    assert {Flag.LOCKED, Flag.REPEAT, Flag.FORFEIT, Flag.ABSENT, Flag.WALKOVER} <= flags
