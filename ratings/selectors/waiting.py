"""How much folding is still to be done, for those who watch the service."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, Sum

from ratings.models import RatingPool, RatingReplay


@dataclass(frozen=True)
class Waiting:
    """Pools that are not up to date: how many, for how long, and how many fail."""

    count: int
    oldest: timedelta
    failed: int


def waiting_pools(now: datetime) -> Waiting:
    """Pools that were marked and are not folded yet."""
    pools = RatingPool.objects.filter(Q(active=True) | Q(takes_over=True), dirty_from__isnull=False)
    found = list(pools.values_list("marked_at", "failures"))
    oldest = max((now - marked for marked, _failures in found if marked), default=timedelta())
    return Waiting(len(found), oldest, sum(failures > 0 for _marked, failures in found))


@dataclass(frozen=True)
class Done:
    """Replays of corrections since the service began."""

    count: int
    games: int
    seconds: float


def replays_done() -> Done:
    """Counted from their audit lines."""
    found = RatingReplay.objects.aggregate(count=Count("pk"), games=Sum("games"), seconds=Sum("seconds"))
    return Done(found["count"], found["games"] or 0, found["seconds"] or 0.0)
