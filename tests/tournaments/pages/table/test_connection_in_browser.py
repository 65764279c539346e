"""A phone at a table that loses its connection, or its link, while somebody types: nothing typed is lost."""

import re

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import view
from tests.tournaments.event import NOW, Event
from tests.tournaments.pages.table.phones import DEAL, address, type_deal
from tournaments.models import GameRecord, Match, ScoreSheet, Stage
from tournaments.services.links import issue_links, revoke_links
from tournaments.services.reports import Report, report

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_what_was_typed_survives_a_lost_connection_and_is_sent_once(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    with view(browser) as (page, _errors):
        page.goto(address(live_server, match, 0))
        page.context.set_offline(True)
        type_deal(page)
        page.click("button[value=report]")
        expect(page.locator("#offline")).to_be_visible()
        assert not ScoreSheet.objects.exists()
        page.context.set_offline(False)
        page.reload()
        expect(page.locator("#sums")).to_contain_text("1,420")
        assert page.input_value("#d0s1hand") == "85"
        assert page.input_value("#d0s0out") == "plain"
        page.dblclick("button[value=report]")
        expect(page.locator("#waiting")).to_be_visible()
        page.wait_for_function("localStorage.length === 0")
    assert ScoreSheet.objects.get().totals == [1420, 35]


def test_what_differs_from_the_other_side_survives_a_lost_connection_and_is_seen_as_sent(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    report(match.pk, Report(0, (1420, 35), [DEAL]), None, NOW)
    with view(browser) as (page, _errors):
        page.goto(address(live_server, match, 1))
        page.click("text=No, we have other points")
        page.fill("#d0s1hand", "80")
        page.fill("#d0s0red_threes", "")
        page.route("**/t/**", lambda route: route.fulfill(status=502, body="Bad gateway"))
        page.click("button[value=report]")
        expect(page.locator("#offline")).to_be_visible()
        page.unroute("**/t/**")
        page.reload()
        expect(page.locator("#sums")).to_contain_text("1,220")
        assert page.input_value("#d0s1hand") == "80"
        assert page.input_value("#d0s0red_threes") == ""
        assert page.input_value("#d0s0card_points") == "340"
        page.click("button[value=report]")
        expect(page.locator("#disputed")).to_be_visible()
        expect(page).not_to_have_url(re.compile("again"))
        page.reload()
        expect(page.locator("#disputed")).to_be_visible()


def test_all_deals_of_a_match_to_points_survive_a_lost_connection(
    browser: Browser, live_server: LiveServer, event: Event
) -> None:
    match = event.round("1-2")[0]
    Stage.objects.update(deals=None)
    issue_links(match.round, NOW)
    with view(browser) as (page, _errors):
        page.goto(address(live_server, match, 0) + "&mode=totals")
        for deal in range(3):
            page.fill(f"#d{deal}s0total", "1000")
            page.fill(f"#d{deal}s1total", "200")
            expect(page.locator(f"#d{deal + 1}s0total")).to_be_visible()
        page.reload()
        expect(page.locator("#sums")).to_contain_text("3,000")
        assert page.input_value("#d2s1total") == "200"


def test_a_link_that_ends_while_somebody_types_says_so(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    with view(browser) as (page, _errors):
        page.goto(address(live_server, match, 0))
        revoke_links([match], NOW)
        page.fill("#d0s0card_points", "340")
        expect(page.locator("h1")).to_have_text("This link has ended")


def test_a_confirmation_waits_for_the_connection(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    with view(browser) as (one, _errors), view(browser) as (other, _more):
        one.goto(address(live_server, match, 0))
        type_deal(one)
        one.click("button[value=report]")
        expect(one.locator("#waiting")).to_be_visible()
        other.goto(address(live_server, match, 1))
        other.context.set_offline(True)
        other.click("button[value=confirm]")
        expect(other.locator("#offline")).to_be_visible()
        other.context.set_offline(False)
        other.dblclick("button[value=confirm]")
        expect(other.locator(".notice-success")).to_contain_text("35")
    assert (GameRecord.objects.get().totals, GameRecord.objects.get().version) == ([1420, 35], 1)
    assert ScoreSheet.objects.count() == 1


def test_what_was_typed_is_kept_while_the_other_side_reports(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    with view(browser) as (one, _errors), view(browser) as (other, _more):
        other.goto(address(live_server, match, 1))
        other.fill("#d0s0card_points", "355")
        one.goto(address(live_server, match, 0))
        type_deal(one)
        one.click("button[value=report]")
        expect(one.locator("#waiting")).to_be_visible()
        other.reload()
        expect(other.locator("#confirm")).to_be_visible()
        assert other.evaluate("localStorage.length") == 1
        one.wait_for_function("localStorage.length === 0")
