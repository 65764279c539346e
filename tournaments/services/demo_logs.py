"""Unlawful logs for the demonstration: a lawful one with a single move changed."""

import copy
from collections.abc import Iterator
from typing import Any

import engine


def unlawful(document: dict[str, Any], rule: str) -> dict[str, Any]:
    """The log with the first single change that breaks just this rule; raises LookupError if none does."""
    for number, deal in enumerate(document["deals"]):
        for place, move in enumerate(deal["moves"]):
            for other in _changes(move, deal["moves"], place):
                changed = copy.deepcopy(document)
                changed["deals"][number]["moves"][place : place + 1] = other
                if engine.replay(changed).rule == rule:
                    return changed
    raise LookupError(rule)


def _changes(move: str, moves: list[str], place: int) -> Iterator[list[str]]:
    """What a cheat or a slip might have written instead of this move."""
    if move == "draw":
        yield ["take"]
        held = [part for later in moves[place:] if later.startswith("discard") for part in later.split()[1:]]
        for card in dict.fromkeys(held):
            yield [f"take {card} {card}"]
    elif move.startswith("meld"):
        yield []
