"""The pages of a pool: table, distribution, official lists, description."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from ratings import conf
from ratings.display import shown
from ratings.editions import PEOPLE, RATINGS
from ratings.forms import TableForm
from ratings.models import Player
from ratings.selectors.insight import ENOUGH, quality
from ratings.selectors.insight import distribution as distribution_of
from ratings.selectors.lists import lists_of, rows_of, shared_places
from ratings.selectors.lists import official_list as find_list
from ratings.selectors.players import public_player
from ratings.selectors.pools import game_count, pool_by_slug, versions_of
from ratings.selectors.tables import TableQuery, table, tops
from ratings.views.caching import conditional_page, kept_page

ROWS_A_PAGE = 50
TOP = 5


@kept_page(PEOPLE, RATINGS)
def index(request: HttpRequest) -> HttpResponse:
    """Every pool with the top of its table."""
    return render(request, "ratings/index.html", {"pools": tops(timezone.now(), TOP)})


@kept_page(PEOPLE, RATINGS)
def rating_table(request: HttpRequest, slug: str) -> HttpResponse:
    """A pool's table with its filters."""
    pool = pool_by_slug(slug)
    form = TableForm(request.GET or None)
    query = form.query() if form.is_bound else TableQuery()
    rows: Any = table(pool, query, timezone.now())
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "ratings/table.html", {"pool": pool, "form": form, "query": query, "page": page})


@conditional_page
def distribution(request: HttpRequest, slug: str) -> HttpResponse:
    """How the ratings are spread, and where one player stands: the one asked for, or oneself."""
    pool = pool_by_slug(slug)
    code = request.GET.get("player", "")
    whose = (
        public_player(code)
        if code
        else Player.objects.filter(user__isnull=False, user=request.user.pk).first()
    )
    found = distribution_of(pool, whose)
    return render(request, "ratings/distribution.html", {"pool": pool, "distribution": found, "whose": whose})


@kept_page(PEOPLE, RATINGS)
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """What the numbers mean, the parameters, and how good the predictions were."""
    pool = pool_by_slug(slug)
    context = {
        "pool": pool,
        "games": game_count(pool),
        "parameters": pool.model,
        "begins": shown(pool.model.mu),
        "provisional_games": conf.provisional_games(),
        "active_days": conf.active_for().days,
        "versions": versions_of(pool),
        "quality": quality(pool),
        "enough": ENOUGH,
    }
    return render(request, "ratings/about.html", context)


@kept_page(PEOPLE, RATINGS)
def official_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The official lists of a pool."""
    pool = pool_by_slug(slug)
    return render(request, "ratings/official_lists.html", {"pool": pool, "lists": lists_of(pool)})


@kept_page(PEOPLE, RATINGS)
def official_list(request: HttpRequest, slug: str, year: int, month: int) -> HttpResponse:
    """One official list."""
    pool = pool_by_slug(slug)
    frozen = find_list(pool, year, month)
    page = Paginator(rows_of(frozen), ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {"pool": pool, "list": frozen, "page": page, "shared": shared_places(frozen, page.object_list)}
    return render(request, "ratings/official_list.html", context)
