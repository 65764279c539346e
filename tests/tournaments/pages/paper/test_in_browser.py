"""Printed pages in Chromium: what belongs on one sheet of paper stays on one, on A4 and on Letter."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from accounts.services.users import create_confirmed_user
from tests.browser import chromium, sign_in, too_wide, view
from tests.tournaments.event import NOW, make_event
from tournaments.models import Entrant
from tournaments.services.links import issue_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "seven of clubs on top"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_each_table_has_one_sheet_and_eight_tables_two_of_slips(
    browser: Browser, live_server: LiveServer
) -> None:
    event = make_event(16, deals=4)
    Entrant.objects.update(name="Bedřiška Zkušební-Nejdelší – Maxmilián Smyšlený")
    matches = event.round(*(f"{n}-{n + 1}" for n in range(1, 17, 2)))
    issue_links(matches[0].round, NOW)
    event.tournament.organisers.add(create_confirmed_user("director@example.org", PASSWORD))
    with view(browser, 1280) as (page, errors):
        sign_in(page, live_server.url, "director@example.org", PASSWORD)
        for name, sheets in (("blank-sheets", 8), ("slips", 2), ("wall", 2)):
            page.goto(f"{live_server.url}/cs/tournaments/spring/1/rounds/1/{name}/")
            for paper in ("A4", "Letter"):
                printed = page.pdf(format=paper, prefer_css_page_size=True)
                assert printed.count(b"/MediaBox") == sheets, (name, paper)
        assert errors == []


def test_links_that_are_missing_are_made_by_the_button_on_the_slips_page(
    browser: Browser, live_server: LiveServer
) -> None:
    event = make_event(4)
    event.round("1-2", "3-4")
    event.tournament.organisers.add(create_confirmed_user("director@example.org", PASSWORD))
    with view(browser, 1280) as (page, errors):
        sign_in(page, live_server.url, "director@example.org", PASSWORD)
        page.goto(f"{live_server.url}/en/tournaments/spring/1/rounds/1/slips/")
        page.click("text=Make the links of 2 tables")
        expect(page.locator(".slip-link")).to_have_count(2)
        assert errors == []


@pytest.mark.parametrize("name", ["Eva – Jan", "Maxmilián Smyšlený " * 6, "Bedřiškazkušební" * 7])
def test_a_short_and_a_very_long_name_leave_a_blank_sheet_on_one_page(
    browser: Browser, live_server: LiveServer, name: str
) -> None:
    event = make_event(4, deals=4)
    Entrant.objects.update(name=name.strip())
    event.round("1-2", "3-4")
    event.tournament.organisers.add(create_confirmed_user("director@example.org", PASSWORD))
    with view(browser, 700) as (page, errors):  # the width between the margins of a sheet of A4
        sign_in(page, live_server.url, "director@example.org", PASSWORD)
        page.goto(f"{live_server.url}/cs/tournaments/spring/1/rounds/1/blank-sheets/")
        for paper in ("A4", "Letter"):
            printed = page.pdf(format=paper, prefer_css_page_size=True)
            assert printed.count(b"/MediaBox") == 2, paper
        page.emulate_media(media="print")
        assert too_wide(page) == []
        assert errors == []
