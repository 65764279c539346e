"""The public pages in Chromium, with an event in them: nothing in anybody's way, no error on the console."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.browser import VIEWS, chromium, faults, view
from tests.tournaments.event import make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = ["", "search/?q=p1", "calendar/", "help/", "help/players/", "help/directors/", "help/referees/"]
PAGES += ["tournaments/", "tournaments/spring/", "tournaments/spring/standings/", "ratings/clubs/made-up/"]
PAGES += [
    "tournaments/spring/1/rounds/1/",
    "tournaments/spring/1/crosstable/",
    "tournaments/spring/1/entrants/1/",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.mark.parametrize(("width", "colours"), VIEWS)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_public_pages_are_in_nobodys_way(
    browser: Browser, live_server: LiveServer, language: str, width: int, colours: str
) -> None:
    event = make_event(4)
    event.results("1-2 2450:1980", "3-4 2000:2500")
    event.round("1-3", "2-4")
    with view(browser, width, colours) as (page, errors):
        for path in PAGES:
            page.goto(f"{live_server.url}/{language}/{path}")
            assert faults(page) == [], path
        assert errors == []


def test_the_description_of_the_api_shows_in_its_page(browser: Browser, live_server: LiveServer) -> None:
    with view(browser, 1280) as (page, errors):
        page.goto(f"{live_server.url}/api/v1/docs")
        page.get_by_text("/api/v1/matches/{uuid}/logs").first.wait_for()
        assert errors == []
