"""Marking a pool: from which game on its ledger has to be folded again. Folding itself is in `folding`."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from ratings.models import LedgerChange, RatingPool

FOLD_TASK = "ratings.fold_pool"
FROM_THE_START = "0"
OFFER_AGAIN = timedelta(seconds=5)
# A pool that was folded just now waits so long for more games: one fold of many costs less than many folds.
BREATH = timedelta(seconds=0.5)
# After failures in a row a pool waits longer and longer, but never longer than this.
LONGEST_WAIT = timedelta(hours=1)

MARK = """
    UPDATE ratings_ratingpool
    SET next_at = CASE WHEN dirty_from IS NULL THEN NULL ELSE next_at END,
        marked_at = CASE WHEN dirty_from IS NULL THEN %s ELSE marked_at END,
        dirty_from = CASE WHEN dirty_from IS NULL OR dirty_from > %s THEN %s ELSE dirty_from END,
        changes = changes + 1
    WHERE {pools}
    RETURNING id, next_at IS NULL
"""
THESE = "(active OR takes_over) AND rule_set = %s AND kind = %s"


def mark(rule_set: str, kind: str, order_key: str, why: str = "", by: Any = None) -> bool:
    """Ask for a fold from `order_key` on in the pools of this rule set and kind; False: there is none.

    Runs inside the caller's transaction. `why` is given for every change and ends in the audit line; only a
    new game that is the newest, too, needs none.
    """
    return _mark(THESE, (rule_set, kind), order_key, why, by)


def mark_pool(pool_id: int, order_key: str, why: str = "", by: Any = None) -> None:
    """Ask for a fold of one pool; see `mark`."""
    _mark("id = %s", (pool_id,), order_key, why, by)


def _mark(pools: str, params: tuple[Any, ...], order_key: str, why: str, by: Any) -> bool:
    """Mark the pools and say whether there are any, in one statement for every game that comes in.

    It is unconditional: a condition would be judged by the row as it was before a fold that is just about to
    clear it, and the mark be lost. While a fold is asked for already, no second message is sent.
    """
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(MARK.format(pools=pools), (now, order_key, order_key, *params))
        marked = cursor.fetchall()
    for pool_id, unasked in marked:
        if why:
            LedgerChange.objects.create(pool_id=pool_id, order_key=order_key, why=why[:300], by=by)
        if unasked:
            ask_for_fold(pool_id)
    return bool(marked)


def ask_for_fold(pool_id: int, *, busy: bool = False) -> None:
    """Send a fold of what is marked, after commit; the embedded worker finds it by itself.

    `busy`: it was folded just now.
    """
    if not settings.EMBEDDED:
        transaction.on_commit(partial(_send, pool_id, busy=busy), robust=True)


def _send(pool_id: int, *, busy: bool) -> None:
    """Send the fold, unless one that was sent lately has still to begin."""
    now = timezone.now()
    pool = RatingPool.objects.filter(pk=pool_id)
    if pool.filter(dirty_from__isnull=False, next_at=None).update(next_at=now + OFFER_AGAIN):
        busy = busy or pool.filter(folded_at__gt=now - BREATH).exists()
        current_app.send_task(FOLD_TASK, args=[pool_id], countdown=BREATH.total_seconds() if busy else None)


def take_due_pools(now: datetime, limit: int) -> Iterable[int]:
    """Pools that wait for a fold; each is offered again only after a while, however often this is asked.

    A time that lies too far ahead is of a clock that was set back since, and holds nothing up.
    """
    rested = Q(folded_at=None) | Q(folded_at__lte=now - BREATH) | Q(folded_at__gt=now)
    come = Q(next_at=None) | Q(next_at__lte=now) | Q(next_at__gt=now + LONGEST_WAIT)
    offered = Q(failures=0, next_at__gt=now + 2 * OFFER_AGAIN)
    due = RatingPool.objects.filter(rested, come | offered, dirty_from__isnull=False)
    for pool_id, next_at in due.order_by("pk").values_list("pk", "next_at")[:limit]:
        taken = RatingPool.objects.filter(pk=pool_id, next_at=next_at).update(next_at=now + OFFER_AGAIN)
        if taken:
            yield pool_id
