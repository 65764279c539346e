"""The final places of an event of several stages. No order inside a stage is made here."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tournaments.core.ranks import Rank, share_ranks
from tournaments.core.records import Entrant
from tournaments.core.rows import Row, Table


class Placing(NamedTuple):
    """An entrant's final place (None: still playing, or `listed`) and the stage (from 0) that gave it."""

    entrant: Entrant
    rank: Rank | None
    stage: int
    listed: bool = False


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
        unranked.update((entrant.id, Placing(entrant, None, number, True)) for entrant in listed)
    return (*placed.values(), *unranked.values())


def _place(row: Row) -> int:
    return row.rank.place if row.rank is not None else 0
