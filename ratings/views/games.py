"""The pages of games: one rated game with its arithmetic, and the preview of a match."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ratings.editions import PEOPLE, RATINGS
from ratings.forms import PreviewForm
from ratings.selectors.games import game_view
from ratings.selectors.previews import preview as preview_of
from ratings.views.caching import conditional_page, kept_page


@kept_page(PEOPLE, RATINGS)
def game(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """One game: who sat where, what it did to each rating, and why."""
    view, pool = game_view(uuid)
    return render(request, "ratings/game.html", {"view": view, "game": view.game, "pool": pool})


@conditional_page
def preview(request: HttpRequest) -> HttpResponse:
    """What a match would bring."""
    form = PreviewForm(request.GET or None)
    found = None
    if form.is_bound and form.is_valid():
        found = preview_of(form.cleaned_data["rules"], *form.sides())
    return render(request, "ratings/preview.html", {"form": form, "preview": found})
