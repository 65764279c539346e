"""Melds on the table and what makes one lawful (section 6 of the rules, except the minimum).

A meld knows its cards only; who may lay them and when is the deal's business.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import CODES, RANK_OF, RANKS, WILD, Card
from engine.errors import IllegalMove, Rule
from engine.moves import Move
from engine.rules import CANASTA, SMALLEST_MELD, WILDS_IN_MELD, Rules, WildLimit


class Meld(NamedTuple):
    """Cards of one rank laid down by a side."""

    cards: tuple[Card, ...]
    wilds: int

    @property
    def canasta(self) -> bool:
        """Seven or more cards."""
        return len(self.cards) >= CANASTA

    @property
    def kind(self) -> str:
        """natural, mixed or wild."""
        if not self.wilds:
            return "natural"
        return "wild" if self.wilds == len(self.cards) else "mixed"


NOTHING = Meld((), 0)
"""What a side has of a rank it has not melded."""


def without(hand: list[Card], cards: tuple[Card, ...]) -> list[Card]:
    """The hand without the cards; raises `card-not-held` if one is named more often than held (section 4)."""
    left = hand.copy()
    try:
        for card in cards:
            left.remove(card)
    except ValueError:
        missing = next(card for card in cards if hand.count(card) < cards.count(card))
        raise IllegalMove(
            Rule.CARD_NOT_HELD, card=CODES[missing], held=hand.count(missing), named=cards.count(missing)
        ) from None
    return left


def check_threes(move: Move, left: int) -> None:
    """Black threes are melded without wild cards and only when going out (`meld-threes`, section 6).

    `left` cards will be in hand after the move.
    """
    if move.wilds:
        raise IllegalMove(Rule.MELD_THREES, "wild", wilds=move.wilds)
    if left > 1:
        raise IllegalMove(Rule.MELD_THREES, left=left)


def most_wilds(rules: Rules, size: int) -> int:
    """How many of so many cards of a meld may be wild, if it is no meld of wild cards (section 6)."""
    return WILDS_IN_MELD if rules.wild_limit is WildLimit.THREE else size // 2


def check_meld(rules: Rules, old: Meld, move: Move) -> None:
    """A meld is lawful after every move (section 6).

    Raises, in this order, `meld-rank`, `meld-size`, `meld-naturals`, `meld-wilds`.
    """
    rank = move.rank
    size, wilds = len(old.cards) + len(move.cards), old.wilds + move.wilds
    if move.strays:
        stray = next(card for card in move.cards if RANK_OF[card] not in {WILD, rank})
        raise IllegalMove(Rule.MELD_RANK, rank=RANKS[rank], card=CODES[stray])
    if size < SMALLEST_MELD:
        raise IllegalMove(Rule.MELD_SIZE, rank=RANKS[rank], size=size, least=SMALLEST_MELD)
    if rank == WILD and rules.wild_melds:
        return
    if size - wilds < rules.naturals_in_meld:
        raise IllegalMove(
            Rule.MELD_NATURALS, rank=RANKS[rank], naturals=size - wilds, least=rules.naturals_in_meld
        )
    if wilds and wilds > most_wilds(rules, size):
        most = most_wilds(rules, size)
        raise IllegalMove(Rule.MELD_WILDS, rank=RANKS[rank], wilds=wilds, most=most, size=size)
