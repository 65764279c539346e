"""The 53 different cards: their codes, ranks and values (section 1 of the rules).

A card is a small number, so that a hand, a pile or a deck is a plain list and a property of a card is one
look-up. Cards that look alike are equal. Nothing here knows a rule set.
"""

from __future__ import annotations

from collections.abc import Iterable

Card = int
Rank = int

SUITS = "shdc"
CODES = (*(rank + suit for rank in "23456789TJQKA" for suit in SUITS), "Jo")
"""The card codes; a card is an index into them."""

CARD = {code: card for card, code in enumerate(CODES)}

WILD: Rank = 0
"""The rank of jokers and deuces as far as melds are concerned."""

RANKS = "W3456789TJQKA"
"""The codes of the ranks a meld can have; a rank is an index into them."""

RANK = {code: rank for rank, code in enumerate(RANKS)}
THREE: Rank = RANK["3"]

JOKER = CARD["Jo"]
RANK_OF = tuple(WILD if card == JOKER else card // len(SUITS) for card in range(len(CODES)))
WILD_CARDS = frozenset(card for card in range(len(CODES)) if RANK_OF[card] == WILD)
RED_THREES = frozenset((CARD["3h"], CARD["3d"]))
BLACK_THREES = frozenset((CARD["3s"], CARD["3c"]))


def _value(card: Card) -> int:
    """The card value of section 1; a red three has none, it is a bonus card."""
    if card in RED_THREES:
        return 0
    if card == JOKER:
        return 50
    if CODES[card][0] in "A2":
        return 20
    return 10 if CODES[card][0] in "89TJQK" else 5


VALUE = tuple(_value(card) for card in range(len(CODES)))


def pack(packs: int) -> list[Card]:
    """All cards of so many packs with their two jokers each, in order."""
    return sorted((*range(JOKER), JOKER, JOKER) * packs)


def points(cards: Iterable[Card]) -> int:
    """The sum of the card values."""
    return sum(map(VALUE.__getitem__, cards))


def text(cards: Iterable[Card]) -> str:
    """The codes of the cards, separated by spaces."""
    return " ".join(CODES[card] for card in cards)
