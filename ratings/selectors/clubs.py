"""Clubs as visitors see them."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from django.db.models import BigIntegerField, Case, Count, F, Q, QuerySet, Value, When
from django.http import Http404

from ratings.models import Club, Player
from ratings.names import sort_key
from ratings.selectors.players import found_players
from ratings.selectors.public import public_players


class Named(Protocol):
    """A row with a name."""

    pk: int
    name: str


Row = TypeVar("Row", bound=Named)


def clubs(words: str = "") -> "QuerySet[Club]":
    """The clubs, each with the number of its players who may be shown."""
    shown = Count("players", filter=public_players("players__") & Q(players__is_guest=False))
    return clubs_named(words).annotate(members=shown)


def by_name(rows: Iterable[Row]) -> list[Row]:
    """The rows as Czechs sort names; a database sorts by the rules of whatever machine it runs on."""
    return sorted(rows, key=lambda row: (sort_key(row.name), row.pk))


def place_by_name() -> Case:
    """The same for a query: which place a club has among all."""
    every = enumerate(by_name(Club.objects.only("name")))
    places = [When(pk=club.pk, then=Value(place)) for place, club in every]
    return Case(*places, default=F("pk"), output_field=BigIntegerField())


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
    return Club.objects.filter(every).order_by(place_by_name())
