"""The random bot: any lawful move, without a thought for what it is worth."""

from __future__ import annotations

from collections.abc import Iterable

from engine import legal
from engine.bots.dice import Dice
from engine.cards import Card
from engine.deal import Deal
from engine.moves import DRAW, PASS, Move

TAKES_OF_HUNDRED = 50
MELDS_OF_HUNDRED = 60


def choose(deal: Deal, dice: Dice) -> Move:
    """A move from all that are lawful; a meld and the pile somewhat more often than their number says."""
    if not deal.drawn:
        takes = dice.shuffled(list(legal.takes(deal)))
        order = [*takes, DRAW, PASS] if dice.chance(TAKES_OF_HUNDRED) else [DRAW, PASS, *takes]
        return _first_playable(deal, order)
    melds = dice.shuffled(list(legal.melds(deal)))
    discards = dice.shuffled(list(legal.discards(deal)))
    order = [*melds, *discards] if dice.chance(MELDS_OF_HUNDRED) else [*discards, *melds]
    return _first_playable(deal, order)


def keep(cards: list[Card], dice: Dice) -> list[Card]:
    """Which of the cards that the cut offers are kept: each or not, as it comes."""
    return [card for card in cards if dice.chance(50)]


def _first_playable(deal: Deal, moves: Iterable[Move]) -> Move:
    return next(move for move in moves if legal.playable(deal, move))
