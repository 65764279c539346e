"""Two records of one person: joined, and parted again. Seats stay as they were; the ledger is folded again
from the first game of the record that moved."""

from typing import Any

from django.db import transaction
from django.db.models import Min
from django.utils.translation import gettext as _

from ratings.errors import RatingError
from ratings.games import NotRated
from ratings.models import Player, RatedGame, RatedSeat
from ratings.selectors.own import records_of
from ratings.services.games import reconsider
from ratings.services.marks import mark
from ratings.services.showing import save_as_shown

DEPENDS_ON_WHO_IS_WHO = [NotRated.GUEST, NotRated.SAME_PLAYER]


@transaction.atomic
def merge_players(duplicate: Player, into: Player, *, why: str, by: Any = None) -> Player:
    """From now on the games of `duplicate` count for `into`, who says how both are shown.

    Raises RatingError if they can't be one person, having sat at one table or being of the
    demonstration, or if either is merged already.
    """
    duplicate, into = _locked(duplicate, into)
    if duplicate.pk == into.pk:
        raise RatingError("merge_self", _("Choose two different players."))
    if duplicate.merged_into_id or into.merged_into_id:
        raise RatingError("already_merged", _("One of the two is merged into another player already."))
    if duplicate.demo != into.demo:
        raise RatingError("demo_person", _("People of the demonstration are made up: they are nobody else."))
    met = _table_of_both(records_of(duplicate), records_of(into))
    if met is not None:
        raise RatingError(
            "sat_together",
            _("They sat at one table (%(game)s), so they are two people.") % {"game": met},
        )
    duplicate.merged_into = into
    return _save_and_mark(duplicate, why, by)


@transaction.atomic
def unmerge_player(player: Player, *, why: str, by: Any = None) -> Player:
    """Takes a merge back: the games of `player` count for them again, and they are shown as before."""
    (player,) = _locked(player)
    if not player.merged_into_id:
        raise RatingError("not_merged", _("This player is not merged into another."))
    player.merged_into = None
    return _save_and_mark(player, why, by)


def _locked(*players: Player) -> list[Player]:
    """The players as they are now, locked in one order whoever asks."""
    rows = (
        Player.objects.select_for_update(no_key=True)
        .order_by("pk")
        .filter(pk__in=[player.pk for player in players])
    )
    found = {row.pk: row for row in rows}
    return [found[player.pk] for player in players]


def _table_of_both(some: list[int], others: list[int]) -> RatedGame | None:
    return RatedGame.objects.filter(seats__player__in=some).filter(seats__player__in=others).first()


def _save_and_mark(player: Player, why: str, by: Any) -> Player:
    save_as_shown(player, why, by)
    records = records_of(player)
    games = RatedGame.objects.filter(seats__player__in=records)
    if not player.identity.is_guest:
        games = games.filter(not_rated__in=DEPENDS_ON_WHO_IS_WHO)
    reconsider(games, why=why, by=by)
    seats = RatedSeat.objects.filter(player__in=records, game__not_rated="")
    first_games = (
        seats.order_by().values("game__rule_set", "game__kind").annotate(first=Min("game__order_key"))
    )
    for pool in sorted(first_games, key=lambda row: (row["game__rule_set"], row["game__kind"])):
        mark(pool["game__rule_set"], pool["game__kind"], pool["first"], why, by)
    return player
