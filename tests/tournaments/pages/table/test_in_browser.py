"""Two phones at a table in Chromium: typed, confirmed, sent again after the connection was lost, disputed."""

import time

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from accounts.services.users import create_confirmed_user
from tests.browser import VIEWS, faults, sign_in, too_wide, view
from tests.tournaments.event import NOW, Event
from tests.tournaments.pages.table.phones import DEAL, address, type_deal
from tournaments.core.clock import Lateness
from tournaments.models import Entrant, GameRecord, Match, MatchState, ScoreSheet
from tournaments.services import draws
from tournaments.services.clock import rule_late
from tournaments.services.links import issue_links
from tournaments.services.reports import Report, report

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE_WIDTH = 390
PASSWORD = "seven of clubs on top"


def test_a_pair_enters_and_the_other_confirms_on_two_phones(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    with view(browser) as (one, errors), view(browser) as (other, more_errors):
        one.goto(address(live_server, match, 0))
        type_deal(one)
        expect(one.locator("#sums")).to_contain_text("1")
        expect(one.locator("#p-0-0")).to_contain_text("420")
        assert one.evaluate("document.activeElement.value") == "report"
        one.keyboard.press("Enter")
        expect(one.locator("#waiting")).to_be_visible()
        other.goto(address(live_server, match, 1))
        other.click("button[value=confirm]")
        expect(other.locator(".notice-success")).to_contain_text("35")
        assert errors == more_errors == []
    assert GameRecord.objects.get().totals == [1420, 35]


def test_names_of_any_length_leave_both_versions_of_a_dispute_to_be_read(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    Entrant.objects.update(name="Květoslava Čermáková – Přemysl Úlehla")
    report(match.pk, Report(0, (1420, 35), [DEAL]), None, NOW)
    report(match.pk, Report(1, (1420, 40), [[DEAL[0], {**DEAL[1], "hand": 80, "total": 40}]]), None, NOW)
    with view(browser) as (page, _errors):
        page.goto(address(live_server, match, 1))
        expect(page.locator("#differences-1")).to_be_visible()
        cells = page.locator(".rows td")
        assert cells.all_inner_texts()[2:4] == ["85", "80"]
        too_wide = "all => all.filter(cell => cell.scrollWidth > cell.clientWidth).length"
        assert cells.evaluate_all(too_wide) == 0


def test_long_names_and_points_off_fit_on_a_phone_and_figures_stay_whole(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    Entrant.objects.update(name="Maxmiliána Nejezchlebová-Kratochvílová – Bartoloměj Přeučil-Vítkovský")
    rule_late(match.pk, 0, Lateness.POINTS, None, NOW)
    for side, points in enumerate((1035, 1040)):
        deals = [[{"total": 1420}, {"total": points}]]
        report(match.pk, Report(side, (1420, points), deals), None, NOW)
    lines = "all => all.map(cell => { const text = document.createRange(); text.selectNodeContents(cell);"
    lines += " return new Set([...text.getClientRects()].map(box => box.top)).size })"
    with view(browser) as (page, _errors):
        page.goto(address(live_server, match, 1))
        expect(page.locator("#differences-1")).to_be_visible()
        assert page.locator(".rows td.num").evaluate_all(lines) == [1, 1]
        for path in (f"matches/{match.uuid}/", "tournaments/spring/1/rounds/1/"):
            page.goto(f"{live_server.url}/cs/{path}")
            expect(page.locator(".badge-late")).to_contain_text("−100")
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE_WIDTH


def test_a_sheet_at_a_zoom_of_400_percent_is_no_wider_than_its_window(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    Entrant.objects.update(name="Maxmiliána Nejezchlebová-Kratochvílová – Bartoloměj Přeučil-Vítkovský")
    with view(browser, 320) as (page, _errors):
        page.goto(address(live_server, match, 0))
        assert too_wide(page) == []


def test_a_dispute_is_decided_by_a_referee(
    browser: Browser, live_server: LiveServer, event: Event, match: Match
) -> None:
    event.tournament.referees.add(create_confirmed_user("referee@example.org", PASSWORD))
    with view(browser) as (one, _errors), view(browser, 1280) as (referee, errors):
        one.goto(address(live_server, match, 0))
        type_deal(one)
        one.click("button[value=report]")
        one.click("a.button:has-text('Pair 2')")
        one.click("text=No, we have other points")
        one.focus("#d0s1hand")
        one.keyboard.type("80")
        one.click("button[value=report]")
        expect(one.locator("#disputed")).to_be_visible()
        sign_in(referee, live_server.url, "referee@example.org", PASSWORD)
        referee.goto(live_server.url + f"/en/matches/{match.uuid}/decide/")
        referee.locator("input[id^=reason-][required]").nth(1).fill("The paper says so.")
        referee.locator("button[value=accept]").nth(1).click()
        expect(referee.locator(".notice-success")).to_be_visible()
        assert errors == []
    assert GameRecord.objects.get().totals == [1420, 40]


def test_a_correction_after_the_next_draw_shows_what_it_changes(
    browser: Browser, live_server: LiveServer, event: Event, match: Match
) -> None:
    event.tournament.organisers.add(create_confirmed_user("referee@example.org", PASSWORD))
    for each in match.round.matches.all():
        event.result(each, 2450, 1980)
    round_ = draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    drawn = event.pairs(round_)
    with view(browser, 1280) as (page, errors):
        sign_in(page, live_server.url, "referee@example.org", PASSWORD)
        page.goto(live_server.url + f"/en/matches/{match.uuid}/decide/")
        page.fill("#id_total0", "1980")
        page.fill("#id_total1", "2450")
        page.fill("#id_reason", "misread")
        page.click("section[aria-labelledby=ruling] button >> nth=0")
        expect(page.locator("#preview")).to_be_visible()
        expect(page.locator(".notice-warning table").first).to_contain_text("14.00 → 6.00")
        assert GameRecord.objects.get(match=match).totals == [2450, 1980]
        page.click("button[name=confirmed]")
        expect(page.locator("#line")).to_be_visible()
        assert errors == []
    assert GameRecord.objects.get(match=match).totals == [1980, 2450]
    assert event.pairs(round_) == drawn


def test_three_deals_are_typed_and_reported_by_less_than_120_keys(
    browser: Browser, live_server: LiveServer, event: Event
) -> None:
    match = event.round("1-2", "3-4", deals=3)[0]
    issue_links(match.round, NOW)
    with view(browser) as (page, errors):
        page.goto(address(live_server, match, 0))
        keys = sum(type_deal(page, deal) for deal in range(3)) + 1
        page.keyboard.press("Enter")
        expect(page.locator("#waiting")).to_be_visible()
        assert errors == []
    assert ScoreSheet.objects.get().totals == [4260, 105]
    # One key a second is slow; two minutes are 120 of them.
    assert keys < 120


def test_a_director_makes_a_result_official_by_12_keys_within_10_seconds(
    browser: Browser, live_server: LiveServer, event: Event, match: Match
) -> None:
    event.tournament.organisers.add(create_confirmed_user("referee@example.org", PASSWORD))
    with view(browser, 1280) as (page, errors):
        sign_in(page, live_server.url, "referee@example.org", PASSWORD)
        page.goto(f"{live_server.url}/en/tournaments/spring/1/rounds/1/results/")
        keys = [*"1 2450 1980", "Enter"]
        started = time.monotonic()
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(200)
        expect(page.locator(".notice-success")).to_contain_text("Table 1: 2,450 : 1,980 is official.")
        assert time.monotonic() - started < 10
        expect(page.locator("#line")).to_be_focused()
        assert errors == []
    assert len(keys) <= 12
    assert GameRecord.objects.get().totals == [2450, 1980]


def test_the_button_that_adds_up_leaves_the_sheet_where_it_is(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    with view(browser) as (page, errors):
        page.goto(address(live_server, match, 0) + "&mode=totals")
        page.fill("#d0s0total", "1000")
        page.fill("#d0s1total", "200")
        page.click(".actions button[value=check]")
        expect(page.locator("#sums")).to_contain_text("1,000")
        assert page.input_value("#d0s0total") == "1000"
        assert errors == []


def test_a_sheet_that_cannot_be_comes_back_with_the_cell_to_mend_under_the_cursor(
    browser: Browser, live_server: LiveServer, match: Match
) -> None:
    with view(browser) as (page, _errors):
        page.goto(address(live_server, match, 0))
        type_deal(page)
        page.fill("#d0s0hand", "23")
        page.click("button[value=report]")
        expect(page.locator("#e-d0s0hand")).to_contain_text("multiples of 5")
        expect(page.locator("#d0s0hand")).to_be_focused()
        page.keyboard.type("20")
        expect(page.locator("#e-d0s0hand")).to_be_empty()
        page.click("button[value=report]")
        expect(page.locator("#waiting")).to_be_visible()
    assert ScoreSheet.objects.get().faults == []


@pytest.mark.parametrize(("width", "colours"), VIEWS)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_nothing_is_in_anybodys_way(
    browser: Browser,
    live_server: LiveServer,
    event: Event,
    match: Match,
    language: str,
    width: int,
    colours: str,
) -> None:
    event.tournament.organisers.add(create_confirmed_user("referee@example.org", PASSWORD))
    with view(browser, width, colours) as (page, errors):
        sign_in(page, live_server.url, "referee@example.org", PASSWORD)
        page.context.set_extra_http_headers({"Accept-Language": language})
        table = address(live_server, match, 0)
        round_ = f"/{language}/tournaments/spring/1/rounds/1/"
        for path in (
            table.split("?")[0],
            table,
            live_server.url + reverse("tournaments:find-table", args=["spring"]) + "?q=p",
            live_server.url + round_ + "results/",
            live_server.url + round_ + "clock/",
            live_server.url + round_ + "hall/",
            live_server.url + round_ + "slips/",
            live_server.url + round_ + "blank-sheets/",
            live_server.url + round_ + "wall/",
            live_server.url + f"/{language}/matches/{match.uuid}/decide/",
        ):
            page.goto(path)
            assert faults(page) == [], path
        assert errors == []
    match.refresh_from_db()
    assert match.state == MatchState.SCHEDULED
