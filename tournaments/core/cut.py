"""From one stage to the next, and to the final places of an event. No order inside a stage is made here."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tournaments.core.ranks import Rank, share_ranks
from tournaments.core.records import Entrant
from tournaments.core.rows import Row, Table


class Cut(NamedTuple):
    """Who goes on, in the order of seeding, and who stays out though level with the last of them."""

    qualified: tuple[Row, ...]
    level_with_last: tuple[Row, ...]


class Placing(NamedTuple):
    """An entrant's final place (None: still playing, or unranked), and the stage (from 0) that gave it."""

    entrant: Entrant
    rank: Rank | None
    stage: int


def cut(tables: Sequence[Table], size: int, away: frozenset[int] = frozenset()) -> Cut:
    """The best `size` by these very tables: of several groups all firsts, then all seconds, and so on.

    Whoever is unranked, withdrawn or in `away` (entrant ids) is replaced by the next of the same table.
    """
    lists = [[row for row in table.rows if _goes_on(row, away)] for table in tables]
    order: list[Row] = []
    for tier in range(max(map(len, lists), default=0)):
        peers = [rows[tier] for rows in lists if tier < len(rows)]
        order += sorted(peers, key=lambda row: (-row.value, row.entrant.number)) if len(lists) > 1 else peers
    qualified, rest = tuple(order[:size]), order[size:]
    level = [row for row in rest if qualified and len(lists) == 1 and row.rank == qualified[-1].rank]
    return Cut(qualified, tuple(level))


def final_places(stages: Sequence[Sequence[Table]]) -> tuple[Placing, ...]:
    """Everybody once, by the last stage each got to; who went further comes first.

    Within a stage of groups, equal places of different groups are shared.
    """
    placed: dict[int, Placing] = {}
    unranked: dict[int, Placing] = {}
    for number, tables in reversed(list(enumerate(stages))):
        rows = [row for table in tables for row in table.rows if row.account.lines or number == 0]
        rows = [row for row in rows if row.entrant.id not in placed and row.entrant.id not in unranked]
        playing = [row for row in rows if row.rank is None and row.unranked is None]
        placed.update((row.entrant.id, Placing(row.entrant, None, number)) for row in playing)
        ranked = sorted((row for row in rows if row.rank is not None), key=_place)
        groups = [[row.entrant for row in group] for _, group in groupby(ranked, key=_place)]
        for entrant, rank in share_ranks(groups, first=len(placed) + 1).items():
            placed[entrant.id] = Placing(entrant, rank, number)
        listed = [row.entrant for row in rows if row.unranked is not None]
        unranked.update((entrant.id, Placing(entrant, None, number)) for entrant in listed)
    return (*placed.values(), *unranked.values())


def _goes_on(row: Row, away: frozenset[int]) -> bool:
    return row.rank is not None and row.entrant.withdrawn_after is None and row.entrant.id not in away


def _place(row: Row) -> int:
    return row.rank.place if row.rank is not None else 0
