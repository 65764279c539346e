"""Who did what against whom, as a grid of account lines: by round, or by opponent for a league."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.core.account import Kind, Line
from tournaments.core.rows import Row, Table


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the standings and its lines by column; a column without any is missing."""

    row: Row
    cells: Mapping[int, tuple[Line, ...]]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """`columns` are round numbers or entrant ids, in the order to show them."""

    columns: tuple[int, ...]
    rows: tuple[CrossRow, ...]


def by_round(table: Table) -> Crosstable:
    """One column for each round anybody has a line in."""
    rows = tuple(_cross(row, ((line.round, line) for line in _lines(row))) for row in table.rows)
    return Crosstable(tuple(sorted({column for row in rows for column in row.cells})), rows)


def by_opponent(table: Table) -> Crosstable:
    """One column for each entrant of the table; results that left the standings are still there."""
    rows = tuple(
        _cross(row, ((opponent, line) for line in _lines(row) for opponent in line.opponents))
        for row in table.rows
    )
    return Crosstable(tuple(row.entrant.id for row in table.rows), rows)


def _lines(row: Row) -> Iterable[Line]:
    """The lines that belong to a round; an adjustment does not."""
    return (line for line in row.account.lines if line.kind is not Kind.ADJUSTMENT)


def _cross(row: Row, parts: Iterable[tuple[int, Line]]) -> CrossRow:
    cells: dict[int, list[Line]] = {}
    for column, line in parts:
        cells.setdefault(column, []).append(line)
    return CrossRow(row, {column: tuple(lines) for column, lines in cells.items()})
