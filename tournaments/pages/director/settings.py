"""The event's settings for its director, and how the event ends."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import InputError
from tournaments.models import Tournament
from tournaments.pages.director.desk import act, directed
from tournaments.services import events

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/director/settings.html"
ENDINGS: dict[str, Callable[[int, "User", str], Tournament]] = {
    "finish": events.finish_event,
    "reopen": events.reopen_event,
    "archive": events.archive_event,
    "cancel": events.cancel_event,
}


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What is set for the event, and the steps that end it."""
    event = directed(request, slug)

    def context() -> dict[str, Any]:
        return {"event": event, "tab": "settings", "stages": list(event.stages.order_by("number"))}

    if request.method == "POST":
        address = reverse("tournaments:direct-settings", args=[slug])
        return act(request, lambda: _end(request, event), address, TEMPLATE, context)
    return render(request, TEMPLATE, context())


def _end(request: HttpRequest, event: Tournament) -> str:
    step = ENDINGS.get(request.POST.get("action", ""))
    if step is None:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    moved = step(event.pk, cast("User", request.user), request.POST.get("reason", ""))
    return _("The event is now: {status}.").format(status=moved.get_status_display())
