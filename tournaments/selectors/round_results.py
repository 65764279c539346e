"""A round as those see it who take its results: every table with what was reported and how late it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from tournaments.core.clock import Clock, ClockSettings, Phase
from tournaments.models import (
    UNHAPPY,
    Adjustment,
    GameRecord,
    Match,
    MatchState,
    MoveLog,
    Protest,
    Round,
    RoundStatus,
    ScoreSheet,
    SheetState,
    Stage,
)
from tournaments.selectors.matches import with_people
from tournaments.stage_settings import clock_of


@dataclass(frozen=True)
class TableResult:
    """A table: its match, its official record, the open reports, the protests nobody answered.

    `logs` are those that wait for a referee: not verified and not set aside.
    """

    match: Match
    record: GameRecord | None
    sheets: Sequence[ScoreSheet]
    protests: Sequence[Protest]
    logs: Sequence[MoveLog]
    late: bool

    @property
    def needs_referee(self) -> bool:
        """Disputed, protested, or asked to be corrected."""
        requested = self.match.state == MatchState.OFFICIAL and bool(self.sheets)
        return self.match.state == MatchState.DISPUTED or requested or bool(self.protests)

    def agrees_with(self, totals: Sequence[int]) -> bool:
        """Whether nobody has said anything else of this table."""
        if self.match.state == MatchState.OFFICIAL:
            return self.totals == list(totals)
        return all(sheet.totals == list(totals) for sheet in self.sheets)

    @property
    def totals(self) -> Sequence[int] | None:
        """The official totals, or those that were reported undisputed."""
        if self.match.state == MatchState.OFFICIAL and self.record is not None:
            return self.record.totals
        return self.sheets[0].totals if self.match.state == MatchState.REPORTED and self.sheets else None


@dataclass(frozen=True)
class RoundResults:
    """A round with all its tables, and how many of them are in which state."""

    round: Round
    tables: Sequence[TableResult]
    clock: Clock
    settings: ClockSettings
    adjustments: Sequence[Adjustment]

    def _count(self, state: str) -> int:
        return sum(table.match.state == state for table in self.tables)

    @property
    def official(self) -> int:
        return self._count(MatchState.OFFICIAL)

    @property
    def disputed(self) -> int:
        return self._count(MatchState.DISPUTED)

    @property
    def waiting(self) -> int:
        return self._count(MatchState.SCHEDULED)

    @property
    def to_confirm(self) -> list[Match]:
        """The tables that one side has reported and nobody contradicted."""
        return [table.match for table in self.tables if table.match.state == MatchState.REPORTED]


def round_results(stage: Stage, number: int, now: datetime) -> RoundResults:
    """A published round for those who take its results, in a fixed number of queries; raises Http404."""
    round_ = stage.rounds.filter(number=number, status=RoundStatus.PUBLISHED).defer("draw_input").first()
    if round_ is None:
        raise Http404
    round_.stage = stage
    settings = clock_of(stage)
    return RoundResults(
        round_,
        [table_result(match, round_, settings, now) for match in with_reports(round_.matches.all())],
        clock(round_, settings),
        settings,
        list(stage.adjustments.filter(round_number=number).select_related("entrant")),
    )


def with_reports(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches by table with their people, open reports, protests and logs, in a fixed number of queries."""
    open_sheets = ScoreSheet.objects.filter(state=SheetState.OPEN).order_by("pk")
    open_logs = MoveLog.objects.filter(state__in=UNHAPPY, set_aside=False).only("match_id")
    return (
        with_people(matches)
        .order_by("table")
        .prefetch_related(
            Prefetch("sheets", open_sheets, to_attr="open_sheets"),
            Prefetch("protests", Protest.objects.filter(answered_at=None), to_attr="open_protests"),
            Prefetch("logs", open_logs.order_by("pk"), to_attr="open_logs"),
        )
    )


def table_result(match: Match, round_: Round, settings: ClockSettings, now: datetime) -> TableResult:
    """One table of `with_reports`."""
    waits = match.state == MatchState.SCHEDULED and not match.postponed
    phase = table_clock(round_, match, settings).phase(now, settings)
    return TableResult(
        match,
        getattr(match, "record", None),
        match.open_sheets,  # type: ignore[attr-defined]
        match.open_protests,  # type: ignore[attr-defined]
        match.open_logs,  # type: ignore[attr-defined]
        waits and phase is Phase.OVER,
    )


def one_table(match: Match, now: datetime) -> TableResult:
    """The same of one match."""
    found = with_reports(Match.objects.filter(pk=match.pk)).get()
    return table_result(found, found.round, clock_of(found.round.stage), now)


def clock(round_: Round, settings: ClockSettings) -> Clock:
    """The clock of a round."""
    minutes = round_.length_minutes or settings.minutes
    return Clock(round_.starts_at, minutes, round_.paused_at, round_.extra_seconds)


def table_clock(round_: Round, match: Match, settings: ClockSettings) -> Clock:
    """The clock of one table: the round's, with the time that it alone was given."""
    of_all = clock(round_, settings)
    stopped = [since for since in (match.paused_at, of_all.paused_at) if since is not None]
    return Clock(
        of_all.starts_at,
        of_all.minutes,
        min(stopped, default=None),
        of_all.extra_seconds + match.extra_seconds,
    )
