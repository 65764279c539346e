"""A worker replays a log: claim by a lease, replay outside any transaction, finish in one short transaction.

Every step may run twice, or be cut off anywhere, with one result: the row decides who may write.
"""

import logging
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import Case, F, IntegerField, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from tournaments.errors import InputError, TournamentError
from tournaments.models import UNHAPPY, LogState, MatchState, MoveLog
from tournaments.services.queue import publish
from tournaments.services.results import expect_version, lock_match, record_verified_log, set_state
from tournaments.services.tallies import FAILED, count_replay
from tournaments.services.telling import tell_verdict

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)

# Longer than the task's hard time limit, shorter than the time after which a broker sends again.
LEASE = timedelta(seconds=120)
MAX_FAILED = 3
MAX_LOST = 10

REPLAYED = gettext_noop("Replayed by a worker.")
REPLAY_FAILED = gettext_noop("The replay failed.")

# What a replay needs of its log; none of it changes after the log was stored.
STORED = ("text", "match_id", "sides", "forfeit_side", "submitted_at")

VERDICT_STATES = {
    "verified": LogState.VERIFIED,
    "rejected": LogState.REJECTED,
    "mismatch": LogState.MISMATCH,
}


def referee_log(log_id: int) -> None:
    """Replay a stored log and store its verdict with all that follows from it. Twice is once."""
    token = claim(log_id, timezone.now())
    if token is None:
        return
    log = MoveLog.objects.only(*STORED).get(pk=log_id)
    started = time.monotonic()
    try:
        verdict = engine.replay(log.text)
        seconds = time.monotonic() - started
        stored = finish(log, token, verdict, timezone.now())
    except Exception as error:  # our own fault, whatever it is: counted, and tried again
        logger.exception("Log %s could not be replayed", log_id, extra={"log": log_id})
        fail(log_id, token, error, timezone.now())
        _count(FAILED, time.monotonic() - started)
        return
    if stored:
        _count(verdict.verdict, seconds)
        told = {"log": log_id, "verdict": verdict.verdict, "seconds": round(seconds, 4)}
        logger.info("Log %s: %s", log_id, verdict.verdict, extra=told)


def _count(verdict: str, seconds: float) -> None:
    with repeatable():
        count_replay(verdict, seconds)


def claim(log_id: int, now: datetime) -> uuid.UUID | None:
    """Take the lease of a log that is queued, or whose lease ran out; None where there is nothing to do."""
    token = uuid.uuid4()
    held_and_lost = Q(state=LogState.RUNNING, lost__lt=MAX_LOST) & run_out(now)
    due = Q(state=LogState.QUEUED) | held_and_lost
    lost = Case(
        When(state=LogState.RUNNING, then=F("lost") + 1), default=F("lost"), output_field=IntegerField()
    )
    with repeatable():
        taken = MoveLog.objects.filter(due, pk=log_id).update(
            lost=lost, state=LogState.RUNNING, token=token, next_at=now + LEASE
        )
    return token if taken else None


def run_out(now: datetime) -> Q:
    """Rows whose time has come; also those put off for longer than anybody does: the clock was set back.

    Twice as long, since the clocks of two machines differ a little.
    """
    return Q(next_at__lte=now) | Q(next_at__gt=now + 2 * LEASE)


@contextmanager
def repeatable() -> Iterator[None]:
    """A transaction that doesn't wait for the disk: if the machine dies just now, all of it is done again.

    PostgreSQL then loses the last transactions as wholes and in order; what a person was told is stored
    (a submission, a decision) waits for the disk, and takes with it whatever it was based on.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL synchronous_commit TO OFF")
        yield


def finish(log: MoveLog, token: uuid.UUID, verdict: engine.Verdict, now: datetime) -> bool:
    """Store the verdict and its consequences, if the lease is still ours; False: another worker has it.

    What a worker writes is on the log's row; its history gets it before anything else changes it.
    """
    log.state = VERDICT_STATES[verdict.verdict]
    with repeatable():
        held = _held(log.pk, token).update(
            state=log.state,
            verdict=verdict.as_dict(),
            evidence={"case": verdict.case, "params": dict(verdict.params)},
            engine=engine.VERSION,
            replayed_at=now,
            token=None,
            next_at=None,
            last_error="",
        )
        if not held:
            return False
        tell_verdict(log, now)
        if verdict.verdict == "verified":
            record_verified_log(log, verdict, now)
    return True


def _held(log_id: int, token: uuid.UUID) -> QuerySet[MoveLog]:
    """The log, if the lease is still this token's."""
    return MoveLog.objects.filter(pk=log_id, token=token, state=LogState.RUNNING)


def fail(log_id: int, token: uuid.UUID, error: Exception, now: datetime) -> None:
    """Count a failure of ours; after MAX_FAILED the log waits for a referee."""
    with transaction.atomic():
        held = _held(log_id, token)
        failed = held.select_for_update().values_list("failed", flat=True).first()
        if failed is None:
            return
        gone = failed + 1 >= MAX_FAILED
        held.update(
            failed=failed + 1,
            state=LogState.FAILED if gone else LogState.QUEUED,
            next_at=None if gone else now + timedelta(seconds=2 ** (failed + 1)),
            token=None,
            last_error=f"{type(error).__name__}: {error}"[:2000],
        )


def keep_in_history(log: MoveLog) -> None:
    """Put what a worker made of the log into its history, as it stands before it is changed by somebody."""
    vars(log)["_history_user"] = None
    if log.replayed_at is not None:
        vars(log)["_history_date"] = log.replayed_at
    log.because(REPLAY_FAILED if log.state == LogState.FAILED else REPLAYED).save()
    for name in ("_history_user", "_history_date"):
        vars(log).pop(name, None)


def replay_again(log_id: int, by: "User | None", reason: str, now: datetime) -> bool:
    """Queue a failed log anew, with its counts at zero; False where it is not failed."""
    with transaction.atomic():
        log = MoveLog.objects.select_for_update().defer("text").filter(pk=log_id).first()
        if log is None or log.state != LogState.FAILED:
            return False
        keep_in_history(log)
        log.state = LogState.QUEUED
        log.failed = log.lost = 0
        log.set_aside = False
        log.next_at = now
        log.token = None
        log.because(reason, by).save()
        publish("tournaments.referee_log", log.pk)
    return True


@transaction.atomic
def set_aside(
    match_id: int, log_id: int, aside: bool, by: "User | None", reason: str, version: int | None = None
) -> None:
    """Let a log with a fault be no evidence, so that it leaves the queue; or take it up again.

    Raises InputError `reason-required`, TournamentError `changed-meanwhile` or `settled-already`.
    """
    match = lock_match(match_id)
    expect_version(match, version)
    if not reason.strip():
        raise InputError("reason-required", _("Say why this log does not count, or counts again."))
    waits = match.logs.select_for_update().filter(pk=log_id, state__in=UNHAPPY, set_aside=not aside)
    log = waits.defer("text").first()
    if log is None:
        raise TournamentError("settled-already", _("Somebody has settled this already."))
    keep_in_history(log)
    log.set_aside = aside
    log.because(reason, by).save()
    set_state(match, MatchState(match.state), by, reason)
