"""The bracket of a knockout: drawn, and told as lists."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.core.records import Format
from tournaments.selectors.brackets import pictures_of
from tournaments.selectors.standings import stage_of, stages_of
from tournaments.selectors.visibility import visible_tournament

ZOOMS = {"fit": 0, "75": 75, "100": 100, "150": 150}
USUAL = "100"


def bracket(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The brackets of a stage; `?zoom=` enlarges them."""
    event = visible_tournament(request.user, slug)
    stage = stage_of(event, number)
    zoom = request.GET.get("zoom", USUAL)
    if stage.format != Format.KNOCKOUT or zoom not in ZOOMS:
        raise Http404
    pictures = [(p, p.width * ZOOMS[zoom] // 100, p.height * ZOOMS[zoom] // 100) for p in pictures_of(stage)]
    context = {"event": event, "stage": stage, "stages": stages_of(event), "pictures": pictures}
    return render(request, "tournaments/bracket.html", context | {"zoom": zoom, "zooms": list(ZOOMS)})
