"""The director's list of entrants."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.pages.director.desk import directed


@login_required
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is entered."""
    event = directed(request, slug)
    return render(
        request,
        "tournaments/director/entrants.html",
        {
            "event": event,
            "tab": "entrants",
            "stages": list(event.stages.order_by("number")),
            "entrants": event.entrants.order_by("number"),
        },
    )
