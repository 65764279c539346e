"""What entrants are called in public: by the names under which their players are shown, and no others."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop, override

from ratings.models import Player, Visibility
from tournaments.models import Entrant

RENAMED = gettext_noop("A player is shown under another name.")
LONGEST = 160


def name_of(players: Sequence[Player], own: str = "") -> str:
    """An entrant's own name if all its players are shown in full, else the names shown of them."""
    by_name = all(player.visibility == Visibility.PUBLIC and not player.minor for player in players)
    if own and by_name:
        return own
    return _joined(players)


def _joined(players: Sequence[Player]) -> str:
    # Stored once for readers of every language.
    with override(settings.LANGUAGE_CODE):
        return " – ".join(player.shown_name for player in players)[:LONGEST]


@transaction.atomic
def renew_names(player: Player, before: str, by: Any) -> None:
    """Give the entrants of a player who was shown as `before` the names their players have now."""
    for entrant in Entrant.objects.select_for_update().filter(members__player=player).order_by("pk"):
        members = entrant.members.select_related("player").order_by("position")
        players = [member.player for member in members]
        then = [Player(public_name=before) if one.pk == player.pk else one for one in players]
        own = "" if entrant.name == _joined(then) else entrant.name
        name = name_of(players, own)
        if name != entrant.name:
            entrant.name = name
            entrant.because(RENAMED, by).save()


@transaction.atomic
def forget_names(user: Any) -> None:
    """Take what the entrants of a user's player were ever called out of their histories."""
    player = Player.objects.filter(user=user).first()
    if player is None:
        return
    theirs = Entrant.objects.filter(Q(members__player=player) | Q(seats__player=player)).distinct()
    for entrant in theirs:
        others = [m.player for m in entrant.members.exclude(player=player).select_related("player")]
        pseudonym = Player(public_name=player.code)
        Entrant.history.filter(id=entrant.pk).update(name=_joined([*others, pseudonym]))
