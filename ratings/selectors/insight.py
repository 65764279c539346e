"""What a pool looks like as a whole: how its ratings are spread, how good its predictions were."""

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from ratings import display
from ratings.chart import Bar, histogram
from ratings.games import Outcome
from ratings.models import Player, PlayerRating, RatingEntry, RatingPool
from ratings.quality import Quality, measure
from ratings.selectors.tables import CurrentTable, TableQuery

ENOUGH = 300
KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class Distribution:
    """The ratings of the ranked players, or of all while nobody is ranked; and where one of them stands."""

    players: int
    ranked_only: bool
    bars: list[Bar]
    median: int | None
    mine: int | None
    better_than: int | None  # per cent of the others


def distribution(pool: RatingPool, whose: Player | None) -> Distribution:
    """How the ratings of the active players are spread."""
    table = CurrentTable(pool, TableQuery(), timezone.now())
    mus = table.mus(ranked=True)
    ranked_only = bool(mus)
    values = sorted(display.shown(mu) for mu in mus or table.mus(ranked=False))
    mine = None
    if whose is not None:
        mu = PlayerRating.objects.filter(pool=pool, player=whose).values_list("mu", flat=True).first()
        mine = None if mu is None else display.shown(mu)
    below = sum(value < mine for value in values) if mine is not None else 0
    others = max(len(values) - 1, 1)
    return Distribution(
        players=len(values),
        ranked_only=ranked_only,
        bars=histogram(values, mine),
        median=values[len(values) // 2] if values else None,
        mine=mine,
        better_than=None if mine is None or not values else round(100 * min(below, others) / others),
    )


def quality(pool: RatingPool) -> Quality | None:
    """How good the predictions of the pool's own ledger were, for matches played to the end.

    Each line was predicted before its game. Games of two sides count once; of several sides each counts by
    the share of the others it beat. Kept until the ledger is folded again.
    """
    key = f"ratings.quality.{pool.pk}.{pool.changes}.{pool.folded_at}".replace(" ", "T")
    known = cache.get(key)
    if known is None:
        lines = RatingEntry.objects.filter(
            Q(sides=2, side=0) | Q(sides__gt=2), pool=pool, seat=0, game__outcome=Outcome.PLAYED
        )
        known = (measure(lines.values_list("expected", "score").iterator()),)
        cache.set(key, known, KEPT_SECONDS)
    return known[0]
