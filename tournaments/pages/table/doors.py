"""The two ways to a table: the private link on the slip, and a player's account."""

from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from rest_framework.throttling import BaseThrottle

from tournaments.pages.table.sheet import Door, sheet_page
from tournaments.selectors.links import table_of
from tournaments.selectors.matches import side_of_user, visible_match

# A hall shares one address, and a slip is mistyped now and then; a search for tokens is not now and then.
MOST_GUESSES, GUESSES_SECONDS = 30, 600


def private(view: Any) -> Any:
    """Whatever this view answers is kept nowhere, named to nobody and not searched."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response: HttpResponseBase = view(request, *args, **kwargs)
        # The site at most, never the address; "no-referrer" takes the origin from the page's forms, too.
        response["Referrer-Policy"] = "strict-origin"
        response["Cache-Control"] = "no-store, private"
        response["X-Robots-Tag"] = "noindex"
        return response

    return answered


@private
@csrf_exempt  # The address itself is the secret; there is no account to act for.
def by_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """A table by its private link: nobody signs in, and nothing but this table is shown."""
    table = table_of(token)
    if table is None:
        return _guessed(request)
    if not table.valid:
        event = table.match.round.stage.tournament
        context = {"event": event, "revoked": table.revoked}
        return render(request, "tournaments/table/ended.html", context, status=410)
    return sheet_page(request, Door(table.match, reverse("table", args=[token]), by_link=True), None)


def _guessed(request: HttpRequest) -> HttpResponse:
    """No such table. A real link is never held up by others' guesses: nobody finds one of 2^128 by trying."""
    guesses = f"table-guesses:{BaseThrottle().get_ident(request)}"  # type: ignore[arg-type]
    if cache.get(guesses, 0) >= MOST_GUESSES:
        return render(request, "429.html", status=429)
    cache.add(guesses, 0, GUESSES_SECONDS)
    cache.incr(guesses)
    return render(request, "tournaments/table/unknown.html", status=404)


@login_required
def by_account(request: HttpRequest, uuid: UUID) -> HttpResponseBase:
    """The same for those who sit there, or take results, and signed in."""
    match = visible_match(request.user, uuid)
    if not request.user.has_perm("tournaments.report_result", match):
        raise PermissionDenied
    door = Door(match, reverse("tournaments:sheet", args=[uuid]), side_of_user(match, request.user))
    return sheet_page(request, door, request.user)  # type: ignore[arg-type]
