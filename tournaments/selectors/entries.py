"""The entrants of an event for programs, and the players its director may enter."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import Http404

from ratings.models import Player
from tournaments.models import Entrant, EntrantMember, EntryStatus, StageEntrant, Tournament


def entries_of(event: Tournament) -> QuerySet[Entrant]:
    """Everybody entered, waiting or looking for a partner, by number, with their players.

    `withdrawn` is whether they have left.
    """
    left = StageEntrant.objects.filter(entrant=OuterRef("pk"), withdrawn_after__isnull=False)
    members = EntrantMember.objects.select_related("player").order_by("position")
    entrants = event.entrants.exclude(status=EntryStatus.CANCELLED).select_related("club")
    entrants = entrants.annotate(withdrawn=Exists(left))
    return entrants.prefetch_related(Prefetch("members", members)).order_by("number")


def entry_of(event: Tournament, number: int) -> Entrant:
    """The entrant with this number; raises Http404."""
    found = entries_of(event).filter(number=number).first()
    if found is None:
        raise Http404
    return found


def players_for(event: Tournament, codes: Iterable[str]) -> QuerySet[Player]:
    """Those with these codes who may play in the event: a demonstration keeps to its own people."""
    return Player.objects.filter(code__in=codes, merged_into=None, demo=event.demo).select_related("club")


def players_elsewhere(event: Tournament, codes: Iterable[str]) -> set[str]:
    """Those of these codes whose players are of the demonstration while the event isn't, or the reverse."""
    found = Player.objects.filter(code__in=codes, merged_into=None, demo=not event.demo)
    return set(found.values_list("code", flat=True))
