"""Tables are allotted without touching who meets whom."""

from tournaments.core.draws import Draw, DrawnTable, Flag
from tournaments.core.seating import allot_tables


def draw_of(*pairs: tuple[int, int], numbers: dict[int, int] | None = None) -> Draw:
    given = numbers or {}
    return Draw(tuple(DrawnTable(((a,), (b,)), number=given.get(i, 0)) for i, (a, b) in enumerate(pairs)))


def numbers(draw: Draw) -> list[int]:
    return [table.number for table in draw.tables]


def test_tables_are_numbered_from_the_top_of_the_draw() -> None:
    drawn = allot_tables(draw_of((1, 2), (3, 4), (5, 6)), {})
    assert numbers(drawn) == [1, 2, 3]
    assert drawn.pairing == draw_of((1, 2), (3, 4), (5, 6)).pairing


def test_a_pair_that_cannot_move_keeps_its_table_and_the_others_fill_the_rest() -> None:
    assert numbers(allot_tables(draw_of((1, 2), (3, 4), (5, 6)), {6: 1})) == [2, 3, 1]
    assert numbers(allot_tables(draw_of((1, 2), (3, 4), (5, 6)), {4: 12})) == [1, 12, 2]


def test_when_two_immobile_pairs_meet_one_is_shown_as_off_its_table() -> None:
    drawn = allot_tables(draw_of((1, 2), (3, 4)), {1: 5, 2: 7})
    assert numbers(drawn) == [5, 1]
    assert [table.flags for table in drawn.tables] == [(Flag.OFF_TABLE,), ()]


def test_when_two_pairs_keep_one_table_the_second_is_shown_as_off_it() -> None:
    drawn = allot_tables(draw_of((1, 2), (3, 4)), {1: 5, 4: 5})
    assert numbers(drawn) == [5, 1]
    assert [table.flags for table in drawn.tables] == [(), (Flag.OFF_TABLE,)]


def test_a_number_the_director_gave_comes_first() -> None:
    drawn = allot_tables(draw_of((1, 2), (3, 4), (5, 6), numbers={2: 1}), {1: 1})
    assert numbers(drawn) == [2, 3, 1]
    assert drawn.tables[0].flags == (Flag.OFF_TABLE,)


def test_a_number_given_twice_is_used_once() -> None:
    assert numbers(allot_tables(draw_of((1, 2), (3, 4), numbers={0: 4, 1: 4}), {})) == [4, 1]
