"""Folding a pool: the ledger is written again from the first marked game on, in one transaction.

One writer a pool (see `locks`). Readers see the old ledger until the new one is committed. A fold that is
killed leaves the mark, so the next one does it all.
"""

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, Min, OuterRef

from ratings.models import LedgerChange, RatedGame, RatingEntry, RatingPool, RatingReplay
from ratings.services.locks import lock_pool
from ratings.services.marks import FROM_THE_START, LONGEST_WAIT, ask_for_fold, mark_pool
from ratings.services.pools import take_over
from ratings.services.writing import Writer
from webhooks.models import Kind
from webhooks.services import announce

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Folded:
    """What one fold did."""

    games: int
    deleted: int
    players_moved: int
    largest_move: float
    seconds: float


def fold_pool(pool_id: int, now: datetime) -> Folded | None:
    """Bring the ledger of a pool up to date. None if it is, or if another worker is at it.

    What is marked while a fold runs is folded next, a moment later together with what else has come by then.
    """
    try:
        return _fold_once(pool_id, now)
    except Exception as error:
        _note_failure(pool_id, now, error)
        raise


def rebuild(pool: RatingPool, *, why: str, now: datetime) -> Folded | None:
    """Fold the whole pool again from its first game."""
    mark_pool(pool.pk, FROM_THE_START, why)
    return fold_pool(pool.pk, now)


@transaction.atomic
def _fold_once(pool_id: int, now: datetime) -> Folded | None:
    if not lock_pool(pool_id):
        return None
    # Read before the pool: what is among them was marked by then, so the fold begins early enough for it.
    changes = list(LedgerChange.objects.filter(pool=pool_id, replay=None))
    pool = RatingPool.objects.filter(pk=pool_id, dirty_from__isnull=False).first()
    if pool is None:
        return None
    started = time.monotonic()
    first = RatedGame.objects.filter(
        rule_set=pool.rule_set, kind=pool.kind, order_key__gte=pool.dirty_from
    ).order_by("order_key")[:1]
    writer = Writer(pool)
    writer.write()
    folded = Folded(
        games=writer.games,
        deleted=writer.deleted,
        players_moved=writer.players_moved,
        largest_move=writer.largest_move,
        seconds=time.monotonic() - started,
    )
    if changes or folded.deleted:
        _audit(pool, folded, changes, first.first() if first else None, now)
    if pool.takes_over:
        take_over(pool)
    _clear(pool, now)
    announce(Kind.RATINGS, f"ratings:{pool.slug}:{now.isoformat()}", lambda: _told(pool, folded), now)
    return folded


def _told(pool: RatingPool, folded: Folded) -> dict[str, Any]:
    """What webhooks tell of a fold."""
    return {"pool": pool.slug, "games": folded.games, "url": f"/api/v1/ratings/pools/{pool.slug}/table"}


def _audit(
    pool: RatingPool, folded: Folded, changes: list[LedgerChange], first: RatedGame | None, now: datetime
) -> None:
    replay = RatingReplay.objects.create(
        pool=pool,
        at=now,
        from_game=first,
        why="; ".join(dict.fromkeys(change.why for change in changes)),
        games=folded.games,
        players_moved=folded.players_moved,
        largest_move=folded.largest_move,
        seconds=folded.seconds,
    )
    LedgerChange.objects.filter(pk__in=[change.pk for change in changes]).update(replay=replay)


def _clear(pool: RatingPool, now: datetime) -> None:
    """Nothing is marked any more but what was marked while this fold ran: that is folded next."""
    mine = RatingPool.objects.filter(pk=pool.pk)
    marked = mine.select_for_update(no_key=True).get()
    left = None if marked.changes == pool.changes else _left(marked)
    mine.update(folded_at=now, failures=0, last_error="", next_at=None, dirty_from=left)
    if left is not None:
        ask_for_fold(pool.pk, busy=True)


def _left(pool: RatingPool) -> str | None:
    """Where the first game stands that this fold has not seen as it is now; whoever marks waits for us.

    That is a new game, which has no line yet, or the place of a change, and no mark lies before `dirty_from`.
    """
    lines = RatingEntry.objects.filter(pool=pool, game=OuterRef("pk"))
    games = RatedGame.objects.filter(~Exists(lines), rule_set=pool.rule_set, kind=pool.kind, not_rated="")
    changes = LedgerChange.objects.filter(pool=pool, replay=None)
    firsts = (
        games.filter(order_key__gte=pool.dirty_from).aggregate(first=Min("order_key"))["first"],
        changes.aggregate(first=Min("order_key"))["first"],
    )
    return min((first for first in firsts if first is not None), default=None)


def _note_failure(pool_id: int, now: datetime, error: Exception) -> None:
    """Wait longer after each failure in a row; referees see the pool and the error."""
    logger.exception("folding pool %s failed", pool_id)
    mine = RatingPool.objects.filter(pk=pool_id)
    mine.update(failures=F("failures") + 1, last_error=f"{type(error).__name__}: {error}"[:2000])
    failures = mine.values_list("failures", flat=True).first() or 1
    mine.update(next_at=now + min(LONGEST_WAIT, timedelta(seconds=5) * 2 ** min(failures, 12)))
