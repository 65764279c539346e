"""Pages on which people find things: search, help. The calendar is in `almanac`."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from ratings.editions import PEOPLE
from ratings.selectors.clubs import clubs_named
from ratings.selectors.players import found_players
from ratings.views.caching import kept_page
from tournaments.selectors.listing import events_named

MOST = 20
LETTERS = 80
HELP = {
    "players": _("Help for players"),
    "directors": _("Help for directors"),
    "referees": _("Help for referees"),
}


def search(request: HttpRequest) -> HttpResponse:
    """Players, events and clubs by words of their names."""
    words = request.GET.get("q", "").replace("\0", "").strip()[:LETTERS]
    found = {}
    if words:
        found = {
            "players": found_players(words)[:MOST],
            "events": events_named(request.user, words)[:MOST],
            "clubs": clubs_named(words)[:MOST],
        }
    return render(request, "search.html", {"words": words, **found})


@kept_page(PEOPLE)
def help_index(request: HttpRequest) -> HttpResponse:
    """Where to find which help."""
    return render(request, "help/index.html", {"topics": HELP})


@kept_page(PEOPLE)
def help_page(request: HttpRequest, topic: str) -> HttpResponse:
    """One page of help in the page's language."""
    if topic not in HELP:
        raise Http404
    text = f"help/{topic}.{get_language()}.html"
    return render(
        request, "help/page.html", {"topics": HELP, "topic": topic, "name": HELP[topic], "text": text}
    )
