"""The numbered cases of a director's evening that a Swiss draw must get right."""

import random
from dataclasses import replace

import pytest

from tests.tournaments.core.draw_events import letter, number_of, paired_by, swiss_input, written
from tests.tournaments.core.events import THREE_DEALS, change, event
from tournaments.core.candidates import input_for
from tournaments.core.draw_input import DrawInput, DrawOptions, Lock, Rematches
from tournaments.core.draws import Criterion, DrawError, Flag, Reason, Relaxation
from tournaments.core.formats.swiss import next_round
from tournaments.core.records import Entrant

SEEDS = range(20)


def after(*rounds: str, **changes: dict[str, int]) -> DrawInput:
    """The next round of a Swiss event after these, with some entrants changed."""
    stage = event(*rounds)
    for name, fields in changes.items():
        stage = change(stage, name, **fields)
    return input_for(stage, len(rounds) + 1, DrawOptions())


@pytest.mark.parametrize("seed", SEEDS)
def test_a01_nobody_has_a_second_bye_while_somebody_is_without_one(seed: int) -> None:
    given = after("A-B 14-6, C-D 13-7, E bye", "A-E 12-8, B-C 15-5, D bye")
    assert paired_by(given) == {"A": 26, "B": 21, "E": 20, "D": 19, "C": 18}
    drawn = next_round(given, seed)
    assert written(drawn) == "AD BE C"
    assert drawn.byes[0].flags == ()


def test_a02_the_bye_goes_further_up_where_the_bottom_would_cost_a_rematch() -> None:
    totals = {"A": 40, "E": 39, "F": 34, "B": 33, "C": 27, "D": 20, "L": 11}
    rounds = ("AB CD EF", "AC BD EL F", "AD BC FL E")
    field = [
        Entrant(number_of(n), number_of(n), n, joined_round=2 if n == "L" else 1) for n in sorted(totals)
    ]
    drawn = next_round(swiss_input(totals, *rounds, entrants=field), 1)
    assert written(drawn) == "AE BF CL D"


@pytest.mark.parametrize("seed", SEEDS)
def test_a03_the_greedy_corner_is_avoided_in_every_input_order(seed: int) -> None:
    given = swiss_input({"A": 30, "B": 26, "C": 14, "D": 10}, "AB CD", "AC BD")
    candidates = list(given.candidates)
    random.Random(seed).shuffle(candidates)
    assert written(next_round(replace(given, candidates=tuple(candidates)), seed)) == "AD BC"


TOTALS_AFTER_ALL = {"A": 40, "B": 33, "C": 27, "D": 20}
ALL_MET = ("AB CD", "AC BD", "AD BC")


def test_a04_no_round_is_left_when_rematches_are_never_allowed() -> None:
    given = swiss_input(TOTALS_AFTER_ALL, *ALL_MET, options=DrawOptions(rematches=Rematches.NEVER))
    with pytest.raises(DrawError) as refused:
        next_round(given, 1)
    assert refused.value.code is Reason.EVERY_OPPONENT_USED
    assert refused.value.relax == (Relaxation.REMATCHES,)
    assert refused.value.params == {"round": 4, "stuck": [1, 2, 3, 4]}
    assert written(next_round(replace(given, relaxed=refused.value.relax), 1)) == "AB CD"


def test_a04_with_fewest_rematches_the_repeats_are_flagged() -> None:
    drawn = next_round(swiss_input(TOTALS_AFTER_ALL, *ALL_MET), 1)
    assert written(drawn) == "AB CD"
    assert [table.flags for table in drawn.tables] == [(Flag.REPEAT,), (Flag.REPEAT,)]
    assert drawn.cost[Criterion.REMATCH] == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_a07_a_bye_of_half_value_bars_a_second_one_all_the_same(seed: int) -> None:
    half = replace(THREE_DEALS, bye=600)
    stage = event("A-B 13-7, C-D 12-8, E-F 11-9, G bye", scoring=half)
    given = input_for(stage, 2, DrawOptions())
    assert paired_by(given)["G"] == 6
    assert [letter(c.id) for c in given.candidates][-2:] == ["B", "G"]
    assert [letter(bye.entrant) for bye in next_round(given, seed).byes] == ["B"]


A08 = ("A-B 16-4, C-D 13-7, E-F 11-9, G bye", "A-C 14-6, B-E 14-6, D-G 18-2, F bye")


def test_a08_the_rest_is_paired_round_a_bye_the_director_gave() -> None:
    given = after(*A08)
    assert paired_by(given) == {"A": 30, "D": 25, "F": 21, "C": 19, "B": 18, "E": 17, "G": 14}
    assert written(next_round(given, 1)) == "AD BG CF E"
    locked = next_round(replace(given, locked_byes=(number_of("B"),)), 1)
    assert written(locked) == "AD CF EG B"
    assert locked.byes[0].flags == (Flag.LOCKED,)


def test_a08_the_rest_is_paired_round_a_table_the_director_made() -> None:
    drawn = next_round(replace(after(*A08), locks=(Lock(((7,), (1,)), number=9),)), 1)
    assert written(drawn).startswith("AG ")
    table = next(table for table in drawn.tables if Flag.LOCKED in table.flags)
    assert (table.sides, table.number) == (((7,), (1,)), 9)


def test_a10_leaving_and_rejoining_is_no_bye_and_no_protection_from_one() -> None:
    gone = after("A-B 14-6, C-E 15-5, D bye", E={"withdrawn_after": 1})
    assert written(next_round(gone, 1)) in ("AC BD", "AD BC")
    back = after("A-B 14-6, C-E 15-5, D bye", "A-C 11-9, B-D 10-10")
    assert paired_by(back)["E"] == 5
    assert [letter(bye.entrant) for bye in next_round(back, 1).byes] == ["E"]
    again = after("A-B 14-6, C-E 15-5, D bye", "A-C 11-9, B-D 10-10", "A-D 11-9, B-C 10-10")
    assert paired_by(again)["E"] == 5
    assert {candidate.id: candidate.byes for candidate in again.candidates}[5] == 0
