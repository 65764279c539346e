"""Whist schedules: each partner once, each opponent twice."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.core.formats.whist import STARTERS, has_whist, whist_round, whist_rounds


def counts(players: int) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for number in range(1, whist_rounds(players) + 1):
        for one, other in whist_round(players, number)[0]:
            partners.update([frozenset(one), frozenset(other)])
            opponents.update(frozenset((a, b)) for a in one for b in other)
    return partners, opponents


@pytest.mark.parametrize("players", sorted(STARTERS))
def test_each_partner_once_and_each_opponent_twice(players: int) -> None:
    partners, opponents = counts(players)
    pairs = [frozenset(pair) for pair in combinations(range(1, players + 1), 2)]
    assert partners == dict.fromkeys(pairs, 1)
    assert opponents == dict.fromkeys(pairs, 2)


@pytest.mark.parametrize("players", sorted(STARTERS))
def test_everybody_is_in_every_round_once(players: int) -> None:
    for number in range(1, whist_rounds(players) + 1):
        tables, sits_out = whist_round(players, number)
        seated = [player for one, other in tables for player in (*one, *other)]
        assert sorted([*seated, *([sits_out] if sits_out else [])]) == list(range(1, players + 1))


@pytest.mark.parametrize("players", [8, 12, 16, 20, 24])
def test_four_k_players_need_one_round_fewer_than_players(players: int) -> None:
    assert whist_rounds(players) == players - 1
    assert {whist_round(players, number)[1] for number in range(1, players)} == {None}


@pytest.mark.parametrize("players", [9, 13, 17])
def test_with_one_player_more_everybody_sits_out_once(players: int) -> None:
    out = [whist_round(players, number)[1] for number in range(1, whist_rounds(players) + 1)]
    assert sorted(number for number in out if number) == list(range(1, players + 1))


def test_no_schedule_is_claimed_for_other_numbers() -> None:
    assert not has_whist(10)
    assert has_whist(8)
