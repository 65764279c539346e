"""Who directs, referees and types results: named by the e-mail address of an account."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.numbers import whole_number
from tournaments.errors import InputError, TournamentError
from tournaments.models import Tournament
from tournaments.services.events import lock_event

if TYPE_CHECKING:
    from accounts.models import User

ADDED = gettext_noop("Somebody was given a role.")
REMOVED = gettext_noop("A role was taken back.")
ROLES = ("organisers", "referees", "scorers")


@transaction.atomic
def add(tournament_id: int, role: str, email: str, by: "User | None") -> str:
    """Give the account with this address a role in the event; the address as it is stored.

    Raises InputError `unknown-role`, TournamentError `no-account`.
    """
    event = lock_event(tournament_id)
    people = _people(event, role)
    user = get_user_model().objects.filter(email__iexact=email.strip(), is_active=True).first()
    if user is None:
        raise TournamentError(
            "no-account", _("Nobody has an account with this address. Ask them to sign up first.")
        )
    if not people.filter(pk=user.pk).exists():
        event.because(ADDED, by)
        people.add(user)
    return str(user.email)


@transaction.atomic
def remove(tournament_id: int, role: str, user_id: str, by: "User | None") -> None:
    """Take a role back. Raises TournamentError `last-organiser`: somebody has to direct."""
    event = lock_event(tournament_id)
    people = _people(event, role)
    if role == "organisers" and people.count() < 2:
        raise TournamentError("last-organiser", _("Somebody has to direct the event. Add another one first."))
    user = people.filter(pk=whole_number(user_id) or 0).first()
    if user is not None:
        event.because(REMOVED, by)
        people.remove(user)


def _people(tournament: Tournament, role: str) -> Any:
    if role not in ROLES:
        raise InputError("unknown-role", _("Choose organiser, referee or scorer."))
    return getattr(tournament, role)
