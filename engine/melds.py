"""Melds on the table and what makes one lawful (section 6 of the rules, except the minimum).

A meld knows its cards only; who may lay them and when is the deal's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.cards import CODES, RANK_OF, RANKS, THREE, WILD, Card, Rank
from engine.errors import IllegalMove, Rule
from engine.moves import Move
from engine.rules import CANASTA, SMALLEST_MELD, WILDS_IN_MELD, Rules, WildLimit


class Meld:
    """Cards of one rank laid down by a side."""

    __slots__ = ("cards", "rank", "wilds")

    def __init__(self, rank: Rank, cards: Iterable[Card] = (), wilds: int = 0) -> None:
        self.rank = rank
        self.cards = list(cards)
        self.wilds = wilds

    def copy(self) -> Meld:
        """Another meld of the same cards."""
        return Meld(self.rank, self.cards, self.wilds)

    def add(self, card: Card) -> None:
        """Lay one more card on the meld."""
        self.cards.append(card)
        self.wilds += RANK_OF[card] == WILD

    @property
    def canasta(self) -> bool:
        """Seven or more cards."""
        return len(self.cards) >= CANASTA


def check_held(hand: list[Card], cards: tuple[Card, ...]) -> None:
    """The hand holds the cards, equal ones as often as they are named (`card-not-held`, section 4)."""
    for card in cards:
        if card not in hand:
            raise IllegalMove(Rule.CARD_NOT_HELD, card=CODES[card], held=0, named=cards.count(card))
    if len(set(cards)) < len(cards):
        for card, named in Counter(cards).items():
            held = hand.count(card)
            if held < named:
                raise IllegalMove(Rule.CARD_NOT_HELD, card=CODES[card], held=held, named=named)


def check_threes(move: Move, left: int) -> None:
    """Black threes are melded without wild cards and only when going out (`meld-threes`, section 6).

    `left` cards will be in hand after the move.
    """
    if move.rank == THREE:
        if move.wilds:
            raise IllegalMove(Rule.MELD_THREES, "wild", wilds=move.wilds)
        if left > 1:
            raise IllegalMove(Rule.MELD_THREES, left=left)


def most_wilds(rules: Rules, rank: Rank, size: int) -> int:
    """How many of so many cards of a meld may be wild (section 6)."""
    if rank == WILD:
        return size
    return WILDS_IN_MELD if rules.wild_limit is WildLimit.THREE else size // 2


def check_meld(rules: Rules, old: Meld | None, move: Move) -> None:
    """A meld is lawful after every move (section 6).

    Raises, in this order, `meld-rank`, `meld-size`, `meld-naturals`, `meld-wilds`.
    """
    rank = move.rank
    size, wilds = len(move.cards), move.wilds
    if old is not None:
        size += len(old.cards)
        wilds += old.wilds
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
    limit = most_wilds(rules, rank, size)
    if wilds > limit:
        raise IllegalMove(Rule.MELD_WILDS, rank=RANKS[rank], wilds=wilds, most=limit, size=size)
