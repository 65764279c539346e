"""Chance that is the same on every machine and with every Python.

Only `random.Random.random` is promised to give the same numbers everywhere, so all else is made from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

_Item = TypeVar("_Item")


class Dice:
    """A stream of chance that its name decides."""

    def __init__(self, name: str) -> None:
        self._random = Random(name)  # noqa: S311 # nosec B311 # a game's chance, and it must be repeatable

    def chance(self, of_hundred: int) -> bool:
        """True so many times of a hundred."""
        return self.below(100) < of_hundred

    def below(self, limit: int) -> int:
        """A whole number from 0 up to and without the limit."""
        return int(self._random.random() * limit)

    def shuffled(self, items: Sequence[_Item]) -> list[_Item]:
        """The items in any order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
