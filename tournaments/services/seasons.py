"""Seasons come into being, change, and take events in. Their tables are computed when they are looked at."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.models import Club
from tournaments.addresses import free_slug, plain_slug
from tournaments.errors import InputError, TournamentError
from tournaments.models import Season, SeasonEvent, Tournament

if TYPE_CHECKING:
    from accounts.models import User

CREATED = gettext_noop("Created.")
PUT_IN = gettext_noop("The event counts in the season.")
TAKEN_OUT = gettext_noop("The event counts in the season no more.")


@transaction.atomic
def create_season(club: Club, name: str, best: int | None, by: "User | None") -> Season:
    """A new season of a club, without events. Raises as `change_season`."""
    Club.objects.select_for_update().get(pk=club.pk)
    season = Season(club=club, slug=free_slug(Season.objects.all(), plain_slug(name, "season")))
    _set(season, name, best)
    season.because(CREATED, by).save()
    return season


@transaction.atomic
def change_season(
    season_id: int,
    name: str,
    best: int | None,
    tournaments: Collection[int],
    by: "User | None",
    reason: str,
) -> Season:
    """Another name or number of results that count, and these events, no others; the address stays.

    Raises TournamentError `season-there`, `other-club` or InputError `name-missing`, `bad-best`.
    """
    season = _lock(season_id)
    _set(season, name, best)
    season.because(reason, by).save()
    counted = set(season.entries.values_list("tournament_id", flat=True))
    for tournament in Tournament.objects.filter(pk__in=set(tournaments) - counted).order_by("pk"):
        _put_in(season, tournament, by)
    for entry in season.entries.exclude(tournament__in=tournaments):
        entry.because(reason, by).delete()
    return season


def _set(season: Season, name: str, best: int | None) -> None:
    season.name, season.best = name.strip(), best
    if not season.name:
        raise InputError("name-missing", _("Give the season a name."))
    if best is not None and best < 1:
        raise InputError("bad-best", _("At least one result must count."))
    others = Season.objects.filter(club=season.club_id, name=season.name).exclude(pk=season.pk)
    if others.exists():
        raise TournamentError("season-there", _("The club has a season of this name already."))


@transaction.atomic
def put_in(season_id: int, tournament_id: int, by: "User | None") -> None:
    """The event counts in the season. Raises TournamentError `other-club`."""
    season, tournament = _lock(season_id), Tournament.objects.get(pk=tournament_id)
    if not season.entries.filter(tournament=tournament).exists():
        _put_in(season, tournament, by)


def _put_in(season: Season, tournament: Tournament, by: "User | None") -> None:
    if tournament.club_id != season.club_id:
        raise TournamentError(
            "other-club", _("“{event}” belongs to another club.").format(event=tournament.name)
        )
    SeasonEvent(season=season, tournament=tournament).because(PUT_IN, by).save()


@transaction.atomic
def take_out(season_id: int, tournament_id: int, by: "User | None") -> None:
    """The event counts in the season no more."""
    for entry in _lock(season_id).entries.filter(tournament=tournament_id):
        entry.because(TAKEN_OUT, by).delete()


@transaction.atomic
def delete_season(season_id: int, by: "User | None", reason: str) -> None:
    """Delete a season; its events and their results stay."""
    season = _lock(season_id)
    for entry in season.entries.all():
        entry.because(reason, by).delete()
    season.because(reason, by).delete()


def _lock(season_id: int) -> Season:
    """The season with its row locked. Raises TournamentError `season-gone` where it was deleted."""
    season = Season.objects.select_for_update().filter(pk=season_id).first()
    if season is None:
        raise TournamentError("season-gone", _("This season was deleted meanwhile."))
    return season
