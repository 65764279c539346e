"""The Mitchell movement: everybody of one line meets everybody of the other once."""

from itertools import product

import pytest

from tournaments.core.formats.movement import mitchell_round, visits_every_table


def test_east_west_move_up_one_table() -> None:
    assert mitchell_round(3, 1, 1) == ((1, 1), (2, 2), (3, 3))
    assert mitchell_round(3, 1, 2) == ((1, 3), (2, 1), (3, 2))


def test_a_step_of_two_moves_up_two_tables() -> None:
    assert mitchell_round(5, 2, 2) == ((1, 4), (2, 5), (3, 1), (4, 2), (5, 3))


@pytest.mark.parametrize("tables", range(2, 16))
def test_no_repeats_exactly_while_the_step_is_coprime(tables: int) -> None:
    for step in range(1, tables):
        met = [pair for number in range(1, tables + 1) for pair in mitchell_round(tables, step, number)]
        everybody = sorted(met) == list(product(range(1, tables + 1), repeat=2))
        assert everybody == visits_every_table(tables, step)


@pytest.mark.parametrize("tables", range(2, 16))
def test_every_round_seats_both_lines_in_full(tables: int) -> None:
    for number in range(1, tables + 1):
        seated = mitchell_round(tables, 1, number)
        assert [ns for ns, _ in seated] == list(range(1, tables + 1))
        assert sorted(ew for _, ew in seated) == list(range(1, tables + 1))
