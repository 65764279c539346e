"""The wall chart of a round: the draw by table and by name, and the standings before it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.selectors.events import published_round
from tournaments.selectors.standings import StageStandings, stage_of
from tournaments.selectors.visibility import visible_tournament


def wall(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponse:
    """Three sheets of paper: by table, by name, standings."""
    event = visible_tournament(request.user, slug)
    stage = stage_of(event, number)
    found = published_round(stage, round_number)
    context = {
        "event": event,
        "stage": stage,
        "round": found.round,
        "by_name": found.by_name(),
        "tables": StageStandings(stage, round_number - 1).shown() if round_number > 1 else [],
    }
    return render(request, "tournaments/print/wall.html", context)
