"""Mitchell: two lines, one sitting, one moving."""

from dataclasses import replace

import pytest

from tournaments.core.draw_input import Candidate, DrawInput, DrawOptions
from tournaments.core.draws import Draw, DrawError, Flag, Reason
from tournaments.core.formats.mitchell import EAST_WEST, NORTH_SOUTH, deal_lines, next_round
from tournaments.core.records import Format


def field(size: int) -> tuple[Candidate, ...]:
    """Odd numbers sit N/S, even ones move."""
    return tuple(Candidate(n, n, n, group=NORTH_SOUTH if n % 2 else EAST_WEST) for n in range(1, size + 1))


def drawn(candidates: tuple[Candidate, ...], number: int, step: int = 1) -> Draw:
    return next_round(DrawInput(Format.MITCHELL, number, candidates, DrawOptions(step=step)), 0)


def seats(draw: Draw) -> dict[int, tuple[int, int]]:
    return {table.number: (table.sides[0][0], table.sides[1][0]) for table in draw.tables}


def test_north_south_sit_and_east_west_move_up() -> None:
    assert seats(drawn(field(6), 1)) == {1: (1, 2), 2: (3, 4), 3: (5, 6)}
    assert seats(drawn(field(6), 2)) == {1: (1, 6), 2: (3, 2), 3: (5, 4)}


def test_standings_do_not_move_anybody() -> None:
    turned = tuple(replace(c, place=10 - c.id) for c in field(6))
    assert seats(drawn(turned, 2)) == seats(drawn(field(6), 2))


@pytest.mark.parametrize("size", range(4, 31, 2))
def test_everybody_meets_the_whole_other_line_once(size: int) -> None:
    met = [pair for number in range(1, size // 2 + 1) for pair in seats(drawn(field(size), number)).values()]
    lines = range(1, size + 1)
    assert sorted(met) == [(ns, ew) for ns in lines if ns % 2 for ew in lines if ew % 2 == 0]


@pytest.mark.parametrize("size", range(5, 30, 2))
def test_a_half_table_gives_every_sitting_pair_one_bye(size: int) -> None:
    rounds = [drawn(field(size), number) for number in range(1, size // 2 + 2)]
    assert [len(draw.byes) for draw in rounds] == [1] * len(rounds)
    assert sorted(draw.byes[0].entrant for draw in rounds) == list(range(1, size + 1, 2))


def test_there_are_as_many_rounds_as_tables() -> None:
    with pytest.raises(DrawError) as refused:
        drawn(field(6), 4)
    assert (refused.value.code, refused.value.params) == (Reason.ROUNDS_OVER, {"rounds": 3})


def test_a_step_that_would_repeat_is_refused() -> None:
    with pytest.raises(DrawError) as refused:
        drawn(field(8), 1, step=2)
    assert (refused.value.code, refused.value.params) == (Reason.STEP_REPEATS, {"tables": 4, "step": 2})
    assert seats(drawn(field(6), 2, step=2)) == {1: (1, 4), 2: (3, 6), 3: (5, 2)}


def test_whoever_comes_to_an_empty_chair_has_a_bye() -> None:
    away = tuple(replace(c, present=c.id != 6, byes=int(c.id == 1)) for c in field(6))
    second = drawn(away, 2)
    assert seats(second) == {2: (3, 2), 3: (5, 4)}
    assert [(bye.entrant, bye.flags) for bye in second.byes] == [(1, (Flag.SECOND_BYE,))]


def test_a_late_entrant_fills_the_half_table_and_no_other() -> None:
    late = (*field(5), Candidate(6, 6, 6, group=EAST_WEST, joined_round=2))
    assert seats(drawn(late, 2)) == seats(drawn(field(6), 2))
    with pytest.raises(DrawError) as refused:
        drawn((*field(6), Candidate(7, 7, 7, group=NORTH_SOUTH, joined_round=2)), 2)
    assert (refused.value.code, refused.value.params) == (Reason.NO_SEAT_LEFT, {"entrants": [7]})


def test_lines_are_dealt_evenly_and_equally_strong() -> None:
    lines = deal_lines([Candidate(n, n, n) for n in range(1, 8)])
    assert [n for n in lines if lines[n] == NORTH_SOUTH] == [1, 4, 5]
    assert sorted(n for n in lines if lines[n] == EAST_WEST) == [2, 3, 6, 7]


def test_an_immobile_pair_sits_at_its_own_table() -> None:
    candidates = tuple(Candidate(n, n, n, fixed_table=2 if n == 4 else None) for n in range(1, 7))
    assert deal_lines(candidates)[4] == NORTH_SOUTH
    for number in (1, 2, 3):
        assert seats(drawn(candidates, number))[2][0] == 4


def test_immobile_pairs_fill_no_more_than_one_line() -> None:
    lines = deal_lines([Candidate(n, n, n, fixed_table=n) for n in range(1, 7)])
    assert sorted(lines.values()) == [EAST_WEST] * 3 + [NORTH_SOUTH] * 3


def test_lines_given_by_hand_are_kept() -> None:
    given = [Candidate(1, 1, 1, group=EAST_WEST), Candidate(2, 2, 2), Candidate(3, 3, 3)]
    assert deal_lines(given) == {1: EAST_WEST, 2: NORTH_SOUTH, 3: EAST_WEST}
