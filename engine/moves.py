"""The six written forms of a move, read once into a `Move` and remembered.

Whether a move is lawful depends on the position and is none of this module's business.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.cards import CARD, CODES, RANK, RANK_OF, RANKS, WILD, Card, Rank, points
from engine.errors import Field, LogError, excerpt

KNOWN_MOVES = 20_000
"""So many different move texts are remembered before the memory is emptied."""

LONGEST_KNOWN = 100
"""Longer texts are read anew each time, so that the memory stays small."""

MIXED: Rank = -1
"""The rank of cards whose naturals are of several ranks."""


class Kind(Enum):
    """What a move does; the value is its first word."""

    DRAW = "draw"
    TAKE = "take"
    MELD = "meld"
    DISCARD = "discard"
    PASS = "pass"  # noqa: S105 # nosec B105 # a word of the game


@dataclass(frozen=True, slots=True)
class Move:
    """A move as written, and what the checks want to know about its cards."""

    text: str
    kind: Kind
    cards: tuple[Card, ...] = ()
    rank: Rank = WILD
    """The meld's named rank; for a take the rank of the naturals named."""
    wilds: int = 0
    strays: int = 0
    """Natural cards of another rank than the meld's."""
    points: int = 0


DRAW = Move("draw", Kind.DRAW)
PASS = Move("pass", Kind.PASS)


def discard(card: Card) -> Move:
    """The discard of a card."""
    return Move(f"discard {CODES[card]}", Kind.DISCARD, (card,))


def take(cards: Iterable[Card] = ()) -> Move:
    """Taking the pile with two cards from hand, or with none."""
    named = tuple(cards)
    ranks = {RANK_OF[card] for card in named} - {WILD}
    rank = WILD if not ranks else ranks.pop() if len(ranks) == 1 else MIXED
    return Move(
        " ".join(("take", *(CODES[card] for card in named))),
        Kind.TAKE,
        named,
        rank,
        wilds=sum(RANK_OF[card] == WILD for card in named),
        points=points(named),
    )


def meld(rank: Rank, cards: Iterable[Card]) -> Move:
    """Laying cards from hand on the side's meld of a rank."""
    named = tuple(cards)
    return Move(
        " ".join(("meld", RANKS[rank], *(CODES[card] for card in named))),
        Kind.MELD,
        named,
        rank,
        wilds=sum(RANK_OF[card] == WILD for card in named),
        strays=sum(RANK_OF[card] not in {WILD, rank} for card in named),
        points=points(named),
    )


def read_move(text: object) -> Move:
    """The move that a text means. Raises LogError (`move`) where it means none."""
    if not isinstance(text, str):
        raise LogError(Field.MOVE, "type")
    word, *parts = text.split(" ")
    try:
        if word == Kind.MELD.value and len(parts) > 1:
            return meld(RANK[parts[0]], [CARD[part] for part in parts[1:]])
        cards = [CARD[part] for part in parts]
    except KeyError:
        cards = None
    if cards is not None:
        if word == Kind.DISCARD.value and len(cards) == 1:
            return discard(cards[0])
        if word == Kind.TAKE.value and len(cards) in {0, 2}:
            return take(cards)
        if text == DRAW.text:
            return DRAW
        if text == PASS.text:
            return PASS
    raise LogError(Field.MOVE, text=excerpt(text))


class _Known(dict[str, Move]):
    """The moves read so far, by their text."""

    def __missing__(self, text: str) -> Move:
        move = read_move(text)
        if len(text) <= LONGEST_KNOWN:
            if len(self) >= KNOWN_MOVES:
                self.clear()
            self[text] = move
        return move


_known = _Known()


def read_moves(texts: list[str]) -> list[Move]:
    """The moves that a list of texts means. Raises LogError (`move`) with its index."""
    try:
        return list(map(_known.__getitem__, texts))
    except (LogError, TypeError):
        return [_read_at(index, text) for index, text in enumerate(texts)]


def _read_at(index: int, text: object) -> Move:
    try:
        return read_move(text)
    except LogError as error:
        error.move = index
        raise
