"""Who met in a game of an open event: an entrant a side, or two single players who were partners."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

import engine
from tournaments.core.formats.open_play import MOST_SIDES
from tournaments.models import Entrant, EntryKind, EntryStatus, Tournament


@dataclass(frozen=True)
class SideFields:
    """The fields of one side, numbered from 1, with what was chosen in each."""

    number: int
    chosen: dict[str, str]


def side_fields(event: Tournament, data: Mapping[str, str] | None = None) -> list[SideFields]:
    """The fields for the most sides a table of this game can have; single players may have a partner."""
    single = event.entry_kind == EntryKind.SINGLE
    tables = engine.RULE_SETS[event.rule_set].tables.items()
    most = max(table.sides for players, table in tables if single or players == 2 * table.sides)
    return [
        SideFields(n, {name: (data or {}).get(name, "") for name in _names(n, single)})
        for n in range(1, most + 1)
    ]


def _names(number: int, single: bool) -> list[str]:
    return [f"side{number}{seat}" for seat in ("ab" if single else "a")]


def entrants_of(event: Tournament) -> list[Entrant]:
    """Everybody who can have met."""
    return list(event.entrants.filter(status=EntryStatus.ENTERED).order_by("number"))


def read_sides(event: Tournament, data: QueryDict) -> list[list[Entrant]]:
    """The sides chosen, empty ones left out."""
    known = {str(entrant.pk): entrant for entrant in entrants_of(event)}
    single = event.entry_kind == EntryKind.SINGLE
    chosen = [[data.get(name, "") for name in _names(n, single)] for n in range(1, MOST_SIDES + 1)]
    return [[known[pk] for pk in side if pk in known] for side in chosen if any(pk in known for pk in side)]
