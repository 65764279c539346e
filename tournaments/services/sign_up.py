"""Players enter themselves: with a partner, or looking for one; beyond the capacity they wait.

Directors enter people through `entries`, which asks neither for a capacity nor for a closing date.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.models import Player
from tournaments.errors import TournamentError
from tournaments.models import Entrant, EntryStatus, Tournament, TournamentStatus
from tournaments.services.entries import admit, cancel_entry, enter
from tournaments.services.events import lock_event

if TYPE_CHECKING:
    from accounts.models import User

PAIRED = gettext_noop("Found a partner.")


def is_open(event: Tournament, now: datetime) -> bool:
    """Whether players may sign up at this moment."""
    closed = event.sign_up_closes_at is not None and now >= event.sign_up_closes_at
    return event.sign_up and event.status == TournamentStatus.PLANNED and not closed


@transaction.atomic
def sign_up(
    tournament_id: int, players: Sequence[Player], by: "User", now: datetime, *, looking: bool = False
) -> Entrant:
    """Enter these players, one of whom signs up; on the waiting list where the event is full.

    Raises TournamentError `sign-up-closed`, `not-yourself` and what `entries.enter` refuses.
    """
    event = _open_event(tournament_id, now)
    if by.pk not in {player.user_id for player in players}:
        raise TournamentError("not-yourself", _("You sign up yourself, with a partner."))
    return enter(tournament_id, players, by, status=EntryStatus.LOOKING if looking else _status(event))


@transaction.atomic
def join(entrant_id: int, player: Player, by: "User", now: datetime) -> Entrant:
    """Become the partner of somebody who looks for one; an own place on that list is given up.

    Raises TournamentError `not-looking` where somebody else was faster.
    """
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    _open_event(tournament_id, now)
    own = Entrant.objects.filter(tournament=tournament_id, members__player=player).first()
    if own is not None and own.status == EntryStatus.LOOKING and own.pk != entrant_id:
        cancel_entry(own.pk, by, _(PAIRED))
    return pair_up(entrant_id, [player], by)


@transaction.atomic
def pair_up(entrant_id: int, partners: Sequence[Player], by: "User | None") -> Entrant:
    """Make somebody who looks for a partner a pair; the new entrant takes a place or waits for one."""
    looking = Entrant.objects.select_related("tournament").get(pk=entrant_id)
    event = lock_event(looking.tournament_id)
    looking.refresh_from_db()
    if looking.status != EntryStatus.LOOKING:
        raise TournamentError("not-looking", _("{name} has found a partner.").format(name=looking.name))
    member = looking.members.select_related("player__club").get()
    cancel_entry(looking.pk, by, _(PAIRED))
    return enter(event.pk, [member.player, *partners], by, status=_status(event))


@transaction.atomic
def sign_off(entrant_id: int, by: "User", reason: str) -> None:
    """Take the own entry back before the first draw; the first of the waiting list moves up.

    Raises TournamentError `not-yours`, or `already-drawn` as `entries.cancel_entry`.
    """
    entrant = Entrant.objects.get(pk=entrant_id)
    event = lock_event(entrant.tournament_id)
    if not entrant.members.filter(player__user=by).exists():
        raise TournamentError("not-yours", _("This is not your entry."))
    cancel_entry(entrant_id, by, reason)
    move_up(event, by)


def move_up(event: Tournament, by: "User | None") -> None:
    """Let the waiting list fill the places that are free. The event's row is locked."""
    waiting = event.entrants.filter(status=EntryStatus.WAITING).order_by("number")
    for entrant in waiting if event.status == TournamentStatus.PLANNED else ():
        if _status(event) == EntryStatus.WAITING:
            return
        admit(entrant.pk, by)


def _open_event(tournament_id: int, now: datetime) -> Tournament:
    event = lock_event(tournament_id)
    if not is_open(event, now):
        raise TournamentError("sign-up-closed", _("Sign-up is closed. Ask the organiser."))
    return event


def _status(event: Tournament) -> str:
    taken = event.entrants.filter(status=EntryStatus.ENTERED).count()
    full = event.capacity is not None and taken >= event.capacity
    return EntryStatus.WAITING if full else EntryStatus.ENTERED


@transaction.atomic
def pair_looking(one_id: int, other_id: int, by: "User | None") -> Entrant:
    """Make a pair of two who look for a partner."""
    other = Entrant.objects.get(pk=other_id)
    if one_id == other_id or other.status != EntryStatus.LOOKING:
        raise TournamentError("not-looking", _("Choose two who look for a partner."))
    partner = other.members.select_related("player__club").get().player
    cancel_entry(other_id, by, _(PAIRED))
    return pair_up(one_id, [partner], by)
