"""The people of an event: who directs it, and the players who could enter with their ratings."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

ROLES = {"organisers": _("organisers"), "referees": _("referees"), "scorers": _("scorers")}


@dataclass(frozen=True)
class Officials:
    """Those who hold one role in an event."""

    role: str
    name: Any
    people: list[Any]


def officials_of(event: Tournament) -> list[Officials]:
    """Organisers, referees and scorers of the event."""
    return [
        Officials(role, name, list(getattr(event, role).order_by("email"))) for role, name in ROLES.items()
    ]
