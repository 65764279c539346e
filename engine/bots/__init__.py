"""Bots that play: each sees what a player sees and answers with a lawful move.

They know no log and no match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.bots import chance, planner
from engine.bots.dice import Dice
from engine.bots.styles import CAUTIOUS, GREEDY, STEADY, Style
from engine.cards import Card
from engine.deal import Deal
from engine.moves import Move

__all__ = ["BOTS", "Bot", "Dice"]


@dataclass(frozen=True)
class Bot:
    """A player without a person."""

    name: str
    style: Style | None
    """None plays at random."""

    def choose(self, deal: Deal, dice: Dice) -> Move:
        """The move of the player whose turn it is; always lawful."""
        return chance.choose(deal, dice) if self.style is None else planner.choose(deal, self.style)

    def keep(self, cards: list[Card], dice: Dice) -> list[Card]:
        """Which of the cards that the cut offers are kept."""
        return chance.keep(cards, dice) if self.style is None else cards


BOTS: Mapping[str, Bot] = {
    bot.name: bot
    for bot in (Bot("random", None), Bot("cautious", CAUTIOUS), Bot("greedy", GREEDY), Bot("steady", STEADY))
}
"""The bots by name."""
