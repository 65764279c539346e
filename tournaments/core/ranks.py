"""Ranks from an order: members of a group of equals share one, and the next rank counts them all."""

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

Member = TypeVar("Member", bound=Hashable)


class Rank(NamedTuple):
    """A place and whether others hold it too; `str` is how it is written everywhere: "1", "2="."""

    place: int
    shared: bool

    def __str__(self) -> str:
        return f"{self.place}=" if self.shared else str(self.place)


def share_ranks(groups: Iterable[Sequence[Member]], first: int = 1) -> dict[Member, Rank]:
    """The rank of every member of the groups, which come from the best on: 1, 2=, 2=, 4."""
    ranks: dict[Member, Rank] = {}
    for group in groups:
        rank = Rank(first + len(ranks), len(group) > 1)
        ranks.update(dict.fromkeys(group, rank))
    return ranks
