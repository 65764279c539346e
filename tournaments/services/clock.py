"""The clock of a round, of all its tables or of one; and what a referee makes of coming late."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.core.clock import Lateness
from tournaments.core.records import Outcome
from tournaments.errors import InputError, TournamentError
from tournaments.models import Match, MatchState, Round
from tournaments.services.decisions import Ruling, decide
from tournaments.services.rating import sync_round
from tournaments.services.results import lock_match
from tournaments.stage_settings import clock_of

if TYPE_CHECKING:
    from accounts.models import User

STARTED = gettext_noop("The clock was started.")
PAUSED = gettext_noop("The clock was paused.")
GOES_ON = gettext_noop("The clock goes on.")
EXTENDED = gettext_noop("Time was added.")
SHORTENED = gettext_noop("Time was taken back.")
LATE = gettext_noop("A side came late.")
NOT_LATE = gettext_noop("The penalty for coming late was taken back.")
MOST_MINUTES = 24 * 60


def _lock_round(round_id: int) -> Round:
    return Round.objects.select_for_update(of=("self",)).select_related("stage").get(pk=round_id)


def _locked_tables(round_: Round) -> QuerySet[Match]:
    return round_.matches.select_for_update(of=("self",)).order_by("pk")


def _check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        raise InputError("minutes", _("Give the minutes as a number from 1 on."))


@transaction.atomic
def start(round_id: int, minutes: int, by: "User | None", now: datetime) -> Round:
    """Let the round begin now and last so many minutes; one that ran already begins anew at all tables."""
    _check_minutes(minutes)
    round_ = _lock_round(round_id)
    for match in _locked_tables(round_) if round_.starts_at is not None else ():
        if match.paused_at is not None or match.extra_seconds:
            match.paused_at, match.extra_seconds = None, 0
            match.because(STARTED, by).save()
    round_.starts_at, round_.length_minutes = now, minutes
    round_.paused_at, round_.extra_seconds = None, 0
    round_.because(STARTED, by).save()
    sync_round(round_, STARTED)
    return round_


@transaction.atomic
def pause(round_id: int, by: "User | None", now: datetime) -> Round:
    """Stop the clock; twice is once."""
    round_ = _lock_round(round_id)
    if round_.paused_at is None:
        round_.paused_at = now
        round_.because(PAUSED, by).save()
    return round_


@transaction.atomic
def go_on(round_id: int, by: "User | None", now: datetime) -> Round:
    """Let a stopped clock run; the pause is added at the end. A table stopped alone has no time from it."""
    round_ = _lock_round(round_id)
    if round_.paused_at is not None:
        for match in _locked_tables(round_).exclude(paused_at=None):
            own: datetime = match.paused_at  # type: ignore[assignment]
            match.paused_at = own + timedelta(seconds=_seconds(max(own, round_.paused_at), now))
            match.because(GOES_ON, by).save()
        round_.extra_seconds += _seconds(round_.paused_at, now)
        round_.paused_at = None
        round_.because(GOES_ON, by).save()
    return round_


@transaction.atomic
def extend(round_id: int, minutes: int, by: "User | None") -> Round:
    """Give all tables more time."""
    _check_minutes(minutes)
    round_ = _lock_round(round_id)
    round_.extra_seconds += 60 * minutes
    round_.because(EXTENDED, by).save()
    return round_


@transaction.atomic
def shorten(round_id: int, minutes: int, by: "User | None") -> Round:
    """Take back time that was added for all tables.

    Raises TournamentError `no-such-time` for more than was added.
    """
    round_ = _lock_round(round_id)
    round_.extra_seconds = _shortened(round_.extra_seconds, minutes)
    round_.because(SHORTENED, by).save()
    return round_


@transaction.atomic
def pause_table(match_id: int, by: "User | None", now: datetime) -> Match:
    """Stop the clock of one table."""
    match = lock_match(match_id)
    if match.paused_at is None:
        match.paused_at = now
        match.because(PAUSED, by).save()
    return match


@transaction.atomic
def table_goes_on(match_id: int, by: "User | None", now: datetime) -> Match:
    """Let the clock of one table run again; while all are stopped, it stays so with them."""
    match = lock_match(match_id)
    if match.paused_at is not None:
        match.extra_seconds += _seconds(match.paused_at, min(now, match.round.paused_at or now))
        match.paused_at = None
        match.because(GOES_ON, by).save()
    return match


@transaction.atomic
def extend_table(match_id: int, minutes: int, by: "User | None") -> Match:
    """Give one table more time."""
    _check_minutes(minutes)
    match = lock_match(match_id)
    match.extra_seconds += 60 * minutes
    match.because(EXTENDED, by).save()
    return match


@transaction.atomic
def shorten_table(match_id: int, minutes: int, by: "User | None") -> Match:
    """Take back time that was added for one table; raises as `shorten` does."""
    match = lock_match(match_id)
    match.extra_seconds = _shortened(match.extra_seconds, minutes)
    match.because(SHORTENED, by).save()
    return match


def _shortened(extra_seconds: int, minutes: int) -> int:
    _check_minutes(minutes)
    if extra_seconds < 60 * minutes:
        raise TournamentError("no-such-time", _("That much time was not added."))
    return extra_seconds - 60 * minutes


def _seconds(since: datetime, now: datetime) -> int:
    return max(int((now - since) / timedelta(seconds=1)), 0)


@transaction.atomic
def rule_late(
    match_id: int, side: int, step: Lateness, by: "User | None", now: datetime, version: int | None = None
) -> Match:
    """Decide that a side came late: points off its sheet, or not at all. A warning leaves no trace.

    Raises TournamentError `already-reported` for points once a result was reported, and those of `decide`.
    """
    match = lock_match(match_id)
    if step is Lateness.NO_SHOW:
        return decide(match.pk, Ruling(None, Outcome.NO_SHOW, frozenset({side})), by, now, version).match
    if step is Lateness.POINTS:
        points = -clock_of(match.round.stage).late_points
        _set_penalty(match, side, points, by, LATE)
    return match


@transaction.atomic
def forgive_late(match_id: int, side: int, by: "User | None") -> Match:
    """Take the points for coming late back off the sheet."""
    match = lock_match(match_id)
    _set_penalty(match, side, 0, by, NOT_LATE)
    return match


def _set_penalty(match: Match, side: int, points: int, by: "User | None", reason: str) -> None:
    sides = match.sides.count()
    if not 0 <= side < sides:
        raise InputError("side", _("This match has no such side."))
    if match.state != MatchState.SCHEDULED:
        raise TournamentError(
            "already-reported", _("A result was reported already; correct that one instead.")
        )
    penalties = list(match.penalties) or [0] * sides
    if penalties[side] != points:
        penalties[side] = points
        match.penalties = penalties if any(penalties) else []
        match.version += 1
        match.because(reason, by).save()
