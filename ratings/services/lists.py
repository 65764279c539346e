"""Official lists: the table of a month, frozen once the month is over. Nothing here changes a list."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings.errors import RatingError
from ratings.models import OfficialList, OfficialListRow, RatingPool
from ratings.selectors.tables import PastTable, TableQuery, TableRow, start_of
from ratings.services.locks import lock_pool

LIST_TASK = "ratings.publish_list"
OFFER_AGAIN = timedelta(minutes=10)


def month_ended(now: datetime) -> date:
    """The first day of the newest month that is over."""
    return (timezone.localtime(now).date().replace(day=1) - timedelta(days=1)).replace(day=1)


def end_of(month: date) -> datetime:
    """The moment at which a month is over."""
    return start_of(_next_month(month))


def take_due_lists(now: datetime, limit: int) -> Iterable[int]:
    """Pools that lack the list of the month that has ended; each is offered again only after a while.

    A pool whose ledger is being folded waits: what is frozen must be right.
    """
    due = RatingPool.objects.filter(
        Q(listed=None) | Q(listed__lt=month_ended(now)),
        Q(list_at=None) | Q(list_at__lte=now) | Q(list_at__gt=now + 2 * OFFER_AGAIN),
        active=True,
        dirty_from=None,
    )
    for pool_id, list_at in due.order_by("pk").values_list("pk", "list_at")[:limit]:
        if RatingPool.objects.filter(pk=pool_id, list_at=list_at).update(list_at=now + OFFER_AGAIN):
            yield pool_id


@transaction.atomic
def publish_due_list(pool_id: int, now: datetime) -> OfficialList | None:
    """Publish what is missing up to the month that has ended, unless the pool waits for a fold or is folded.

    Months in which nobody could publish get their lists now; the newest list is returned.
    """
    if not lock_pool(pool_id):
        return None
    pool = RatingPool.objects.filter(pk=pool_id, active=True, dirty_from=None).first()
    if pool is None:
        return None
    newest = month_ended(now)
    month = newest if pool.listed is None else min(_next_month(pool.listed), newest)
    while month < newest:
        publish_list(pool, month, now)
        month = _next_month(month)
    return publish_list(pool, newest, now)


def _next_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


@transaction.atomic
def publish_list(pool: RatingPool, month: date, now: datetime) -> OfficialList | None:
    """The official list of a month, frozen now if it was not before; None if nobody had been rated by then.

    A month has one list, whatever versions of the pool come later. Raises RatingError while the month lasts.
    """
    if end_of(month) > now:
        raise RatingError("month_not_over", _("This month is not over yet."))
    versions = RatingPool.objects.filter(rule_set=pool.rule_set, kind=pool.kind)
    locked = list(versions.select_for_update().order_by("pk"))
    frozen = OfficialList.objects.filter(pool__in=locked, month=month).first()
    if frozen is None:
        frozen = _freeze(pool, month, now)
    versions.filter(Q(listed=None) | Q(listed__lt=month), pk=pool.pk).update(listed=month)
    return frozen


def _freeze(pool: RatingPool, month: date, now: datetime) -> OfficialList | None:
    last_day = timezone.localtime(end_of(month) - timedelta(seconds=1)).date()
    table = PastTable(pool, TableQuery(as_of=last_day))
    rows = table[0 : table.count()]
    if not rows:
        return None
    frozen = OfficialList.objects.create(
        pool=pool, month=month, as_of=end_of(month), published_at=now, sha256=digest(pool, month, rows)
    )
    OfficialListRow.objects.bulk_create(
        OfficialListRow(
            official_list=frozen,
            line=line,
            place=row.place,
            player=row.player,
            rating=row.rating,
            deviation=row.deviation,
            games=row.games,
        )
        for line, row in enumerate(rows, start=1)
    )
    return frozen


def digest(pool: RatingPool, month: date, rows: Sequence[TableRow | OfficialListRow]) -> str:
    """SHA-256 over the list's lines: place, code, rating, deviation and games, by semicolons. Names may
    change, so they are not in it."""
    lines = [f"{pool.slug};{pool.version};{month:%Y-%m}"]
    lines += [
        f"{row.place or '?'};{row.player.code};{row.rating};{row.deviation};{row.games}" for row in rows
    ]
    return sha256("\n".join(lines).encode()).hexdigest()


def is_unchanged(frozen: OfficialList) -> bool:
    """Whether a list still is what was published."""
    rows = list(frozen.rows.select_related("player"))
    return digest(frozen.pool, frozen.month, rows) == frozen.sha256
