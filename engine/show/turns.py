"""What each player did: the positions of a log gathered into turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.positions import Position, TableMeld
from engine.rules import Out


@dataclass(frozen=True)
class Action:
    """One move and what it brought."""

    move: int
    """Its number in the deal, from 0."""
    text: str
    """As the log writes it."""
    drawn: tuple[str, ...]
    """Cards that came into the hand, from the stock or the pile."""
    red_threes: tuple[str, ...]
    """Red threes laid out."""
    pile: int
    """How many cards a taken pile had."""
    meld: TableMeld | None
    """The meld as it lies after the move, where it was added to."""
    canasta: bool
    """The move made it a canasta."""


@dataclass(frozen=True)
class Turn:
    """One player's moves from the draw to the discard."""

    deal: int
    seat: int
    actions: tuple[Action, ...]
    out: Out
    """How the player went out with the last of them."""
    over: bool
    """The deal ended with it."""


def turns(positions: Iterable[Position]) -> Iterator[Turn]:
    """The turns of a deal by all its positions in order; an unfinished one too."""
    before: Position | None = None
    actions: list[Action] = []
    for position in positions:
        if before is not None and position.player is not None:
            if actions and position.player != before.player:
                yield _turn(before, actions)
                actions = []
            actions.append(_action(before, position, position.player))
        before = position
    if before is not None and actions:
        yield _turn(before, actions)


def _turn(last: Position, actions: list[Action]) -> Turn:
    seat = last.player or 0
    out = last.items[seat % len(last.items)].out if last.over else Out.NO
    return Turn(last.deal, seat, tuple(actions), out, last.over)


def _action(before: Position, after: Position, seat: int) -> Action:
    side = seat % len(after.melds)
    text = after.text or ""
    changed = [meld for meld in after.melds[side] if meld not in before.melds[side]]
    meld = changed[0] if changed else None
    known = {old.rank: old for old in before.melds[side]}
    return Action(
        move=before.move,
        text=text,
        drawn=_more(before.hands[seat], after.hands[seat]),
        red_threes=_more(before.red_threes[side], after.red_threes[side]),
        pile=len(before.pile) if text.startswith("take") else 0,
        meld=meld,
        canasta=meld is not None
        and meld.canasta is not None
        and (meld.rank not in known or known[meld.rank].canasta is None),
    )


def _more(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that are there after a move and were not before."""
    return tuple((Counter(after) - Counter(before)).elements())
