"""What all director's pages share: who may open them, and how a refused step is answered."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ratings.errors import RatingError
from ratings.numbers import whole_number
from tournaments.errors import InputError, TournamentError
from tournaments.models import Tournament
from tournaments.selectors.visibility import visible_tournament

Refused = (TournamentError, RatingError)


def directed(request: HttpRequest, slug: str) -> Tournament:
    """The event, for those who direct it; others get 404 or 403."""
    event = visible_tournament(request.user, slug)
    if not request.user.has_perm("tournaments.direct", event):
        raise PermissionDenied
    return event


def number_of(data: QueryDict, name: str) -> int:
    """A whole number of a form. Raises InputError `bad-number`."""
    number = whole_number(data.get(name, ""))
    if number is None:
        raise InputError("bad-number", _("Choose one of the list."))
    return number


def act(
    request: HttpRequest,
    step: Callable[[], str | None],
    address: str,
    template: str,
    context: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """Take a step and go to `address`; a refused one shows the page with the reason, and changed nothing."""
    try:
        done = step()
    except Refused as error:
        status = getattr(error, "status", 409)
        return render(request, template, context() | {"refusal": error}, status=status)
    if done:
        messages.success(request, done)
    return redirect(address)
