"""Pools by their address, and where in a pool's ledger a date lies."""

from datetime import datetime
from uuid import UUID

from django.db.models import Count, QuerySet
from django.http import Http404

from ratings.games import order_key
from ratings.models import RatedGame, RatingEntry, RatingPool


def shown_pools() -> QuerySet[RatingPool]:
    """The pools that visitors see, each with the number of its players."""
    return RatingPool.objects.filter(active=True).annotate(players=Count("ratings"))


def pool_by_slug(slug: str) -> RatingPool:
    """The shown pool with this address, such as classic-pairs."""
    rule_set, _hyphen, kind = slug.rpartition("-")
    pool = RatingPool.objects.filter(rule_set=rule_set, kind=kind, active=True).first()
    if pool is None:
        raise Http404
    return pool


def versions_of(pool: RatingPool) -> QuerySet[RatingPool]:
    """Every version of this pool that has been shown, the newest first."""
    return RatingPool.objects.filter(rule_set=pool.rule_set, kind=pool.kind, takes_over=False).order_by(
        "-version"
    )


def number_at(pool: RatingPool, moment: datetime) -> int:
    """The number of the pool's last game played before this moment; 0 if there was none."""
    return RatingEntry.objects.number_before(pool, order_key(moment, 0, 0, 0, UUID(int=0)))


def game_count(pool: RatingPool) -> int:
    """How many rated games the pool has."""
    return RatedGame.objects.filter(rule_set=pool.rule_set, kind=pool.kind, not_rated="").count()
