"""Slips for the tables, each with the QR code of its private link, and blank score sheets."""

import io
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Round
from tournaments.pages.table.doors import private
from tournaments.selectors.events import published_round
from tournaments.selectors.links import links_of
from tournaments.selectors.sheets import terms_of
from tournaments.selectors.standings import stage_of
from tournaments.selectors.visibility import visible_tournament
from tournaments.services.links import renew_link
from tournaments.words import SHEET_ITEMS

ONLY_HERE = {"127.0.0.1", "localhost", "::1"}
"""Hosts by which a phone finds nothing but itself."""


def qr(address: str) -> SafeString:
    """The address as an SVG without styles of its own."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, nl=False, omitsize=True, border=4
    )
    return mark_safe(out.getvalue().decode())  # noqa: S308 # nosec B703 # of an address made here


def _round(request: HttpRequest, slug: str, number: int, round_number: int) -> Round:
    """A published round, for those who type its results; others get 404 or 403."""
    event = visible_tournament(request.user, slug)
    if not request.user.has_perm("tournaments.type_result", event):
        raise PermissionDenied
    return published_round(stage_of(event, number), round_number).round


@private
@login_required
def slips(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponse:
    """A slip a table: who sits there and the link by which they report."""
    round_ = _round(request, slug, number, round_number)
    addresses = links_of(round_)
    if request.method == "POST":
        for match in round_.matches.all():
            if match.pk not in addresses:
                renew_link(match, timezone.now())
        return redirect(request.path)
    slips = [
        (match, address, qr(address))
        for match in round_.matches.all()
        if (address := addresses.get(match.pk))
    ]
    context = {
        "event": round_.stage.tournament,
        "stage": round_.stage,
        "round": round_,
        "slips": slips,
        "only_here": urlsplit(settings.CANASTA_URL).hostname in ONLY_HERE,
        "missing": len(round_.matches.all()) - len(slips),
    }
    return render(request, "tournaments/print/slips.html", context)


@login_required
def blank_sheets(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponse:
    """An empty score sheet a table, with the names filled in."""
    round_ = _round(request, slug, number, round_number)
    sheets = [(match, terms_of(match)) for match in round_.matches.all()]
    deals = range(1, 1 + max((terms.until.deals or 8 for _match, terms in sheets), default=0))
    context = {
        "event": round_.stage.tournament,
        "round": round_,
        "sheets": sheets,
        "deals": deals,
        "labels": SHEET_ITEMS,
    }
    return render(request, "tournaments/print/blank_sheets.html", context)
