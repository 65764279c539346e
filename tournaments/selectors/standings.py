"""The standings of a stage for pages, files and the API: one reading of the database, one set of words.

Nothing is cached: the table is computed from what is official at this moment.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404

from tournaments.core.account import NOTHING_PLAYED, Kind, Line
from tournaments.core.records import Entrant, Format, Method, StageRecord
from tournaments.core.rows import Row, Table
from tournaments.core.standings import standings
from tournaments.core.tiebreaks import TieBreak, TieValue
from tournaments.figures import Figures
from tournaments.models import EntryStatus, Stage, Tournament
from tournaments.selectors.records import stage_record
from tournaments.words import kind_text, remark_text, tie_break_text, value_text


@dataclass(frozen=True)
class ShownRow:
    """A row as it is shown: the same words and figures on pages, in files and in the API."""

    rank: str
    number: int
    entrant: int
    name: str
    value: str
    ties: tuple[str, ...]
    played: int
    remarks: str


@dataclass(frozen=True)
class ShownTable:
    """One ranking of a stage with its column heads: `value_head` of what ranks, `heads` of the tie-breaks."""

    group: str
    value_head: str
    heads: tuple[str, ...]
    rows: tuple[ShownRow, ...]

    @cached_property
    def has_remarks(self) -> bool:
        return any(row.remarks for row in self.rows)


@dataclass(frozen=True)
class Sum:
    """How an entrant's value and each of its tie-breaks come about; `total` is what the lines add up to."""

    row: Row
    shown: ShownRow
    value_head: str
    total: str
    lines: tuple["SumLine", ...]
    ties: tuple["TieSum", ...]


@dataclass(frozen=True)
class SumLine:
    """One line of the sum: what happened in a round and what it gave.

    `late` are the points that coming late took off, each with whose they were.
    """

    round: int
    what: str
    opponents: tuple[str, ...]
    partners: tuple[str, ...]
    points: str
    value: str
    match: int | None
    reason: str
    late: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class TieSum:
    """One tie-break of an entrant, term by term."""

    name: str
    value: str
    terms: tuple[tuple[int, str, str], ...]


class StageStandings:
    """The tables of a stage at present or after a published round (0: nothing played); else Http404."""

    def __init__(self, stage: Stage, after_round: int | None = None, figures: Figures | None = None) -> None:
        self.stage = stage
        self.after_round = after_round
        self.record: StageRecord = stage_record(stage, clubs=False)
        if after_round is not None and after_round > max(self.rounds, default=0):
            raise Http404
        self.tables: tuple[Table, ...] = standings(self.record, after_round)
        self.method = self.record.scoring.method
        averages = self.record.format is Format.OPEN
        self.figures = replace(
            figures or Figures.active(), short=self.method is not Method.VP and not averages
        )

    @cached_property
    def rounds(self) -> list[int]:
        """The numbers of the published rounds."""
        return [record.number for record in self.record.published()]

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of the entrants by id."""
        return {entrant.id: entrant.name for entrant in self.record.entrants}

    @property
    def entry_list(self) -> list[Entrant]:
        """Who is to play, by seed, while nothing is played: ranks that everybody shares would say nothing."""
        lines = (line for table in self.tables for row in table.rows for line in row.account.lines)
        if self.after_round is not None or any(line.kind not in NOTHING_PLAYED for line in lines):
            return []
        entrants = self.record.entrants or _entered(self.stage)
        staying = [each for each in entrants if each.withdrawn_after is None and not each.disqualified_from]
        return sorted(staying, key=lambda each: (each.seed is None, each.seed or 0, each.number))

    def shown(self) -> list[ShownTable]:
        """All tables as they are shown."""
        return [
            ShownTable(
                table.group,
                value_text(self.record),
                tuple(tie_break_text(tie_break.code, self.method) for tie_break in table.tie_breaks),
                tuple(self.row(row, table) for row in table.rows),
            )
            for table in self.tables
        ]

    def row(self, row: Row, table: Table) -> ShownRow:
        """One row in words and figures."""
        value = row.value if row.average is None else row.average
        return ShownRow(
            rank=row.label,
            number=row.entrant.number,
            entrant=row.entrant.id,
            name=row.entrant.name,
            value=self.figures.hundredths(value),
            ties=tuple(
                self.figures.tie(tie, tie_break.unit)
                for tie, tie_break in zip(row.ties, table.tie_breaks, strict=False)
            ),
            played=row.account.played,
            remarks=", ".join(remark_text(remark) for remark in row.remarks),
        )

    def explain(self, number: int) -> Sum:
        """How the row of the entrant with this entry number comes about; raises Http404 if there is none."""
        for table in self.tables:
            for row in table.rows:
                if row.entrant.number == number:
                    return Sum(
                        row,
                        self.row(row, table),
                        value_text(self.record),
                        self.figures.hundredths(row.value),
                        tuple(self.line(line) for line in row.account.lines),
                        tuple(self._ties(row, table)),
                    )
        raise Http404

    def line(self, line: Line) -> SumLine:
        """One account line in words."""
        played = line.own is not None and line.against is not None
        return SumLine(
            round=line.round,
            what=kind_text(line),
            opponents=self._named(line.opponents),
            partners=self._named(line.partners),
            points=self.figures.score([line.own, line.against]) if played else "",
            value=self.figures.hundredths(line.value),
            match=line.match.id if line.match and line.kind is not Kind.ADJUSTMENT else None,
            reason=line.reason,
            late=self._late(line) if played else (),
        )

    def _late(self, line: Line) -> tuple[tuple[str, str], ...]:
        sides = line.match.sides if line.match else ()
        return tuple(
            (self.figures.whole(side.late), " + ".join(self._named(side.entrants)))
            for side in sides
            if side.late
        )

    def _named(self, ids: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.names.get(entrant, "") for entrant in ids)

    def _ties(self, row: Row, table: Table) -> Iterator[TieSum]:
        for tie, tie_break in zip(row.ties, table.tie_breaks, strict=False):
            value = self.figures.tie(tie, tie_break.unit)
            yield TieSum(tie_break_text(tie_break.code, self.method), value, self._terms(tie, tie_break))

    def _terms(self, tie: TieValue, tie_break: TieBreak) -> tuple[tuple[int, str, str], ...]:
        return tuple(
            (
                term.round,
                " + ".join(self._named(term.opponents)),
                self.figures.tie(TieValue(term.value), tie_break.unit) + (" ✕" if term.cut else ""),
            )
            for term in tie.terms
        )


def _entered(stage: Stage) -> list[Entrant]:
    """Those who will play the first stage; who plays a later one its beginning decides."""
    if stage.number != 1:
        return []
    rows = stage.tournament.entrants.filter(status=EntryStatus.ENTERED)
    return [Entrant(row.pk, row.number, row.name, seed=row.seed) for row in rows]


def stages_of(tournament: Tournament) -> list[Stage]:
    """The stages of an event in order, read from the database once for this object."""
    prefetch_related_objects([tournament], Prefetch("stages", Stage.objects.order_by("number")))
    return list(tournament.stages.all())


def stage_of(tournament: Tournament, number: int | None) -> Stage:
    """The stage with this number, or the last one that began; raises Http404."""
    stages = stages_of(tournament)
    if number is not None:
        stages = [stage for stage in stages if stage.number == number]
    begun = [stage for stage in stages if stage.status != "planned"] or stages[:1]
    if not begun:
        raise Http404
    return begun[-1]
