"""The pages of people: clubs, search, one player, a pair, two players head to head."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings.chart import curve, thinned
from ratings.editions import PEOPLE, RATINGS
from ratings.errors import RatingError
from ratings.forms import HeadToHeadForm, ShownForm
from ratings.models import Player, PlayerRating
from ratings.selectors.clubs import club_by_code, members_of
from ratings.selectors.clubs import clubs as all_clubs
from ratings.selectors.games import games_of
from ratings.selectors.meetings import meetings, stored_pair
from ratings.selectors.own import everything_of
from ratings.selectors.players import (
    found_players,
    points_of,
    public_player,
    ratings_of,
    records_of,
    summary_of,
)
from ratings.selectors.pools import shown_pools
from ratings.services.people import show_as
from ratings.views.caching import conditional_page, kept_page

GAMES_A_PAGE = 10
PEOPLE_A_PAGE = 50
RECORDS = 5


@kept_page(PEOPLE, RATINGS)
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs."""
    return render(request, "ratings/clubs.html", {"clubs": all_clubs()})


@kept_page(PEOPLE, RATINGS)
def club(request: HttpRequest, code: str) -> HttpResponse:
    """One club: its players, and its part of each table."""
    found = club_by_code(code)
    page = Paginator(members_of(found), PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "ratings/club.html", {"club": found, "page": page, "pools": shown_pools()})


@kept_page(PEOPLE, RATINGS)
def players(request: HttpRequest) -> HttpResponse:
    """Find a player by name."""
    name = request.GET.get("q", "").strip()[:80]
    page = Paginator(found_players(name), PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "ratings/players.html", {"name": name, "page": page})


@kept_page(PEOPLE, RATINGS)
def player(request: HttpRequest, code: str) -> HttpResponse:
    """One player in one pool: figures, curve, games and why each changed the rating, first records."""
    person = public_player(code)
    if person.code != code:
        return redirect(person)
    context = _person_context(request, person)
    if standing := context["standing"]:
        context |= _in_pool(request, standing)
    return render(request, "ratings/player.html", context)


@kept_page(PEOPLE, RATINGS)
def partners(request: HttpRequest, code: str) -> HttpResponse:
    """How one player did with each partner."""
    return _records(request, code, with_partners=True)


@kept_page(PEOPLE, RATINGS)
def opponents(request: HttpRequest, code: str) -> HttpResponse:
    """How one player did against each opponent."""
    return _records(request, code, with_partners=False)


def _records(request: HttpRequest, code: str, *, with_partners: bool) -> HttpResponse:
    person = public_player(code)
    if person.code != code:
        return redirect("ratings:partners" if with_partners else "ratings:opponents", person.code)
    context = _person_context(request, person) | {"with_partners": with_partners}
    if standing := context["standing"]:
        found: Any = records_of(person, standing.pool)[0 if with_partners else 1]
        context["page"] = Paginator(found, PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "ratings/records.html", context)


def _person_context(request: HttpRequest, person: Player) -> dict[str, Any]:
    """What the pages of one player share: their ratings, and the one asked for."""
    ratings = ratings_of(person)
    standing = _chosen(ratings, request.GET.get("pool", ""))
    return {"player": person, "ratings": ratings, "standing": standing, "pool": standing and standing.pool}


def _chosen(ratings: list[PlayerRating], slug: str) -> PlayerRating | None:
    """The rating in the pool asked for, or in the one played most."""
    asked = [rating for rating in ratings if rating.pool.slug == slug]
    return next(iter(asked or ratings), None)


def _in_pool(request: HttpRequest, standing: PlayerRating) -> dict[str, object]:
    person, pool = standing.player, standing.pool
    points = points_of(person, pool)
    page = Paginator(points[::-1], GAMES_A_PAGE).get_page(request.GET.get("page"))
    with_partners, against_opponents = records_of(person, pool)
    return {
        "summary": summary_of(standing, points, timezone.now()),
        "points": thinned(points),
        "curve": curve([(point.rating, point.deviation) for point in points]),
        "page": page,
        "games": games_of(person, pool, [point.game_id for point in page.object_list]),
        "partners": with_partners[:RECORDS],
        "opponents": against_opponents[:RECORDS],
    }


@kept_page(PEOPLE, RATINGS)
def pair(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Two players as partners."""
    one, two = public_player(code), public_player(other)
    if (one.code, two.code) != (code, other):
        return redirect("ratings:pair", one.code, two.code)
    found = meetings(one, two, together=True)
    context = {"one": one, "two": two, "pair": stored_pair(one, two), "meetings": found}
    return render(request, "ratings/pair.html", context)


@login_required
def shown(request: HttpRequest) -> HttpResponse:
    """How the player this user is appears in public, by their own choice."""
    person = next(iter(everything_of(request.user)), None)
    initial = {"visibility": person.visibility, "pseudonym": person.pseudonym} if person else None
    form = ShownForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            show_as(request.user, **form.cleaned_data)
        except RatingError as error:
            form.add_error("pseudonym" if error.code.startswith("pseudonym") else None, error.message)
        else:
            messages.success(request, _("Saved."))
            return redirect("ratings:shown")
    return render(request, "ratings/shown.html", {"form": form, "player": person})


@conditional_page
def head_to_head(request: HttpRequest) -> HttpResponse:
    """Two players as opponents."""
    form = HeadToHeadForm(request.GET or None)
    context: dict[str, object] = {"form": form}
    if form.is_bound and form.is_valid():
        one, two = form.cleaned_data["a"], form.cleaned_data["b"]
        context |= {"one": one, "two": two, "meetings": meetings(one, two, together=False)}
    return render(request, "ratings/head_to_head.html", context)
