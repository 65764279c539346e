"""Pools by their address, and what they hold."""

from django.db.models import Count, QuerySet
from django.http import Http404

from ratings.models import RatedGame, RatingPool
from ratings.selectors.public import public_players


def shown_pools() -> QuerySet[RatingPool]:
    """The pools that visitors see, each with the number of its players who may be shown."""
    shown = Count("ratings", filter=public_players("ratings__player__"))
    return RatingPool.objects.filter(active=True).annotate(players=shown)


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


def game_count(pool: RatingPool) -> int:
    """How many rated games the pool has."""
    return RatedGame.objects.filter(rule_set=pool.rule_set, kind=pool.kind, not_rated="").count()
