"""Each invariant notices the draw that breaks it."""

from dataclasses import replace

import pytest

from tests.tournaments.core.draw_events import swiss_input
from tournaments.core.draw_input import Candidate, DrawInput, DrawOptions, Lock, Rematches
from tournaments.core.drawing import draw_round
from tournaments.core.draws import CostLine, Criterion, Draw, DrawnBye, DrawnTable, Flag
from tournaments.core.invariants import BrokenInvariantError, check_invariants
from tournaments.core.records import Format

TOTALS = {"A": 50, "B": 40, "C": 30, "D": 20, "E": 10}
GIVEN = swiss_input(TOTALS, "AB CD E")
NEVER = replace(GIVEN, options=DrawOptions(rematches=Rematches.NEVER))
DANISH = replace(GIVEN, options=DrawOptions(rematches=Rematches.DANISH))


def table(one: int, other: int, *flags: Flag) -> DrawnTable:
    return DrawnTable(((one,), (other,)), flags=flags)


def draw(*pairs: tuple[int, int], byes: tuple[int, ...] = (), second: bool = False) -> Draw:
    flags = (Flag.SECOND_BYE,) if second else ()
    return Draw(tuple(table(*pair) for pair in pairs), tuple(DrawnBye(e, flags=flags) for e in byes))


def complaint(broken: Draw, given: DrawInput) -> str:
    with pytest.raises(BrokenInvariantError) as caught:
        check_invariants(broken, given, 1)
    return str(caught.value)


def test_a_good_draw_passes() -> None:
    check_invariants(draw_round(GIVEN, 1), GIVEN, 1)


@pytest.mark.parametrize(
    ("broken", "given", "rule"),
    [
        (draw((1, 3), (1, 4), byes=(5,)), GIVEN, "nobody is drawn twice"),
        (draw((1, 3), (2, 9), byes=(4,)), GIVEN, "nobody is drawn who is not there"),
        (draw((1, 3), byes=(4,)), GIVEN, "everybody there is drawn"),
        (draw((1, 3), byes=(4, 2, 5)), GIVEN, "a second bye is flagged"),
        (draw((1, 3), byes=(4, 2)), replace(GIVEN, candidates=GIVEN.candidates[:4]), "at most one bye"),
        (draw((1, 3), (2, 4), byes=(5,), second=True), GIVEN, "no second bye while"),
        (draw((1, 3), (2, 5), byes=(4,)), replace(GIVEN, locked_byes=(3,)), "locked tables and byes stay"),
        (
            draw((1, 3), (2, 5), byes=(4,)),
            replace(GIVEN, locks=(Lock(((1,), (2,))),)),
            "locked tables and byes",
        ),
        (draw((1, 3), (2, 5), byes=(4,)), replace(GIVEN, forbidden=((1, 3),)), "no forbidden table"),
        (draw((1, 2), (3, 5), byes=(4,)), NEVER, "no opponent too often"),
        (draw((1, 2), (3, 5), byes=(4,)), DANISH, "no opponent too often"),
        (draw((1, 3), (2, 4), byes=(5,), second=True), NEVER, "the order of the input is irrelevant"),
    ],
)
def test_a_broken_draw_is_named(broken: Draw, given: DrawInput, rule: str) -> None:
    assert rule in complaint(broken, given)


def test_more_rematches_than_needed_are_named() -> None:
    good = draw_round(GIVEN, 1)
    again = replace(good.tables[0], lines=(CostLine(Criterion.REMATCH, 1, 1),))
    broken = replace(good, tables=(again, *good.tables[1:]))
    assert "rematches are as few as can be" in complaint(broken, GIVEN)


def test_sides_of_an_individual_event_are_two_players() -> None:
    given = DrawInput(Format.INDIVIDUAL, 1, tuple(Candidate(n, n, n) for n in range(1, 5)))
    assert "a side is two players" in complaint(draw((1, 2), (3, 4)), given)


def test_an_absent_entrant_may_stand_only_at_a_flagged_table_of_a_round_robin() -> None:
    field = tuple(Candidate(n, n, n, present=n != 4) for n in range(1, 5))
    given = DrawInput(Format.ROUND_ROBIN, 1, field)
    check_invariants(draw_round(given, 1), given, 1)
    assert "not there" in complaint(draw((1, 4), (2, 3)), given)
