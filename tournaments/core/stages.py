"""From one stage to the next: the best of the very standings shown, in the order they are seeded."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.core.draws import DrawError, Reason
from tournaments.core.rows import Row, Table


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on, best seed first; who of them moved up; who shares a rank across the line."""

    qualified: tuple[int, ...]
    moved_up: tuple[int, ...] = ()
    level_at_the_line: tuple[int, ...] = ()


def cut(tables: Sequence[Table], places: int, declined: Collection[int] = ()) -> Cut:
    """The best `places` of the standings; of several groups all winners first, then all seconds, and so on.

    Who declined, withdrew or is unranked is passed over and the next of the same table moves up. Inside a
    shared rank entry numbers decide, and everybody concerned is named. Raises `DrawError` if too few stay.
    """
    staying = [[row for row in table.rows if _goes_on(row, declined)] for table in tables]
    seeded = _seeded(staying)[:places]
    if len(seeded) < places:
        raise DrawError(Reason.TOO_FEW, {"entrants": len(seeded), "needed": places})
    qualified = tuple(row.entrant.id for row in seeded)
    everybody = [[row for row in table.rows if row.rank is not None] for table in tables]
    by_right = {row.entrant.id for row in _seeded(everybody)[:places]}
    return Cut(
        qualified,
        moved_up=tuple(entrant for entrant in qualified if entrant not in by_right),
        level_at_the_line=tuple(
            entrant for rows in staying for entrant in _level_at_the_line(rows, set(qualified))
        ),
    )


def _goes_on(row: Row, declined: Collection[int]) -> bool:
    gone = row.entrant.withdrawn_after is not None or row.entrant.disqualified_from is not None
    return row.rank is not None and not gone and row.entrant.id not in declined


def _seeded(groups: Sequence[Sequence[Row]]) -> list[Row]:
    placed = [(place, row) for rows in groups for place, row in enumerate(rows)]
    return [row for _, row in sorted(placed, key=lambda p: (p[0], -p[1].value, p[1].entrant.number))]


def _level_at_the_line(rows: Sequence[Row], qualified: set[int]) -> list[int]:
    """Everybody of a rank some of whose holders go on and some don't."""
    inside = {row.rank for row in rows if row.entrant.id in qualified}
    outside = {row.rank for row in rows if row.entrant.id not in qualified}
    return [row.entrant.id for row in rows if row.rank in inside & outside]
