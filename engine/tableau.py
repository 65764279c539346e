"""What lies on the table beside stock and pile: a side's melds and red threes, and one turn's doings.

Plain state with no checks of its own; only the deal changes it.
"""

from __future__ import annotations

from engine.cards import RED_THREES, THREE, Card, Rank
from engine.melds import Meld


class Side:
    """What a side has on the table."""

    __slots__ = ("canastas", "melds", "points", "red_threes")

    def __init__(self) -> None:
        self.melds: dict[Rank, Meld] = {}
        self.points = 0
        """The value of the melded cards."""
        self.canastas = 0
        self.red_threes: list[Card] = []

    def copy(self) -> Side:
        """Another side with the same cards."""
        other = Side()
        other.melds = self.melds.copy()
        other.points = self.points
        other.canastas = self.canastas
        other.red_threes = self.red_threes.copy()
        return other


class Laid:
    """What the player to move has laid down this turn, and the rest of a taken pile still to come."""

    __slots__ = ("added", "least", "points", "rest", "started", "took")

    def __init__(self, least: int, took: bool, rest: list[Card]) -> None:
        self.least = least
        """The minimum to reach; 0 for a side that had melded before."""
        self.points = 0
        self.took = took
        self.rest = rest
        self.started: set[Rank] = set()
        self.added = False
        """A card was added to a meld that was there when the turn began."""

    def copy(self) -> Laid:
        """Another record of the same turn."""
        other = Laid(self.least, self.took, self.rest.copy())
        other.points = self.points
        other.started = self.started.copy()
        other.added = self.added
        return other

    @property
    def threes(self) -> bool:
        """Whether black threes were melded: then only the last card is discarded."""
        return THREE in self.started

    @property
    def to_come(self) -> int:
        """Cards of the rest that will join the hand: red threes won't (section 7)."""
        return sum(card not in RED_THREES for card in self.rest)
