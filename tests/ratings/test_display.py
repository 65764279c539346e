"""Whole numbers that agree: a shown change is the difference of shown end points, shares make a hundred."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import display

mus = st.floats(-100, 150)


@pytest.mark.parametrize(
    ("mu", "shown"), [(25, 1500), (26.7011, 1534), (23.2988, 1466), (25.025, 1501), (24.975, 1500), (0, 1000)]
)
def test_the_display_rating_is_1500_and_20_for_each_mu(mu, shown):
    assert display.shown(mu) == shown


def test_the_deviation_is_two_sigma_in_points():
    assert display.deviation(25 / 3) == 333
    assert display.deviation(1) == 40


@given(mus, mus)
def test_a_higher_mu_never_shows_less(one, other):
    low, high = sorted((one, other))
    assert display.shown(low) <= display.shown(high)


@given(st.lists(mus, min_size=2, max_size=20))
def test_shown_changes_add_up_to_the_shown_way(way):
    changes = [display.change(before, after) for before, after in pairwise(way)]
    assert display.shown(way[0]) + sum(changes) == display.shown(way[-1])


@given(st.lists(st.floats(0.01, 70), min_size=1, max_size=5))
def test_shares_make_a_hundred(parts):
    whole = display.shares(parts)
    assert sum(whole) == 100
    assert all(abs(share - 100 * part / sum(parts)) < 1 for share, part in zip(whole, parts, strict=True))


def test_shares_go_by_the_parts():
    assert display.shares([1, 1, 1]) == [34, 33, 33]
    assert display.shares([2, 1]) == [67, 33]


@pytest.mark.parametrize(
    ("chance", "shown"), [(0.5, 50), (0.004, 1), (0.999, 99), (0, 0), (1, 100), (0.585, 59)]
)
def test_only_what_is_certain_shows_0_or_100_per_cent(chance, shown):
    assert display.percent(chance) == shown


@given(st.floats(0, 1))
def test_the_chances_of_two_sides_make_a_hundred(chance):
    assert display.percent(chance) + display.percent(1 - chance) == 100


@pytest.mark.parametrize(("chance", "shown"), [(0.5, 50), (0.524, 50), (0.525, 55), (0.99, 95), (0.01, 5)])
def test_a_preview_is_rounded_to_fives(chance, shown):
    assert display.percent_in_fives(chance) == shown
