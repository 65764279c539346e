"""A list of entries is looked at before anything of it is stored."""

import base64
import binascii
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import InputError
from tournaments.pages.director.desk import Refused, directed
from tournaments.services.imports import DELIMITERS, ENCODINGS, MOST_BYTES, Fate, read_sheet, store_sheet

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/director/import.html"


@login_required
def import_list(request: HttpRequest, slug: str) -> HttpResponse:
    """A file or pasted text, then its preview, then the event's entrants."""
    event = directed(request, slug)
    context: dict[str, Any] = {
        "event": event,
        "tab": "entrants",
        "stages": list(event.stages.order_by("number")),
        "encodings": ENCODINGS,
        "delimiters": DELIMITERS,
    }
    status = 200
    if request.method == "POST":
        try:
            content = _content(request)
            encoding, delimiter = request.POST.get("encoding", ""), request.POST.get("delimiter", "")
            if request.POST.get("action") == "confirm":
                sheet = store_sheet(event.pk, content, encoding, delimiter, cast("User", request.user))
                messages.success(request, _stored(sheet.count(Fate.NEW) + sheet.count(Fate.LINKED)))
                return redirect("tournaments:direct-entrants", slug)
            context["sheet"] = read_sheet(event, content, encoding, delimiter)
            context["content"] = base64.b64encode(content).decode()
        except Refused as error:
            context["refusal"], status = error, getattr(error, "status", 409)
    return render(request, TEMPLATE, context, status=status)


def _stored(number: int) -> str:
    if not number:
        return _("Nothing was new: this list was stored already, or every line has a fault.")
    return ngettext("{number} entrant was stored.", "{number} entrants were stored.", number).format(
        number=number
    )


def _content(request: HttpRequest) -> bytes:
    """The list as bytes: of a file, of pasted text, or of the preview before."""
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read(MOST_BYTES + 1))
    if request.POST.get("text", "").strip():
        return request.POST["text"].encode("utf-8", "surrogatepass")
    try:
        kept = base64.b64decode(request.POST.get("content", ""), validate=True)
    except (binascii.Error, ValueError):
        kept = b""
    if not kept:
        raise InputError("empty", _("Choose a file or paste the list."))
    return kept
