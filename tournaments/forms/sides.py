"""Who met in a game of an open event: an entrant a side, or two single players who were partners."""

from dataclasses import dataclass

from django.http import QueryDict

from tournaments.core.formats.open_play import MOST_SIDES
from tournaments.models import Entrant, EntryKind, EntryStatus, Tournament


@dataclass(frozen=True)
class SideFields:
    """The fields of one side, numbered from 1."""

    number: int
    names: tuple[str, ...]


def side_fields(event: Tournament) -> list[SideFields]:
    """The fields for the most sides a table can have; single players may have a partner."""
    seats = "ab" if event.entry_kind == EntryKind.SINGLE else "a"
    return [SideFields(n, tuple(f"side{n}{seat}" for seat in seats)) for n in range(1, MOST_SIDES + 1)]


def entrants_of(event: Tournament) -> list[Entrant]:
    """Everybody who can have met."""
    return list(event.entrants.filter(status=EntryStatus.ENTERED).order_by("number"))


def read_sides(event: Tournament, data: QueryDict) -> list[list[Entrant]]:
    """The sides chosen, empty ones left out."""
    known = {str(entrant.pk): entrant for entrant in entrants_of(event)}
    chosen = [[data.get(name, "") for name in side.names] for side in side_fields(event)]
    return [[known[pk] for pk in side if pk in known] for side in chosen if any(pk in known for pk in side)]
