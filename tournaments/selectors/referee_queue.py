"""What waits for a referee: one case a match, with all that is to be decided about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.core.clock import Lateness, lateness
from tournaments.models import (
    UNHAPPY,
    LogState,
    Match,
    MatchState,
    MoveLog,
    Note,
    Protest,
    Round,
    RoundStatus,
    ScoreSheet,
    SheetState,
    Tournament,
    TournamentStatus,
)
from tournaments.selectors.round_results import TableResult, table_result, with_reports
from tournaments.stage_settings import clock_of

MOST = 200
"""So many cases are shown at once; the rest follow as these are decided."""
LONGEST_LATE = timedelta(days=1)
KNOWN = "_referees_something"


class Why(IntEnum):
    """Why a match is in the queue, the most urgent first."""

    FAILED = 1
    DISPUTED = 2
    REJECTED = 3
    MISMATCH = 4
    REQUEST = 5
    PROTEST = 6
    LATE = 7
    NOTE = 8


WORDS = {
    Why.FAILED: _("log could not be replayed"),
    Why.DISPUTED: _("disputed"),
    Why.REJECTED: _("log rejected"),
    Why.MISMATCH: _("log claims another result"),
    Why.REQUEST: _("correction asked for"),
    Why.PROTEST: _("protest"),
    Why.LATE: _("time is over"),
    Why.NOTE: _("note"),
}
OF_LOG = {LogState.FAILED: Why.FAILED, LogState.REJECTED: Why.REJECTED, LogState.MISMATCH: Why.MISMATCH}


@dataclass(frozen=True)
class Case:
    """A match and why it waits; `mine` where the user sits there and may not decide."""

    table: TableResult
    logs: Sequence[MoveLog]
    notes: Sequence[Note]
    reasons: tuple[Why, ...]
    mine: bool

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def words(self) -> list[tuple[str, Any]]:
        """The reasons, each with the name of its badge."""
        return [(why.name.lower(), WORDS[why]) for why in self.reasons]


@dataclass(frozen=True)
class LateRound:
    """A round that has begun, and what its clock proposes for who is not there; decided at the clock."""

    round: Round
    proposed: Lateness
    points: int
    waiting: int
    """How many tables have nothing to show yet."""


def events_to_referee(user: Any) -> QuerySet[Tournament]:
    """The events whose results this user decides."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    if user.has_perm("tournaments.decide_results"):
        return Tournament.objects.all()
    mine = Q(referees=user) | Q(organisers=user) | Q(club__managers=user)
    return Tournament.objects.filter(mine).distinct()


def referees_something(user: Any) -> bool:
    """Whether the referees' site has anything to show to this user.

    Kept on the user like permissions are: a page of the site asks for each of its models.
    """
    if not hasattr(user, KNOWN):
        may = user.has_perm("tournaments.decide_results") or events_to_referee(user).exists()
        setattr(user, KNOWN, may)
    return bool(getattr(user, KNOWN))


def queue_of(user: Any, now: datetime) -> list[Case]:
    """The cases of the events this user referees, the most urgent first."""
    if not user.is_authenticated:
        return []
    matches = Match.objects.filter(
        round__status=RoundStatus.PUBLISHED,
        round__stage__tournament__in=events_to_referee(user).order_by().values("pk"),
    )
    logs = _logs_to_decide().defer("text").order_by("pk")
    notes = Note.objects.filter(settled_at=None).select_related("by")
    found = with_reports(matches.filter(_waits())).prefetch_related(
        Prefetch("logs", logs, to_attr="unhappy_logs"), Prefetch("notes", notes, to_attr="open_notes")
    )
    own = set(matches.filter(seats__player__user=user).values_list("pk", flat=True))
    cases = (_case(match, match.pk in own, now) for match in found.order_by("round_id", "table"))
    waiting = [case for case in cases if case.reasons]
    return sorted(waiting, key=lambda case: case.reasons[0])[:MOST]


def late_rounds(user: Any, now: datetime) -> list[LateRound]:
    """The rounds of the events this user referees whose clock proposes something for who came late.

    Twice as long as it takes not to have shown up: who was there had to be seen by then.
    """
    begun = Round.objects.filter(
        status=RoundStatus.PUBLISHED,
        starts_at__gt=now - LONGEST_LATE,
        starts_at__lt=now,
        stage__tournament__status=TournamentStatus.RUNNING,
        stage__tournament__in=events_to_referee(user).order_by().values("pk"),
    ).select_related("stage__tournament")
    waiting = Count("matches", filter=Q(matches__state=MatchState.SCHEDULED, matches__postponed=False))
    found = []
    for round_ in begun.annotate(waiting=waiting).filter(waiting__gt=0).order_by("starts_at", "pk"):
        settings = clock_of(round_.stage)
        proposed = lateness(round_.starts_at, now, settings)
        over = round_.starts_at is None or now - round_.starts_at > 2 * timedelta(
            minutes=settings.no_show_after
        )
        if proposed in (Lateness.POINTS, Lateness.NO_SHOW) and not over:
            found.append(LateRound(round_, proposed, settings.late_points, round_.waiting))
    return found


def _logs_to_decide() -> QuerySet[MoveLog]:
    return MoveLog.objects.filter(state__in=UNHAPPY, set_aside=False)


def _waits() -> Q:
    """Everything that may need a decision; what is late is seen only by the clock."""
    undecided = ~Q(state=MatchState.OFFICIAL)
    logs = _logs_to_decide().filter(match=OuterRef("pk"))
    sheets = ScoreSheet.objects.filter(match=OuterRef("pk"), state=SheetState.OPEN)
    clocked = Q(
        state=MatchState.SCHEDULED,
        round__starts_at__isnull=False,
        round__stage__tournament__status=TournamentStatus.RUNNING,
    )
    return (
        Q(state=MatchState.DISPUTED)
        | (undecided & Exists(logs))
        | (Q(state=MatchState.OFFICIAL) & Exists(sheets))
        | Exists(Protest.objects.filter(match=OuterRef("pk"), answered_at=None))
        | Exists(Note.objects.filter(match=OuterRef("pk"), settled_at=None))
        | clocked
    )


def _case(match: Match, mine: bool, now: datetime) -> Case:
    table = table_result(match, match.round, clock_of(match.round.stage), now)
    official = match.state == MatchState.OFFICIAL
    logs = [] if official else match.unhappy_logs  # type: ignore[attr-defined]
    notes = match.open_notes  # type: ignore[attr-defined]
    return Case(table, logs, notes, tuple(sorted(_reasons(table, logs, notes))), mine)


def _reasons(table: TableResult, logs: Sequence[MoveLog], notes: Sequence[Note]) -> Iterator[Why]:
    yield from {OF_LOG[LogState(log.state)] for log in logs}
    if table.match.state == MatchState.DISPUTED:
        yield Why.DISPUTED
    if table.match.state == MatchState.OFFICIAL and table.sheets:
        yield Why.REQUEST
    if table.protests:
        yield Why.PROTEST
    if table.late:
        yield Why.LATE
    if notes:
        yield Why.NOTE
