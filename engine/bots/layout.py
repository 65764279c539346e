"""A plan for the melds of one turn: first melds, additions, canastas, and what stays in hand.

A plan is a wish of a bot's; the deal decides whether a move of it is lawful.
"""

from __future__ import annotations

from engine.bots.styles import Style
from engine.bots.view import View
from engine.cards import BLACK_THREES, RANK_OF, RANKS, THREE, VALUE, WILD, Card, Rank
from engine.ending import fits
from engine.melds import NOTHING
from engine.moves import Move, meld
from engine.rules import CANASTA, SMALLEST_MELD, LastCard


class Plan:
    """What a bot would lay in the rest of its turn."""

    def __init__(self, view: View, style: Style, near_the_end: bool) -> None:
        self._view = view
        self._style = style
        self._wilds = list(view.wilds)
        self._laid: dict[Rank, list[Card]] = {}
        self._left = len(view.hand)
        self._near_the_end = near_the_end

    def moves(self) -> list[Move]:
        """The melds in the order they should be made."""
        if self._view.still_needed:
            return self._opening()
        out = self._going_out()
        if out is not None:
            return out
        self._lay_naturals()
        self._complete_canastas()
        if self._style.spends_wilds or self._near_the_end:
            self._spend_wilds()
        return self._held_back(2 if self._near_the_end else self._style.keeps)

    # A side's first melds

    def _opening(self) -> list[Move]:
        """The sets in hand, with as many wild cards as the minimum asks for; none if out of reach."""
        for rank, cards in self._view.naturals.items():
            if rank != THREE and len(cards) >= SMALLEST_MELD:
                self._lay(rank, cards)
        spent = 0
        while self._short() > 0 and self._wilds and spent < self._style.opening_wilds:
            if not self._lay_one_wild():
                return []
            spent += 1
        if self._short() > 0:
            return []
        return self._written()

    def _short(self) -> int:
        points = sum(VALUE[card] for cards in self._laid.values() for card in cards)
        return self._view.still_needed - points

    def _lay_one_wild(self) -> bool:
        """Give a wild card to the dearest pair in hand, or else to any meld that bears it."""
        wild = self._wilds[-1] if self._short() > VALUE[self._wilds[0]] else self._wilds[0]
        pairs = [
            (VALUE[cards[0]], rank)
            for rank, cards in self._view.naturals.items()
            if len(cards) == 2 and rank != THREE and rank not in self._laid and rank not in self._view.melds
        ]
        for _, rank in sorted(pairs, reverse=True):
            if fits(self._view.rules, rank, 3, 1):
                self._lay(rank, self._view.naturals[rank])
                self._lay_wild(rank, wild)
                return True
        for rank in sorted({*self._laid, *self._view.melds}):
            if self._bears(rank, 1):
                self._lay_wild(rank, wild)
                return True
        return False

    # A side that has melded

    def _lay_naturals(self) -> None:
        for rank, cards in self._view.naturals.items():
            if rank != THREE and (rank in self._view.melds or len(cards) >= SMALLEST_MELD):
                self._lay(rank, cards)

    def _complete_canastas(self) -> None:
        """Give wild cards to the melds that they make canastas, the largest first."""
        for rank in sorted(self._ranks(), key=lambda rank: (-self._size(rank), rank)):
            missing = CANASTA - self._size(rank)
            if 0 < missing <= min(3, len(self._wilds)) and self._bears(rank, missing):
                for wild in self._wilds[:missing]:
                    self._lay_wild(rank, wild)

    def _spend_wilds(self) -> None:
        """Give the wild cards that are left to melds that are no canastas yet, then to any."""
        order = sorted(self._ranks(), key=lambda rank: (self._size(rank) >= CANASTA, -self._size(rank), rank))
        for wild in list(self._wilds):
            rank = next((rank for rank in order if self._bears(rank, 1)), None)
            if rank is not None:
                self._lay_wild(rank, wild)
        if fits(self._view.rules, WILD, self._size(WILD) + len(self._wilds), len(self._wilds)):
            for wild in list(self._wilds):
                self._lay_wild(WILD, wild)

    def _going_out(self) -> list[Move] | None:
        """All melds of the turn if they empty the hand to one card or none, with the canastas."""
        if not (self._style.goes_out_early or self._near_the_end):
            return None
        plan = Plan(self._view, self._style, self._near_the_end)
        plan._lay_naturals()
        plan._complete_canastas()
        plan._spend_wilds()
        threes = [card for card in self._view.hand if card in BLACK_THREES]
        lays_threes = len(threes) >= SMALLEST_MELD
        left = plan._left - len(threes) * lays_threes
        if left > 1 or plan._canastas() < self._view.table.canastas_to_go_out:
            return None
        if left == 0 and not lays_threes and self._view.rules.last_card is LastCard.DISCARD:
            return None
        return [*plan._written(), *([meld(THREE, threes)] if lays_threes else [])]

    def _held_back(self, keeps: int) -> list[Move]:
        """The melds that leave enough cards in hand; those that make a canasta come first."""
        moves = []
        left = len(self._view.hand)
        for move in self._written():
            adds = move.rank in self._view.melds or self._size(move.rank) >= CANASTA
            least = 2 if adds else max(2, keeps)
            if left - len(move.cards) >= least:
                moves.append(move)
                left -= len(move.cards)
        return moves

    # What is planned so far

    def _ranks(self) -> list[Rank]:
        return [rank for rank in range(len(RANKS)) if rank in self._view.melds or rank in self._laid]

    def _cards(self, rank: Rank) -> list[Card]:
        return [*self._view.melds.get(rank, NOTHING).cards, *self._laid.get(rank, ())]

    def _size(self, rank: Rank) -> int:
        return len(self._view.melds.get(rank, NOTHING).cards) + len(self._laid.get(rank, ()))

    def _canastas(self) -> int:
        return sum(self._size(rank) >= CANASTA for rank in self._ranks())

    def _bears(self, rank: Rank, wilds: int) -> bool:
        cards = self._cards(rank)
        lying = sum(RANK_OF[card] == WILD for card in cards)
        return rank != THREE and fits(self._view.rules, rank, len(cards) + wilds, lying + wilds)

    def _lay(self, rank: Rank, cards: list[Card]) -> None:
        self._laid.setdefault(rank, []).extend(cards)
        self._left -= len(cards)

    def _lay_wild(self, rank: Rank, wild: Card) -> None:
        self._wilds.remove(wild)
        self._lay(rank, [wild])

    def _written(self) -> list[Move]:
        order = sorted(self._laid, key=lambda rank: (-self._size(rank), rank))
        return [meld(rank, self._laid[rank]) for rank in order if self._laid[rank]]
