"""Clubs as visitors see them."""

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from ratings.models import Club, Player
from ratings.names import sort_key
from ratings.selectors.players import found_players
from ratings.selectors.public import public_players


def clubs(words: str = "") -> "QuerySet[Club]":
    """The clubs by name, each with the number of its players who may be shown."""
    shown = Count("players", filter=public_players("players__") & Q(players__is_guest=False))
    return clubs_named(words).annotate(members=shown).order_by("name", "pk")


def by_name(clubs: Iterable[Club]) -> list[Club]:
    """The clubs as Czechs sort names; a database sorts by the rules of whatever machine it runs on."""
    return sorted(clubs, key=lambda club: (sort_key(club.name), club.pk))


def club_choices() -> list[tuple[str, str]]:
    """All clubs for a form: code and name, in the order of names."""
    return [(club.code, club.name) for club in by_name(Club.objects.only("code", "name"))]


def club_by_code(code: str) -> Club:
    """The club with this code."""
    club = Club.objects.filter(code=code).first()
    if club is None:
        raise Http404
    return club


def members_of(club: Club) -> "QuerySet[Player]":
    """The club's players who may be shown, in the order of names."""
    return found_players("").filter(club=club)


def clubs_named(words: str) -> "QuerySet[Club]":
    """The clubs in whose name each of these words stands."""
    every = Q()
    for word in words.split():
        every &= Q(name__icontains=word)
    return Club.objects.filter(every).order_by("name")
