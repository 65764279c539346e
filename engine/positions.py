"""The positions of a log for a viewer: what lay where after each move, one by one or picked out.

Reads through the same replay as a verdict does; decides nothing about rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from engine.cards import CODES, RANKS, Card
from engine.deal import Deal
from engine.log import Document, read_log
from engine.match import Match
from engine.melds import Meld
from engine.replay import Refusal, Verdict, judge, new_match, steps
from engine.scoring import DealItems, DealScore, score, score_parts


class TableMeld(NamedTuple):
    """A meld as a viewer shows it: cards as codes; `canasta` is natural, mixed, wild, or nothing."""

    rank: str
    cards: tuple[str, ...]
    canasta: str | None


@dataclass(frozen=True)
class Position:
    """The table after some moves of a deal. Cards are codes, sides and seats are numbers."""

    deal: int
    """Which deal, from 0."""
    move: int
    """How many moves of the deal have been played."""
    text: str | None
    """The last of them; None at the start of the deal."""
    player: int | None
    """The seat that made it."""
    totals: tuple[int, ...]
    """The sides' totals of the deals completed, with this one if it is over."""
    _state: Deal = field(repr=False, compare=False)

    def state(self) -> Deal:
        """The deal itself, as a copy to try moves on."""
        return self._state.copy()

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""
        return self._state.dealer

    @property
    def seat(self) -> int:
        """The seat to move, or that ended the deal."""
        return self._state.seat

    @property
    def side(self) -> int:
        """The side to move."""
        return self._state.side

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self._state.over

    @property
    def drawn(self) -> bool:
        """Whether the player to move has drawn or taken the pile."""
        return self._state.drawn

    @property
    def took(self) -> bool:
        """Whether the player to move has taken the pile in this turn."""
        return self._state.took

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The hand of each seat, sorted."""
        return tuple(_codes(self._state.hand(seat)) for seat in range(self._state.table.players))

    @property
    def stock(self) -> int:
        """How many cards the stock has."""
        return self._state.stock

    @property
    def pile(self) -> tuple[str, ...]:
        """The discard pile, the top card last."""
        return _codes(self._state.pile)

    @property
    def rest(self) -> tuple[str, ...]:
        """The rest of a taken pile, waiting for the first meld's minimum."""
        return _codes(self._state.rest)

    @property
    def frozen(self) -> bool:
        """Whether the pile is frozen to the side to move."""
        return self._state.frozen

    @property
    def blocked(self) -> bool:
        """Whether the pile is blocked for the player to move."""
        return self._state.blocked

    @property
    def still_needed(self) -> int:
        """Points that the side to move must still meld this turn, if it melds, to reach its minimum."""
        return self._state.still_needed

    @property
    def melds(self) -> tuple[tuple[TableMeld, ...], ...]:
        """The melds of each side, in the order they were begun."""
        return tuple(
            tuple(_table_meld(RANKS[rank], meld) for rank, meld in self._state.melds(side).items())
            for side in range(self._state.table.sides)
        )

    @property
    def red_threes(self) -> tuple[tuple[str, ...], ...]:
        """The red threes of each side."""
        return tuple(_codes(self._state.red_threes(side)) for side in range(self._state.table.sides))

    @property
    def items(self) -> tuple[DealItems, ...]:
        """What each side would enter on its score sheet now; final once the deal is over."""
        return self._state.items()

    @property
    def scores(self) -> tuple[DealScore, ...]:
        """What each side scores by its items, part by part."""
        return tuple(score_parts(self._state.rules, items) for items in self.items)


def _codes(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(CODES[card] for card in cards)


def _table_meld(rank: str, meld: Meld) -> TableMeld:
    return TableMeld(rank, _codes(meld.cards), meld.kind if meld.canasta else None)


class Positions:
    """The positions of one log: the start of each deal, and after each lawful move.

    They end before the first unlawful move; `verdict` says what was wrong with it. Raises LogError for a
    document that can't be read.
    """

    def __init__(self, document: Document) -> None:
        self.log = read_log(document)

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict on the whole log."""
        return judge(self.log)

    def __iter__(self) -> Iterator[Position]:
        match = new_match(self.log)
        for number, played, state, player in self._walk(match):
            yield self._position(number, played, state, player, match.totals)

    def at(self, deal: int, move: int) -> Position:
        """The position after so many moves of a deal; plays no further than there.

        Raises IndexError where the log has none, or only behind its first unlawful move.
        """
        match = new_match(self.log)
        for number, played, state, player in self._walk(match):
            if (number, played) == (deal, move):
                return self._position(number, played, state, player, match.totals)
        raise IndexError(f"no lawful position: deal {deal}, move {move}")

    def _walk(self, match: Match) -> Iterator[tuple[int, int, Deal, int | None]]:
        """Deal, moves played, living state, and who made the last move."""
        player = None
        try:
            for number, played, state in steps(self.log, match):
                yield number, played, state, player if played else None
                player = state.seat
        except Refusal:
            return

    def _position(
        self, number: int, played: int, state: Deal, player: int | None, totals: tuple[int, ...]
    ) -> Position:
        text = self.log.deals[number].moves[played - 1].text if played else None
        if state.over:
            scores = (score(state.rules, items) for items in state.items())
            totals = tuple(total + gained for total, gained in zip(totals, scores, strict=True))
        return Position(number, played, text, player, totals, state.copy())


def positions(document: Document) -> Positions:
    """The positions of a log, to iterate over or to pick from with `at`."""
    return Positions(document)
