"""Which user is which player: claiming a player, managing a club, being forgotten."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from ratings.errors import RatingError
from ratings.models import Club, Pair, Player, Visibility
from ratings.names import NOBODY
from ratings.selectors.own import everything_of
from ratings.services.people import change


def free_player(code: str) -> Player:
    """The player with this code, whom nobody has claimed.

    Raises RatingError `unknown_player`, or `player_claimed`.
    """
    player = Player.objects.filter(code=code, merged_into=None).first()
    if player is None:
        raise RatingError("unknown_player", _("There is no player with this code."))
    if player.user_id is not None:
        raise RatingError("player_claimed", _("This player has an account already."))
    return player


def club_of(code: str) -> Club:
    """The club with this code. Raises RatingError `unknown_club`."""
    club = Club.objects.filter(code=code).first()
    if club is None:
        raise RatingError("unknown_club", _("There is no club with this code."))
    return club


@transaction.atomic
def claim_player(code: str, user: Any) -> Player:
    """Make this user this player. Raises what `free_player` does, and `has_player` for a user who is one."""
    free_player(code)
    if Player.objects.filter(user=user).exists():
        raise RatingError("has_player", _("This account has a player already."))
    player = Player.objects.select_for_update(no_key=True).get(code=code)
    if player.user_id is not None:
        raise RatingError("player_claimed", _("This player has an account already."))
    return change(player, why="claimed by invitation", by=user, user=user)


def make_manager(code: str, user: Any) -> None:
    """Let this user manage a club. Raises RatingError `unknown_club`."""
    club_of(code).because("manager by invitation", user).managers.add(user)


@transaction.atomic
def forget_person(user: Any) -> None:
    """Take a user's name off every record of their player, in the histories, too.

    Games, ratings and codes stay.
    """
    for club in user.managed_clubs.all():
        club.because("the account was deleted").managers.remove(user)
    for player in everything_of(user):
        # Stored once for readers of every language.
        pseudonym = f"{NOBODY} {player.code}"
        _forget_in_log({player.name, *player.history.values_list("name", flat=True)} - {""})
        Player.objects.filter(pk=player.pk).update(name=pseudonym)
        change(
            player,
            why="the account was deleted",
            user=None,
            visibility=Visibility.PSEUDONYM,
            pseudonym=pseudonym,
        )
        Player.history.filter(id=player.pk).update(name=pseudonym, pseudonym=pseudonym)
        theirs = Pair.objects.filter(Q(player_a=player) | Q(player_b=player))
        Pair.history.filter(id__in=theirs.values("pk")).update(name="")
        theirs.update(name="")


def _forget_in_log(names: set[str]) -> None:
    """The referees' site notes what a row was called when it was changed there: its number is left."""
    for name in names:
        LogEntry.objects.filter(object_repr__contains=name).update(object_repr="")
        LogEntry.objects.filter(change_message__contains=name).update(change_message="")
