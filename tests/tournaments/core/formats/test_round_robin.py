"""Round robin: everybody of a group once or twice, whoever is missing."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tournaments.core.draw_input import Candidate, DrawInput, DrawOptions, Lock
from tournaments.core.draws import Draw, DrawError, Flag, Reason, Relaxation
from tournaments.core.formats.round_robin import next_round, rounds_of, snake_groups
from tournaments.core.records import Format


def field(size: int, **groups: str) -> tuple[Candidate, ...]:
    return tuple(Candidate(n, n, n, group=groups.get(f"n{n}", "")) for n in range(1, size + 1))


def drawn(candidates: tuple[Candidate, ...], number: int, legs: int = 1, **more: object) -> Draw:
    options = DrawOptions(legs=legs)
    return next_round(DrawInput(Format.ROUND_ROBIN, number, candidates, options, **more), 0)  # type: ignore[arg-type]


def sides(draw: Draw) -> list[tuple[int, int]]:
    return [(table.sides[0][0], table.sides[1][0]) for table in draw.tables]


def changed(candidates: tuple[Candidate, ...], entrant: int, **values: object) -> tuple[Candidate, ...]:
    return tuple(replace(c, **values) if c.id == entrant else c for c in candidates)  # type: ignore[arg-type]


def test_the_rounds_are_the_berger_table() -> None:
    assert [sides(drawn(field(4), number)) for number in (1, 2, 3)] == [
        [(1, 4), (2, 3)],
        [(4, 3), (1, 2)],
        [(2, 4), (3, 1)],
    ]


def test_seeds_number_the_schedule_and_standings_do_not() -> None:
    seeded = tuple(replace(c, seed=5 - c.id, place=9 - c.id) for c in field(4))
    assert sides(drawn(seeded, 1)) == [(4, 1), (3, 2)]


def test_an_odd_field_gives_a_bye_a_round() -> None:
    byes = [bye.entrant for number in range(1, 6) for bye in drawn(field(5), number).byes]
    assert sorted(byes) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("size", [5, 6])
def test_a_double_round_robin_turns_the_sides_round(size: int) -> None:
    rounds = rounds_of([size], legs=2)
    met = Counter(pair for n in range(1, rounds + 1) for pair in sides(drawn(field(size), n, legs=2)))
    both_ways = [pair for a, b in combinations(range(1, size + 1), 2) for pair in ((a, b), (b, a))]
    assert met == dict.fromkeys(both_ways, 1)


def test_after_the_last_round_there_is_none() -> None:
    with pytest.raises(DrawError) as refused:
        drawn(field(4), 4)
    assert (refused.value.code, refused.value.params) == (Reason.ROUNDS_OVER, {"rounds": 3})
    assert len(drawn(field(4), 4, legs=2).tables) == 2


def test_groups_play_among_themselves_and_a_smaller_one_is_done_earlier() -> None:
    groups = dict.fromkeys(("n1", "n4", "n5", "n6"), "A") | dict.fromkeys(("n2", "n3", "n7"), "B")
    candidates = field(7, **groups)
    first = drawn(candidates, 1)
    assert sides(first) == [(1, 6), (4, 5), (3, 7)]
    assert [bye.entrant for bye in first.byes] == [2]
    fours = tuple(c for c in candidates if c.id != 7)
    assert drawn(fours, 1).idle == ()
    last = drawn(fours, 3)
    assert sides(last) == [(4, 6), (5, 1)]
    assert last.idle == (2, 3)


def test_groups_are_dealt_in_a_snake() -> None:
    assert snake_groups([1, 2, 3, 4, 5, 6, 7], 3) == ((1, 6, 7), (2, 5), (3, 4))


def test_an_absent_entrant_keeps_its_table_which_is_flagged() -> None:
    away = drawn(changed(field(4), 3, present=False), 1)
    assert sides(away) == [(1, 4), (2, 3)]
    assert [table.flags for table in away.tables] == [(), (Flag.ABSENT,)]


def test_who_left_late_forfeits_the_rest() -> None:
    left = drawn(changed(field(4), 3, present=False, left_after=2), 3)
    assert [table.flags for table in left.tables] == [(), (Flag.FORFEIT,)]
    assert drawn(changed(field(4), 3, left_after=2), 2).tables[0].flags == ()


def test_the_opponent_of_who_left_before_half_has_nothing_to_play_and_no_bye() -> None:
    left = drawn(changed(field(4), 3, present=False, left_after=1, left_early=True), 3)
    assert sides(left) == [(2, 4)]
    assert (left.byes, left.idle) == ((), (1,))


def test_two_who_both_left_do_not_forfeit_to_each_other() -> None:
    candidates = changed(field(4), 3, present=False, left_after=2)
    both = drawn(changed(candidates, 1, present=False, left_after=2), 3)
    assert sides(both) == [(2, 4)]
    assert both.idle == ()


def test_a_late_entrant_takes_the_free_place_of_an_odd_group() -> None:
    candidates = changed(field(4), 4, joined_round=2)
    before = drawn(changed(candidates, 4, present=False), 1)
    assert (sides(before), before.idle) == ([(2, 3)], (1,))
    assert sides(drawn(candidates, 2)) == [(4, 3), (1, 2)]


def test_in_an_even_group_there_is_no_place_for_a_late_entrant() -> None:
    with pytest.raises(DrawError) as refused:
        drawn(changed(field(5), 5, joined_round=2), 2)
    assert (refused.value.code, refused.value.params) == (Reason.NO_SEAT_LEFT, {"entrants": [5]})


def test_two_tables_can_be_swapped_by_hand_and_the_rest_stays() -> None:
    locks = (Lock(((1,), (5,))), Lock(((2,), (6,))))
    swapped = drawn(field(6), 1, locks=locks)
    assert set(sides(swapped)) == {(1, 5), (2, 6), (3, 4)}


def test_a_lock_that_leaves_somebody_over_is_refused() -> None:
    with pytest.raises(DrawError) as refused:
        drawn(field(6), 1, locks=(Lock(((1,), (2,))),))
    assert (refused.value.code, refused.value.params) == (Reason.LEFT_OVER, {"entrants": [5, 6]})
    assert refused.value.relax == (Relaxation.LOCKS,)
