"""Find my table: a name typed, the table answered."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import CLOSED
from tournaments.selectors.seats import tables_of_name
from tournaments.selectors.visibility import visible_tournament


def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Where somebody sits in the rounds being played."""
    event = visible_tournament(request.user, slug)
    asked = request.GET.get("q", "").strip()[:80]
    found = tables_of_name(event, asked) if asked and event.status not in CLOSED else []
    return render(request, "tournaments/table/find.html", {"event": event, "asked": asked, "found": found})
