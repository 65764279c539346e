"""Removing the people of a demonstration with their games; nothing here is for people who really played."""

from django.db.models import Q

from ratings.models import (
    Club,
    OfficialList,
    Pair,
    Player,
    PlayerRating,
    RatedGame,
    RatedSeat,
    RatingEntry,
    RatingPool,
)
from ratings.models.audit import forget
from ratings.services.marks import FROM_THE_START, mark_pool

REMOVED = "the demonstration was removed"


def forget_demo_people() -> None:
    """Delete the demonstration's clubs, players and games; pools with other games are folded anew.

    Players of one's own who were put into one of its clubs stay, without a club.
    """
    people = Player.objects.filter(demo=True)
    games = RatedGame.objects.filter(seats__player__in=people)
    ids = list(games.values_list("pk", flat=True).distinct())
    RatingEntry.objects.filter(Q(game__in=ids) | Q(player__in=people)).delete()
    PlayerRating.objects.filter(player__in=people).delete()
    OfficialList.objects.filter(rows__player__in=people).delete()
    RatedSeat.objects.filter(game__in=ids).delete()
    RatedGame.objects.filter(pk__in=ids).delete()
    forget(Pair.objects.filter(Q(player_a__in=people) | Q(player_b__in=people)))
    forget(people)
    for player in Player.objects.filter(club__demo=True):
        player.club = None
        player.because(REMOVED).save()
    forget(Club.objects.filter(demo=True))
    for pool in RatingPool.objects.filter(active=True):
        if RatedGame.objects.filter(rule_set=pool.rule_set, kind=pool.kind).exists():
            mark_pool(pool.pk, FROM_THE_START, REMOVED)
        else:
            _empty(pool)


def _empty(pool: RatingPool) -> None:
    """A pool without games has nothing to fold and no story to tell."""
    pool.ledger_changes.all().delete()
    pool.replays.all().delete()
    RatingPool.objects.filter(pk=pool.pk).update(dirty_from=None)
