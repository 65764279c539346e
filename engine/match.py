"""A match: deals one after the other until its end condition holds, totals, ranks, winner (section 9).

What a log claims, and how it is written, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.deal import Deal
from engine.dealing import Shuffle
from engine.errors import IllegalMove, Rule
from engine.rules import Rules, Table
from engine.scoring import DealItems, score


@dataclass(frozen=True)
class Until:
    """The end condition: a number of points that some side reaches, or a number of deals."""

    points: int | None = None
    deals: int | None = None


def ranks(totals: Sequence[int], last: int | None = None) -> tuple[int, ...]:
    """The rank of each side, 1 the best; equal totals share one. `last` is a side that forfeited."""
    keys = [(side != last, total) for side, total in enumerate(totals)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def winner(places: Sequence[int]) -> int | None:
    """The side alone in the first rank; None for a draw."""
    return places.index(1) if places.count(1) == 1 else None


def match_over(rules: Rules, until: Until, totals: Sequence[int], deals: int) -> bool:
    """Whether the end condition holds with these totals after so many deals (section 9)."""
    if until.deals is not None:
        return deals >= until.deals
    mark = rules.points if until.points is None else until.points
    return max(totals) >= mark


class Match:
    """A match in progress."""

    def __init__(self, rules: Rules, table: Table, dealer: int, until: Until) -> None:
        self.rules = rules
        self.table = table
        self.until = until
        self._first_dealer = dealer
        self.totals: tuple[int, ...] = (0,) * table.sides
        self.deals: list[tuple[DealItems, ...]] = []
        """What each side had in each completed deal."""
        self.forfeited: int | None = None
        """The side that gave up."""

    @property
    def over(self) -> bool:
        """Whether the end condition holds."""
        return match_over(self.rules, self.until, self.totals, len(self.deals))

    @property
    def next_dealer(self) -> int:
        """Who deals next: the seats take turns (section 3)."""
        return (self._first_dealer + len(self.deals)) % self.table.players

    def start(self, shuffle: Shuffle) -> Deal:
        """The next deal. Raises IllegalMove (`match-over`)."""
        if self.over:
            raise IllegalMove(Rule.MATCH_OVER, deals=len(self.deals))
        return Deal(self.rules, self.table, self.next_dealer, shuffle, self.totals)

    def record(self, deal: Deal) -> None:
        """Score a deal that is over. Raises IllegalMove (`deal-unfinished`)."""
        if not deal.over:
            raise IllegalMove(Rule.DEAL_UNFINISHED)
        items = deal.items()
        self.deals.append(items)
        self.totals = tuple(
            total + score(self.rules, item) for total, item in zip(self.totals, items, strict=True)
        )

    def forfeit(self, seat: int) -> None:
        """A player gives up, and the side loses the match. Raises IllegalMove (`match-over`)."""
        if self.over:
            raise IllegalMove(Rule.MATCH_OVER, "forfeit", deals=len(self.deals))
        self.forfeited = self.table.side_of(seat)

    def close(self) -> None:
        """No more deals follow. Raises IllegalMove (`match-unfinished`)."""
        if self.forfeited is None and not self.over:
            raise IllegalMove(Rule.MATCH_UNFINISHED, deals=len(self.deals))

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each side by the totals so far."""
        return ranks(self.totals, self.forfeited)

    @property
    def winner(self) -> int | None:
        """The side in front; None for a draw."""
        return winner(self.ranks)
