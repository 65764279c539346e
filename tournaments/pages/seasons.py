"""Seasons: the table for everybody, a club's seasons, and how its managers change them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ratings.models import Club
from tournaments.errors import InputError
from tournaments.figures import Figures
from tournaments.forms.season import ChangeSeasonForm, SeasonForm
from tournaments.models import Season
from tournaments.pages.csv_files import csv_response
from tournaments.pages.director.desk import Refused
from tournaments.selectors.seasons import season_at, season_table, seasons_of
from tournaments.services import seasons

if TYPE_CHECKING:
    from accounts.models import User


def season(request: HttpRequest, season: str) -> HttpResponse:
    """The table of a season."""
    found = season_at(season)
    context = {
        "season": found,
        "table": season_table(found, request.user),
        "may_change": request.user.has_perm("tournaments.manage_seasons", found.club),
    }
    return render(request, "tournaments/season.html", context)


def season_csv(request: HttpRequest, season: str) -> HttpResponse:
    """The table of a season as CSV; results that don't count stand in square brackets.

    In round ones a spreadsheet would read them as negative numbers.
    """
    table = season_table(season_at(season), request.user, Figures.of_files())
    names = [f"{event.name} ({localtime(event.starts_at).date()})" for event in table.events]
    lines: list[Iterable[object]] = [[_("Rank"), _("Player"), _("Total"), _("Events"), *names]]
    for row in table.rows:
        scores = [
            "" if cell is None else cell.score if cell.counts else f"[{cell.score}]" for cell in row.cells
        ]
        lines.append([row.rank, row.player.shown_name, row.total, row.events, *scores])
    return csv_response(f"{season}.csv", lines)


def season_json(request: HttpRequest, season: str) -> JsonResponse:
    """The table of a season as JSON, with the words and figures of the page."""
    found = season_at(season)
    table = season_table(found, request.user)
    rows = [
        {
            "rank": row.rank,
            "player": None if row.player.is_hidden else row.player.code,
            "name": row.player.shown_name,
            "total": row.total,
            "events": row.events,
            "results": [
                {"event": event.slug, "score": cell.score, "counts": cell.counts}
                for event, cell in zip(table.events, row.cells, strict=True)
                if cell is not None
            ],
        }
        for row in table.rows
    ]
    events = [
        {"slug": event.slug, "name": event.name, "starts_at": event.starts_at} for event in table.events
    ]
    return JsonResponse({"name": found.name, "best": found.best, "events": events, "rows": rows})


def club_seasons(request: HttpRequest, club: str) -> HttpResponse:
    """A club's seasons; those who manage the club make new ones here."""
    found = get_object_or_404(Club, code=club)
    may_change = request.user.has_perm("tournaments.manage_seasons", found)
    if request.method == "POST" and not may_change:
        raise PermissionDenied
    form = SeasonForm(request.POST or None)
    status = 200
    if request.method == "POST":
        try:
            if form.is_valid():
                made = seasons.create_season(found, **form.cleaned_data, by=cast("User", request.user))
                return redirect("tournaments:season-edit", made.slug)
            status = 400
        except Refused as error:
            form.add_error(None, str(error))
            status = getattr(error, "status", 409)
    context = {"club": found, "seasons": seasons_of(found), "form": form, "may_change": may_change}
    return render(request, "tournaments/seasons.html", context, status=status)


@login_required
def season_edit(request: HttpRequest, season: str) -> HttpResponse:
    """Name, number of results that count, and events of a season, for those who manage its club."""
    found = season_at(season)
    if not request.user.has_perm("tournaments.manage_seasons", found.club):
        raise PermissionDenied
    form = ChangeSeasonForm(found, request.POST or None)
    context = {"season": found, "form": form}
    status = 200
    if request.method == "POST":
        try:
            if form.is_valid():
                return _changed(request, found, form)
            status = 400
        except Refused as error:
            context["refusal"] = error
            status = getattr(error, "status", 409)
    return render(request, "tournaments/season_edit.html", context, status=status)


def _changed(request: HttpRequest, season: Season, form: ChangeSeasonForm) -> HttpResponse:
    by, given = cast("User", request.user), form.cleaned_data
    action = request.POST.get("action", "")
    if action == "delete":
        seasons.delete_season(season.pk, by, given["reason"])
        messages.success(request, _("The season was deleted."))
        return redirect("tournaments:club-seasons", season.club.code)
    if action != "save":
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    events = [int(event) for event in given["events"]]
    seasons.change_season(season.pk, given["name"], given["best"], events, by, given["reason"])
    messages.success(request, _("Saved."))
    return redirect(season)
