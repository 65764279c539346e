"""An event as files: taken along by its director, and brought in from another site after a look at it."""

import base64
import binascii
import zlib
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings.numbers import whole_number
from ratings.selectors.clubs import place_by_name
from tournaments.errors import InputError
from tournaments.event_reading import MOST_BYTES
from tournaments.pages.csv_files import csv_response
from tournaments.pages.director.desk import Refused, directed
from tournaments.selectors.clubs import clubs_of
from tournaments.selectors.event_files import event_file, file_text
from tournaments.selectors.result_lines import player_lines
from tournaments.services import event_imports
from tournaments.services.event_imports import Choices
from tournaments.services.event_people import Who

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/director/import_event.html"


@login_required
def event_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole event in one file."""
    event = directed(request, slug)
    document = event_file(event, full=cast("User", request.user).is_superuser)
    response = HttpResponse(file_text(document), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    response["Cache-Control"] = "no-store, private"
    return response


@login_required
def players_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The players of the event, for its director."""
    response = csv_response(f"{slug}-players.csv", player_lines(directed(request, slug)))
    response["Cache-Control"] = "no-store, private"
    return response


@login_required
def import_event(request: HttpRequest) -> HttpResponse:
    """A file chosen, then what it would store and who is who, then the event."""
    if not request.user.has_perm("tournaments.create_event"):
        raise PermissionDenied
    by, clubs = cast("User", request.user), clubs_of(request.user).order_by(place_by_name())
    context: dict[str, Any] = {"clubs": clubs, "sent": request.POST}
    status = 200
    if request.method == "POST":
        try:
            content = _content(request)
            said = clubs.filter(pk=_number(request.POST.get("club", ""))).first()
            club = said or clubs.filter(code=event_imports.club_of(content)).first() or clubs.first()
            choices = Choices(club, _people(request), rated="unrated" not in request.POST)
            context |= {"content": _packed(content), "club": club}
            context["found"] = event_imports.preview_event(content, choices, by, timezone.now())
            if request.POST.get("action") == "confirm":
                found = event_imports.import_event(content, choices, by, timezone.now())
                messages.success(request, _("The event was imported."))
                assert found.event is not None  # noqa: S101 - what is stored has it
                return redirect("tournaments:direct", found.event.slug)
        except Refused as error:
            context["refusal"], status = error, getattr(error, "status", 409)
    return render(request, TEMPLATE, context, status=status)


def _number(text: str) -> int:
    return whole_number(text) or 0


def _people(request: HttpRequest) -> dict[str, Who]:
    """What was said of doubtful players, by their number."""
    said = {Who.SAME.value: Who.SAME, Who.OTHER.value: Who.OTHER}
    return {
        name.removeprefix("who:"): said[value]
        for name, value in request.POST.items()
        if name.startswith("who:") and value in said
    }


def _content(request: HttpRequest) -> bytes:
    """The file, or the one of the preview before. Raises InputError `empty` and `too-large`."""
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read(MOST_BYTES + 1))
    try:
        packed = base64.b64decode(request.POST.get("content", ""), validate=True)
        unpack = zlib.decompressobj()
        content = unpack.decompress(packed, MOST_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        content = b""
    if not content:
        raise InputError("empty", _("Choose a file."))
    return content


def _packed(content: bytes) -> str:
    """The file in the page of its preview, so that it need not be chosen again."""
    return base64.b64encode(zlib.compress(content)).decode()
