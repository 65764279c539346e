"""What entrants are called in public: by the names under which their players are shown, and no others."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop

from ratings.models import Player
from ratings.names import NOBODY
from ratings.selectors.own import everything_of
from tournaments.models import Entrant, EntryStatus

RENAMED = gettext_noop("A player is shown under another name.")
LONGEST = 160


def name_of(players: Sequence[Player], own: str = "") -> str:
    """An entrant's own name if all its players are shown in full, else the names shown of them."""
    if own and all(player.is_shown_in_full for player in players):
        return own
    return _joined(players)


def _joined(players: Sequence[Player]) -> str:
    # Stored once for readers of every language.
    return " – ".join(player.public_name or NOBODY for player in players)[:LONGEST]


@transaction.atomic
def renew_names(player: Player, before: str, by: Any) -> None:
    """Give the entrants of a player who was shown as `before` the names their players have now."""
    theirs = Q(members__player=player) | Q(status=EntryStatus.CANCELLED, former=player)
    numbers = Entrant.objects.filter(theirs).values("pk")
    for entrant in Entrant.objects.select_for_update().filter(pk__in=numbers).order_by("pk"):
        players = _players_of(entrant)
        then = [Player(public_name=before) if one.pk == player.pk else one for one in players]
        own = "" if entrant.name == _joined(then) else entrant.name
        name = name_of(players, own)
        if name != entrant.name:
            entrant.name = name
            entrant.because(RENAMED, by).save()


@transaction.atomic
def forget_names(user: Any) -> None:
    """Take what the entrants of a user's player were ever called out of their histories."""
    people = everything_of(user)
    theirs = Q(members__player__in=people) | Q(seats__player__in=people) | Q(former__in=people)
    for entrant in Entrant.objects.filter(theirs).distinct():
        others = [player for player in _players_of(entrant) if player not in people]
        name = _joined([*others, Player(public_name=people[0].code)])
        Entrant.history.filter(id=entrant.pk).update(name=name)
        if entrant.status == EntryStatus.CANCELLED:
            Entrant.objects.filter(pk=entrant.pk).update(name=name)


def _players_of(entrant: Entrant) -> list[Player]:
    """Its players in their order; of a cancelled entrant those it had."""
    members = entrant.members.select_related("player").order_by("position")
    return [member.player for member in members] or list(entrant.former.order_by("pk"))
