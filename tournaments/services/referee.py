"""A worker replays a log: claim by a lease, replay outside any transaction, finish in one short transaction.

Every step may run twice, or be cut off anywhere, with one result: the row decides who may write.
"""

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import connection, transaction
from django.db.models import Case, F, IntegerField, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext_noop

import engine
from tournaments.models import LogState, MoveLog
from tournaments.services.queue import publish
from tournaments.services.results import record_verified_log

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
    try:
        finish(log, token, engine.replay(log.text), timezone.now())
    except Exception as error:  # our own fault, whatever it is: counted, and tried again
        logger.exception("Log %s could not be replayed", log_id)
        fail(log_id, token, error, timezone.now())


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
    with repeatable():
        held = _held(log.pk, token).update(
            state=VERDICT_STATES[verdict.verdict],
            verdict=verdict.as_dict(),
            evidence={"case": verdict.case, "params": dict(verdict.params)},
            engine=engine.VERSION,
            replayed_at=now,
            token=None,
            next_at=None,
            last_error="",
        )
        if held and verdict.verdict == "verified":
            record_verified_log(log, verdict, now)
    return bool(held)


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
    """Put what a worker made of the log into its history, as it stands before it is changed."""
    if log.replayed_at is not None:
        vars(log)["_history_date"] = log.replayed_at
    log.because(REPLAY_FAILED if log.state == LogState.FAILED else REPLAYED).save()
    vars(log).pop("_history_date", None)


def replay_again(log_id: int, by: "User | None", reason: str, now: datetime) -> bool:
    """Queue a failed log anew, with its counts at zero; False where it is not failed."""
    with transaction.atomic():
        log = MoveLog.objects.select_for_update().defer("text").filter(pk=log_id).first()
        if log is None or log.state != LogState.FAILED:
            return False
        keep_in_history(log)
        log.state = LogState.QUEUED
        log.failed = log.lost = 0
        log.next_at = now
        log.token = None
        log.because(reason, by).save()
        publish("tournaments.referee_log", log.pk)
    return True
