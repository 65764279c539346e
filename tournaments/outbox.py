"""Which work on logs is due: what the worker's sweep sends. Claims decide; this only reminds."""

from datetime import datetime, timedelta

from django.db import connection, transaction

from tournaments.models import LogState, MoveLog
from tournaments.services.referee import MAX_LOST, run_out

# A row that was sent is sent again only after this long, should its message be lost.
RESEND = timedelta(seconds=60)


def due(now: datetime, limit: int) -> list[tuple[str, tuple[int]]]:
    """The tasks to send now, at most `limit`, as (name, arguments); each is put off by RESEND."""
    waiting = MoveLog.objects.filter(run_out(now), state__in=[LogState.QUEUED, LogState.RUNNING])
    if not waiting.exists():
        return []
    with transaction.atomic():
        rows = waiting.order_by("next_at", "pk")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        found = list(rows.values_list("pk", "state", "lost")[:limit])
        worn_out = [pk for pk, state, lost in found if state == LogState.RUNNING and lost >= MAX_LOST]
        MoveLog.objects.filter(pk__in=worn_out).update(
            state=LogState.FAILED, next_at=None, token=None, last_error="The worker was lost ten times."
        )
        # A running row keeps its run-out lease: it is what lets the next worker claim it.
        queued = [pk for pk, state, _ in found if state == LogState.QUEUED]
        MoveLog.objects.filter(pk__in=queued).update(next_at=now + RESEND)
    return [("tournaments.referee_log", (pk,)) for pk, _, _ in found if pk not in worn_out]


def recall(now: datetime) -> None:
    """Make due at once all that was sent to, or held by, a worker that is gone (the only one there was)."""
    MoveLog.objects.filter(state__in=[LogState.QUEUED, LogState.RUNNING], next_at__gt=now).update(next_at=now)
