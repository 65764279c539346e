"""The pages of a pool: table, distribution, official lists, description."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import condition

from ratings.forms import TableForm
from ratings.selectors.pools import pool_by_slug, shown_pools
from ratings.selectors.tables import CurrentTable, TableQuery, table
from ratings.views.caching import conditional_page, state_of_the_ratings

ROWS_A_PAGE = 50
TOP = 5


@conditional_page
def index(request: HttpRequest) -> HttpResponse:
    """Every pool with the top of its table."""
    now = timezone.now()
    pools = [(pool, CurrentTable(pool, TableQuery(), now)[0:TOP]) for pool in shown_pools()]
    return render(request, "ratings/index.html", {"pools": pools})


@condition(etag_func=state_of_the_ratings)
def rating_table(request: HttpRequest, slug: str) -> HttpResponse:
    """A pool's table with its filters."""
    pool = pool_by_slug(slug)
    form = TableForm(request.GET or None)
    query = form.query() if form.is_bound else TableQuery()
    rows: Any = table(pool, query, timezone.now())
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "ratings/table.html", {"pool": pool, "form": form, "query": query, "page": page})
