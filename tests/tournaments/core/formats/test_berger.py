"""Berger tables, against the printed tables for four and six and the definition for the rest."""

from itertools import combinations

import pytest

from tournaments.core.formats.berger import berger_round, rounds_needed


def whole_table(size: int) -> list[tuple[tuple[tuple[int, int], ...], int | None]]:
    return [berger_round(size, number) for number in range(1, rounds_needed(size) + 1)]


def test_four_is_the_printed_table() -> None:
    assert [pairs for pairs, _ in whole_table(4)] == [
        ((1, 4), (2, 3)),
        ((4, 3), (1, 2)),
        ((2, 4), (3, 1)),
    ]


def test_six_is_the_printed_table() -> None:
    assert [pairs for pairs, _ in whole_table(6)] == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


@pytest.mark.parametrize("size", range(3, 25))
def test_everybody_meets_everybody_once(size: int) -> None:
    met = [frozenset(pair) for pairs, _ in whole_table(size) for pair in pairs]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, size + 1), 2)]


@pytest.mark.parametrize("size", range(3, 25))
def test_everybody_is_in_every_round_once(size: int) -> None:
    for pairs, bye in whole_table(size):
        present = [number for pair in pairs for number in pair] + ([] if bye is None else [bye])
        assert sorted(present) == list(range(1, size + 1))


@pytest.mark.parametrize("size", range(3, 25, 2))
def test_in_an_odd_field_everybody_has_one_bye(size: int) -> None:
    assert sorted(bye for _, bye in whole_table(size) if bye) == list(range(1, size + 1))


@pytest.mark.parametrize("size", range(3, 25))
def test_nobody_is_named_first_more_than_once_too_often(size: int) -> None:
    first = [pair[0] for pairs, _ in whole_table(size) for pair in pairs]
    second = [pair[1] for pairs, _ in whole_table(size) for pair in pairs]
    assert all(abs(first.count(n) - second.count(n)) <= 1 for n in range(1, size + 1))
