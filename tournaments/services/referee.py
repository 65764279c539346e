"""A worker replays a log: claim by a lease, replay outside any transaction, finish in one short transaction.

Every step may run twice, or be cut off anywhere, with one result: the row decides who may write.
"""

import logging
import time
import uuid
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Case, F, IntegerField, Q, When
from django.utils import timezone
from django.utils.translation import gettext_noop

import engine
from tournaments.models import LogState, MoveLog
from tournaments.services.queue import publish
from tournaments.services.results import record_verified_log
from tournaments.services.tallies import FAILED, count_replay

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)

# Longer than the task's hard time limit, shorter than the time after which a broker sends again.
LEASE = timedelta(seconds=120)
MAX_FAILED = 3
MAX_LOST = 10

REPLAYED = gettext_noop("Replayed by a worker.")
REPLAY_FAILED = gettext_noop("The replay failed.")

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
    text = MoveLog.objects.values_list("text", flat=True).get(pk=log_id)
    started = time.monotonic()
    try:
        verdict = engine.replay(text)
        seconds = time.monotonic() - started
        stored = finish(log_id, token, verdict, timezone.now())
    except Exception as error:  # our own fault, whatever it is: counted, and tried again
        logger.exception("Log %s could not be replayed", log_id, extra={"log": log_id})
        fail(log_id, token, error, timezone.now())
        count_replay(FAILED, time.monotonic() - started)
        return
    if stored:
        count_replay(verdict.verdict, seconds)
        told = {"log": log_id, "verdict": verdict.verdict, "seconds": round(seconds, 4)}
        logger.info("Log %s: %s", log_id, verdict.verdict, extra=told)


def claim(log_id: int, now: datetime) -> uuid.UUID | None:
    """Take the lease of a log that is queued, or whose lease ran out; None where there is nothing to do."""
    token = uuid.uuid4()
    lost = Q(state=LogState.RUNNING, lost__lt=MAX_LOST) & run_out(now)
    due = Q(state=LogState.QUEUED) | lost
    taken = MoveLog.objects.filter(due, pk=log_id).update(
        lost=Case(
            When(state=LogState.RUNNING, then=F("lost") + 1), default=F("lost"), output_field=IntegerField()
        ),
        state=LogState.RUNNING,
        token=token,
        next_at=now + LEASE,
    )
    return token if taken else None


def run_out(now: datetime) -> Q:
    """Rows whose time has come; also those put off for longer than anybody does: the clock was set back.

    Twice as long, since the clocks of two machines differ a little.
    """
    return Q(next_at__lte=now) | Q(next_at__gt=now + 2 * LEASE)


def finish(log_id: int, token: uuid.UUID, verdict: engine.Verdict, now: datetime) -> bool:
    """Store the verdict and its consequences, if the lease is still ours; False: another worker has it."""
    with transaction.atomic():
        log = _held(log_id, token)
        if log is None:
            return False
        log.state = VERDICT_STATES[verdict.verdict]
        log.verdict = verdict.as_dict()
        log.evidence = {"case": verdict.case, "params": dict(verdict.params)}
        log.engine = engine.VERSION
        log.replayed_at = now
        log.token = log.next_at = None
        log.last_error = ""
        log.because(REPLAYED).save()
        if verdict.verdict == "verified":
            record_verified_log(log, verdict, now)
    return True


def _held(log_id: int, token: uuid.UUID) -> MoveLog | None:
    """The log with its row locked, if the lease is still this token's."""
    held = MoveLog.objects.select_for_update().filter(pk=log_id, token=token, state=LogState.RUNNING)
    return held.defer("text").first()


def fail(log_id: int, token: uuid.UUID, error: Exception, now: datetime) -> None:
    """Count a failure of ours; after MAX_FAILED the log waits for a referee."""
    with transaction.atomic():
        log = _held(log_id, token)
        if log is None:
            return
        log.failed += 1
        gone = log.failed >= MAX_FAILED
        log.state = LogState.FAILED if gone else LogState.QUEUED
        log.next_at = None if gone else now + timedelta(seconds=2**log.failed)
        log.token = None
        log.last_error = f"{type(error).__name__}: {error}"[:2000]
        log.because(REPLAY_FAILED).save()


def replay_again(log_id: int, by: "User | None", reason: str, now: datetime) -> bool:
    """Queue a failed log anew, with its counts at zero; False where it is not failed."""
    with transaction.atomic():
        log = MoveLog.objects.select_for_update().defer("text").filter(pk=log_id).first()
        if log is None or log.state != LogState.FAILED:
            return False
        log.state = LogState.QUEUED
        log.failed = log.lost = 0
        log.next_at = now
        log.token = None
        log.because(reason, by).save()
        publish("tournaments.referee_log", log.pk)
    return True
