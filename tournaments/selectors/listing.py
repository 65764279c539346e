"""Events to look through: by status, club, rules, time and name; those to come."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Tournament, TournamentStatus
from tournaments.selectors.visibility import visible_tournaments


@dataclass(frozen=True)
class Wanted:
    """Which events; what is empty chooses nothing."""

    name: str = ""
    status: str = ""
    club: str = ""
    rules: str = ""
    since: date | None = None
    until: date | None = None


def listed_events(user: Any, wanted: Wanted) -> QuerySet[Tournament]:
    """The events wanted, newest first."""
    chosen = {
        "status": wanted.status,
        "club__code": wanted.club,
        "rule_set": wanted.rules,
        "starts_at__date__gte": wanted.since,
        "starts_at__date__lte": wanted.until,
    }
    events = visible_tournaments(user).filter(**{name: value for name, value in chosen.items() if value})
    return events.filter(_named(wanted.name))


def events_named(user: Any, words: str) -> QuerySet[Tournament]:
    """The events in whose name each of these words stands."""
    return visible_tournaments(user).filter(_named(words))


def _named(words: str) -> Q:
    every = Q()
    for word in words.split():
        every &= Q(name__icontains=word)
    return every


def events_of_days(user: Any, first: date, last: date) -> QuerySet[Tournament]:
    """The events that begin on these days and weren't cancelled, in the order of their days."""
    begun = visible_tournaments(user).filter(starts_at__date__gte=first, starts_at__date__lte=last)
    return begun.exclude(status=TournamentStatus.CANCELLED).order_by("starts_at", "pk")


def coming_events(user: Any, now: datetime) -> QuerySet[Tournament]:
    """Events that run, and planned ones that haven't passed, in the order of their days."""
    coming = Q(status=TournamentStatus.PLANNED, starts_at__gte=now)
    return (
        visible_tournaments(user)
        .filter(coming | Q(status=TournamentStatus.RUNNING))
        .order_by("starts_at", "pk")
    )
