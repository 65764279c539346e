"""Crosstables for pages: the account lines of a stage as a grid of short texts."""

from dataclasses import dataclass

from tournaments.core.account import Kind, Line
from tournaments.core.crosstable import Crosstable, by_opponent, by_round
from tournaments.core.records import Format
from tournaments.core.rows import Table
from tournaments.models import Stage
from tournaments.selectors.standings import ShownRow, StageStandings
from tournaments.words import KINDS, value_text

BY_OPPONENT = (Format.ROUND_ROBIN,)


@dataclass(frozen=True)
class Grid:
    """A crosstable as it is shown: column heads, and for every row its cells in that order."""

    group: str
    value_head: str
    heads: tuple[str, ...]
    rows: tuple[tuple[ShownRow, tuple[tuple["Cell", ...], ...]], ...]
    league: bool


@dataclass(frozen=True)
class Cell:
    """What one match, bye or missed round gave, and `against` whom: entry numbers where no head says them."""

    value: str
    against: str
    word: str
    match: int | None


def crosstable_of(stage: Stage) -> list[Grid]:
    """The crosstables of a stage: by opponent in a league, by round otherwise."""
    standings = StageStandings(stage)
    league = standings.record.format in BY_OPPONENT
    numbers = {entrant.id: entrant.number for entrant in standings.record.entrants}
    return [
        _grid(standings, table, by_opponent(table) if league else by_round(table), numbers, league=league)
        for table in standings.tables
    ]


def _grid(
    standings: StageStandings, table: Table, cross: Crosstable, numbers: dict[int, int], *, league: bool
) -> Grid:
    heads = tuple(str(numbers[column]) if league else str(column) for column in cross.columns)
    rows = tuple(
        (
            standings.row(row.row, table),
            tuple(
                tuple(_cell(standings, line, {} if league else numbers) for line in row.cells.get(column, ()))
                for column in cross.columns
            ),
        )
        for row in cross.rows
    )
    return Grid(table.group, value_text(standings.record), heads, rows, league)


def _cell(standings: StageStandings, line: Line, numbers: dict[int, int]) -> Cell:
    return Cell(
        value=standings.figures.hundredths(line.value),
        against="+".join(str(numbers[entrant]) for entrant in line.opponents if entrant in numbers),
        word="" if line.kind is Kind.MATCH else str(KINDS[line.kind]),
        match=line.match.id if line.match else None,
    )
