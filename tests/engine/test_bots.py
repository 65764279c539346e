"""The bots: each plays lawfully, sees no more than a player, and is as strong as its style says."""

from __future__ import annotations

from random import Random

import pytest

from engine import BOTS, CLASSIC, RULE_SETS, TEN_THOUSAND, Rules, Until, play_match, positions
from engine.bots import Dice
from engine.cards import pack
from engine.deal import Deal
from tests.engine.table import all_cards

TABLES = [(code, players) for code, rules in RULE_SETS.items() for players in rules.tables]


@pytest.mark.parametrize(("code", "players"), TABLES)
def test_no_card_is_lost_or_made_in_a_match(code: str, players: int) -> None:
    rules = RULE_SETS[code]
    log = play_match(rules, players, seed=8, until=Until(deals=2), bots=["random"])
    for position in positions(log):
        assert all_cards(position.state()) == pack(rules.tables[players].packs)


def hidden_cards_shuffled(deal: Deal, rng: Random) -> Deal:
    """The same deal as its player to move sees it, with other cards where the player can't look."""
    other = deal.copy()
    hands = [hand for seat, hand in enumerate(other._hands) if seat != other.seat]
    hidden = [card for cards in (other._stock, *hands) for card in cards]
    rng.shuffle(hidden)
    for cards in (other._stock, *hands):
        cards[:] = [hidden.pop() for _ in cards]
    return other


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_decides_by_what_a_player_sees(name: str) -> None:
    log = play_match(TEN_THOUSAND, 4, seed=5, until=Until(deals=1), bots=[name])
    rng = Random(1)
    for position in positions(log):
        if not position.over:
            deal = position.state()
            choice = BOTS[name].choose(deal, Dice("same"))
            assert BOTS[name].choose(hidden_cards_shuffled(deal, rng), Dice("same")) == choice


def lead(rules: Rules, ours: str, theirs: str, matches: int = 24) -> int:
    """The points a deal by which ours beat theirs at four, over the same cards with seats changed."""
    deals, points = 5, 0
    for seed in range(matches // 2):
        for sides, sign in (((ours, theirs), 1), ((theirs, ours), -1)):
            scores = play_match(rules, 4, seed, Until(deals=deals), sides)["result"]["scores"]
            points += sign * (scores[0] - scores[1])
    return points // (deals * matches)


@pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)
@pytest.mark.parametrize("bot", ["cautious", "greedy", "steady"])
def test_a_thinking_bot_beats_chance_by_far(rules: Rules, bot: str) -> None:
    assert lead(rules, bot, "random", matches=6) > 300


@pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)
@pytest.mark.parametrize("bot", ["cautious", "greedy"])
def test_the_steady_bot_beats_the_others(rules: Rules, bot: str) -> None:
    assert lead(rules, "steady", bot) > 30


def test_the_greedy_bot_takes_the_pile_more_often_than_the_cautious() -> None:
    takes = {}
    for name in ("cautious", "greedy"):
        log = play_match(CLASSIC, 4, seed=3, until=Until(deals=20), bots=[name])
        moves = [move for deal in log["deals"] for move in deal["moves"]]
        turns = sum(move.startswith("discard") for move in moves)
        takes[name] = 100 * sum(move.startswith("take") for move in moves) // turns
    assert takes["greedy"] > takes["cautious"] + 5
