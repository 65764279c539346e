"""Which events a visitor may see."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from tournaments.models import Tournament


def visible_tournaments(user: Any) -> QuerySet[Tournament]:
    """The events this user may see, newest first, with their number of entrants."""
    shown = Q(public=True)
    if user.is_authenticated:
        shown |= Q(organisers=user) | Q(referees=user) | Q(scorers=user) | Q(club__managers=user)
    events = Tournament.objects.all() if user.is_superuser else Tournament.objects.filter(shown).distinct()
    entered = Count("entrants", filter=Q(entrants__status="entered"), distinct=True)
    return events.select_related("club").annotate(entered=entered).order_by("-starts_at", "-pk")


def visible_tournament(user: Any, slug: str) -> Tournament:
    """The event, for those who may see it; raises Http404 for others."""
    event = Tournament.objects.select_related("club").filter(slug=slug).first()
    if event is None or not user.has_perm("tournaments.see", event):
        raise Http404
    return event


def public_event_id(slug: str) -> int | None:
    """The id of the event that everybody may see; None if it isn't public or isn't there."""
    return Tournament.objects.filter(slug=slug, public=True).values_list("pk", flat=True).first()
