"""Costs packed by importance, and the cheapest perfect matching over them."""

from itertools import product

import pytest

from tournaments.core.draws import Criterion, DrawError, Reason
from tournaments.core.formats.matching import (
    FEWEST_TIE_BITS,
    MOST_BITS,
    Ladder,
    can_match,
    cheapest_perfect_matching,
)


def test_packed_costs_compare_like_the_list_of_costs() -> None:
    ladder = Ladder.of({Criterion.REMATCH: 3, Criterion.CLUBMATES: 2, Criterion.GAP: 5}, tables=2)
    costs = list(product(range(4), range(3), range(6)))
    keys = (Criterion.REMATCH, Criterion.CLUBMATES, Criterion.GAP)
    packed = [ladder.pack(dict(zip(keys, cost, strict=True))) for cost in costs]
    assert packed == sorted(packed)
    assert len(set(packed)) == len(costs)


def test_the_least_criterion_outweighs_every_sum_of_tie_breaks() -> None:
    ladder = Ladder.of({Criterion.GAP: 10}, tables=200)
    assert ladder.pack({Criterion.GAP: 1}) > 200 * (2**ladder.tie_bits - 1)


def test_no_sum_of_costs_reaches_the_limit_of_the_matching() -> None:
    largest = {Criterion.REMATCH: 2**20 - 1, Criterion.GAP: 2**49 - 1}
    ladder = Ladder.of(largest, tables=200)
    assert ladder.pack(largest) + 200 * (2**ladder.tie_bits - 1) < 2**MOST_BITS


def test_a_field_too_large_for_the_exact_order_is_refused() -> None:
    bits = MOST_BITS - FEWEST_TIE_BITS - 2
    assert Ladder.of({Criterion.GAP: 2**bits - 1}, tables=2).tie_bits == FEWEST_TIE_BITS
    with pytest.raises(DrawError) as refused:
        Ladder.of({Criterion.GAP: 2**bits}, tables=2)
    assert refused.value.code is Reason.TOO_MANY


def test_the_cheapest_matching_leaves_the_cheapest_edge_where_it_must() -> None:
    edges = [(0, 1, 1), (2, 3, 100), (0, 2, 10), (1, 3, 10), (0, 3, 50), (1, 2, 50)]
    assert cheapest_perfect_matching(4, edges) == [(0, 2), (1, 3)]


def test_costs_beyond_64_bits_are_compared_exactly() -> None:
    big = 2**108
    edges = [(0, 1, big), (2, 3, big + 1), (0, 2, big), (1, 3, big), (0, 3, big), (1, 2, big + 2)]
    assert cheapest_perfect_matching(4, edges) == [(0, 2), (1, 3)]


def test_without_a_perfect_matching_there_is_none() -> None:
    star = [(0, 1), (0, 2), (0, 3)]
    assert cheapest_perfect_matching(4, [(a, b, 1) for a, b in star]) is None
    assert not can_match(4, star)
    assert can_match(4, [*star, (2, 3)])
