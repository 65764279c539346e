"""What is rated, and how: the specification's table, and the one order of all games."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest

from ratings.games import (
    Game,
    LedgerError,
    NotRated,
    Outcome,
    check,
    final_ranks,
    order_key,
    sides_with_entries,
    why_not_rated,
)


def game(sides=(("A", "B"), ("C", "D")), ranks=(1, 2), **fields) -> Game:
    return Game(key=1, order=1, sides=sides, ranks=ranks, **fields)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"rated_event": False}, NotRated.EVENT),
        ({"outcome": Outcome.VOID}, NotRated.VOID),
        ({"outcome": Outcome.BYE}, NotRated.BYE),
        ({"outcome": Outcome.WALKOVER}, NotRated.WALKOVER),
        ({"outcome": Outcome.BOTH_ABSENT}, NotRated.BOTH_ABSENT),
        ({"outcome": Outcome.NO_SHOW, "defaulting": frozenset({0, 1})}, NotRated.BOTH_ABSENT),
        ({"outcome": Outcome.NO_SHOW, "defaulting": frozenset({1})}, None),
        ({"outcome": Outcome.FORFEIT, "defaulting": frozenset({1})}, None),
        ({"sides": (("A", None), ("C", "D"))}, NotRated.GUEST),
        ({"sides": (("A",), ("C", "D"))}, NotRated.UNEQUAL_SIDES),
        ({"sides": (("A", "B"),)}, NotRated.BYE),
        ({"sides": (("A", "B"), ("B", "C"))}, NotRated.SAME_PLAYER),
    ],
)
def test_what_is_rated_follows_the_table(changes, reason):
    assert why_not_rated(game(**changes)) is reason


def test_equal_totals_are_equal_ranks():
    assert final_ranks(game(sides=(("A",), ("B",), ("C",)), ranks=(4, 1, 1))) == (3, 1, 1)


def test_the_order_is_date_tournament_round_table_match():
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    first, second = UUID(int=1), UUID(int=2)
    keys = [
        order_key(noon, 1, 1, 1, first),
        order_key(noon, 1, 1, 1, second),
        order_key(noon, 1, 1, 2, first),
        order_key(noon, 1, 2, 1, first),
        order_key(noon, 1, 10, 1, first),
        order_key(noon, 2, 1, 1, first),
        order_key(noon + timedelta(microseconds=1), 1, 1, 1, first),
    ]
    assert keys == sorted(keys)
    assert len({len(key) for key in keys}) == 1
    assert all(key.isdigit() for key in keys)


def test_the_order_knows_one_clock():
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    prague = noon.astimezone(timezone(timedelta(hours=1)))
    assert order_key(noon, 1, 1, 1, UUID(int=1)) == order_key(prague, 1, 1, 1, UUID(int=1))
    with pytest.raises(LedgerError) as refused:
        order_key(datetime(2026, 3, 1, 12), 1, 1, 1, UUID(int=1))
    assert refused.value.code == "naive_date"


@pytest.mark.parametrize("place", [(-1, 1, 1), (10**10, 1, 1), (1, 10**5, 1), (1, 1, 10**5), (1, 1, -1)])
def test_a_number_too_long_for_its_place_in_the_order_is_refused(place):
    with pytest.raises(LedgerError) as refused:
        order_key(datetime(2026, 3, 1, tzinfo=UTC), *place, UUID(int=1))
    assert refused.value.code == "order_range"


def test_after_a_no_show_the_absent_sides_only_have_entries_unless_set_otherwise():
    absent = game(outcome=Outcome.NO_SHOW, defaulting=frozenset({0}), ranks=())
    assert sides_with_entries(absent) == (0,)
    assert sides_with_entries(absent, no_show_rates_both=True) == (0, 1)
    assert sides_with_entries(game()) == (0, 1)
    assert sides_with_entries(game(rated_event=False)) == ()


def test_two_absent_sides_of_three_lose_to_the_third_and_tie():
    absent = game((("A",), ("B",), ("C",)), (), outcome=Outcome.NO_SHOW, defaulting=frozenset({0, 2}))
    assert final_ranks(absent) == (2, 1, 2)


def test_a_match_that_can_be_rated_passes():
    check(game())
    with pytest.raises(LedgerError) as refused:
        check(game(ranks=(1, 2, 3)))
    assert refused.value.code == "ranks_missing"
