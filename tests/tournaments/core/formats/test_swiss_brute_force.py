"""The Swiss draw costs what the best of all possible draws costs."""

import random

import pytest

from tests.tournaments.core.brute_force import best
from tests.tournaments.core.random_stages import random_situation
from tournaments.core.draw_input import DrawInput
from tournaments.core.draws import Criterion, Draw, DrawError, Flag
from tournaments.core.formats.swiss import next_round, price_without

OBJECTIVE = (
    Criterion.SECOND_BYE,
    Criterion.REMATCH,
    Criterion.BYE_PLACE,
    Criterion.CLUBMATES,
    Criterion.GAP,
)
QUICK, ALL = 200, 2000


def drawn_or_none(given: DrawInput, seed: int) -> Draw | None:
    try:
        return next_round(given, seed)
    except DrawError:
        return None


def free_cost(drawn: Draw) -> tuple[int, ...]:
    """The cost of what the draw chose itself; a locked table is not its doing."""
    total = dict.fromkeys(OBJECTIVE, 0)
    for part in (*drawn.tables, *drawn.byes):
        for line in part.lines if Flag.LOCKED not in part.flags else ():
            total[line.criterion] += line.cost
    return tuple(total.values())


def compare(number: int) -> bool:
    """Whether there was a draw to compare, after comparing it."""
    situation, given = random_situation(random.Random(number))
    expected = best(situation) if len(given.here) >= 2 else None
    drawn = drawn_or_none(given, seed=number)
    if expected is None or drawn is None:
        assert expected is drawn is None
        return False
    cost, pairings = expected
    assert free_cost(drawn) == cost
    assert drawn.pairing in pairings
    return True


def test_the_draw_is_the_best_of_all_draws() -> None:
    compared = sum(compare(number) for number in range(QUICK))
    assert compared > 0.8 * QUICK


@pytest.mark.slow
def test_the_draw_is_the_best_of_all_draws_in_many_more() -> None:
    compared = sum(compare(number) for number in range(QUICK, ALL))
    assert compared > 0.8 * (ALL - QUICK)


def test_the_price_of_a_table_is_the_best_of_all_draws_without_it() -> None:
    asked = 0
    for number in range(100):
        situation, given = random_situation(random.Random(number), most=8)
        drawn = drawn_or_none(given, seed=number)
        if drawn is None or situation.locked:
            continue
        for sides in [table.sides for table in drawn.tables] + [((bye.entrant,),) for bye in drawn.byes]:
            met = frozenset(entrant for side in sides for entrant in side)
            expected = best(situation, without=met)
            found = price_without(given, number, sides)
            assert (found is None) == (expected is None)
            if found is not None and expected is not None:
                asked += 1
                dearer = tuple(drawn.cost[c] + found.extra.get(c, 0) for c in OBJECTIVE)
                assert dearer == free_cost(found.draw) == expected[0]
                assert found.draw.pairing in expected[1]
    assert asked > 100
