"""Every public page in Chromium, in both languages and themes: nothing in anybody's way, no error."""

from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from ratings.models import Player
from ratings.services.people import change
from tests.browser import VIEWS, chromium, faults, view
from tests.ratings.club import fold_all
from tests.tournaments.event import make_event, make_user
from tests.tournaments.replayed import replayed_log

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCRIPTED = ("xhr", "fetch")
PAGES = ["", "search/?q=p1", "calendar/", "calendar/?month=2026-03", "rules/", "help/", "submit/"]
PAGES += ["help/players/", "help/directors/", "help/referees/"]
PAGES += [
    "tournaments/",
    "tournaments/spring/",
    "tournaments/spring/standings/",
    "tournaments/coming/sign-up/",
]
PAGES += ["tournaments/spring/1/rounds/1/", "tournaments/spring/1/rounds/1/?order=name"]
PAGES += ["tournaments/spring/1/crosstable/", "tournaments/spring/1/entrants/1/"]
PAGES += ["ratings/", "ratings/clubs/", "ratings/clubs/made-up/", "ratings/players/", "ratings/players/p1a/"]
PAGES += ["ratings/classic-pairs/", "ratings/classic-pairs/distribution/", "ratings/classic-pairs/about/"]
PAGES += ["ratings/classic-pairs/lists/", "ratings/pairs/p1a/p1b/", "ratings/head-to-head/?a=p1a&b=p2a"]
PAGES += ["ratings/preview/"]
LARGEST = 100_000  # bytes of HTML
# Cumulative layout shift: half of what counts as good, as columns of a table settle while its rows arrive.
MOVED = 0.05
LONG_NAME = "Maxmiliána Nikola Johana Nejneobhospodařovávatelnější-Schwarzenbergová z Červeného Hrádku"
UNBREAKABLE = "Ďščřžýáíéěúůň" * 9
NARROWEST = 320  # CSS pixels: what 1280 are at a zoom of 400 %, and 640 at 200 %
SHIFTS = """new Promise(done => {
  const sum = list => list.getEntries().reduce((all, entry) => all + entry.value, 0)
  new PerformanceObserver(list => done(sum(list))).observe({type: "layout-shift", buffered: true})
  setTimeout(() => done(0), 200)
})"""
TWO_LINES = 88  # CSS pixels: a line of links is as high as a finger needs, 44
SQUEEZED = """[...document.querySelectorAll(".rows td[data-label]")].filter(cell =>
  [...cell.childNodes].filter(each => each.nodeType === 1 || each.textContent.trim()).length > 1
).map(each => each.outerHTML.slice(0, 120))"""
MOVING = """[...document.querySelectorAll("*")].filter(each => {
  const style = getComputedStyle(each)
  return parseFloat(style.transitionDuration) > 0 || style.animationName !== "none"
}).map(each => each.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def pages() -> list[str]:
    """The pages with an event, a refereed log and rated games in them."""
    make_event(4, slug="coming", status="planned", sign_up=True)
    log = replayed_log("match-classic-4-00")
    change(Player.objects.get(code="p1a"), why="married", name=LONG_NAME)
    fold_all()
    match = log.match.uuid
    return [
        *PAGES,
        f"matches/{match}/",
        f"logs/{log.pk}/",
        f"logs/{log.pk}/replay/1/3/",
        f"ratings/games/{match}/",
    ]


def visit(page: Page, address: str) -> None:
    """Open a page that must be there and not be large."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address
    assert len(answer.body()) < LARGEST, address


@pytest.mark.parametrize(("width", "colours"), VIEWS)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_public_pages_are_in_nobodys_way(
    browser: Browser, live_server: LiveServer, pages: list[str], language: str, width: int, colours: str
) -> None:
    with view(browser, width, colours) as (page, errors):
        for path in pages:
            visit(page, f"{live_server.url}/{language}/{path}")
            assert faults(page) == [], path
            assert page.evaluate(SHIFTS) < MOVED, path
        assert errors == []


def test_no_page_is_wider_than_a_narrow_window_and_nothing_moves_where_that_is_unwanted(
    browser: Browser, live_server: LiveServer, pages: list[str]
) -> None:
    with view(browser, NARROWEST) as (page, _errors):
        page.emulate_media(reduced_motion="reduce")
        for path in pages:
            visit(page, f"{live_server.url}/cs/{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROWEST, path
            assert page.evaluate(MOVING) == [], path


def test_a_name_without_spaces_is_broken_and_no_page_of_the_ratings_gets_wider(
    browser: Browser, live_server: LiveServer, pages: list[str]
) -> None:
    someone = Player.objects.select_related("club").get(code="p1a")
    change(someone, why="married", name=UNBREAKABLE)
    change(someone.club, why="renamed", name=UNBREAKABLE)
    records = ["ratings/players/p1a/partners/", "ratings/players/p1a/opponents/"]
    with view(browser, NARROWEST) as (page, _errors):
        for path in [*records, *(path for path in pages if path.startswith("ratings/"))]:
            visit(page, f"{live_server.url}/cs/{path}")
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROWEST, path


@pytest.mark.parametrize("language", ["cs", "en"])
def test_on_a_phone_the_way_round_is_one_line_and_no_cell_of_a_card_is_squeezed(
    browser: Browser, live_server: LiveServer, pages: list[str], language: str
) -> None:
    with view(browser, 390) as (page, _errors):
        for path in pages:
            visit(page, f"{live_server.url}/{language}/{path}")
            assert page.locator(".site-nav").evaluate("each => each.offsetHeight") < TWO_LINES, path
            assert page.evaluate(SQUEEZED) == [], path


def test_the_score_beside_the_cards_stands_on_one_line(browser: Browser, live_server: LiveServer) -> None:
    log = replayed_log("match-classic-4-00")
    with view(browser, NARROWEST) as (page, _errors):
        page.goto(f"{live_server.url}/cs/logs/{log.pk}/replay/2/3/")
        lines = """(totals, name) => totals.map(each => {
          each.previousSibling.textContent = name
          each.textContent = "−12 345"
          const written = document.createRange()
          written.selectNodeContents(each)
          return written.getClientRects().length
        })"""
        assert page.eval_on_selector_all(".board-total", lines, LONG_NAME) == [1, 1]


@pytest.mark.parametrize(("width", "colours"), VIEWS)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_refusals_are_in_nobodys_way(
    browser: Browser, live_server: LiveServer, language: str, width: int, colours: str
) -> None:
    make_event(2)
    client = Client()
    client.force_login(make_user())
    with view(browser, width, colours) as (page, _errors):
        for path, status in (("nothing/here/", 404), ("demonstration/remove/", 403)):
            page.context.add_cookies(
                [{"name": "session", "value": client.cookies["session"].value, "url": live_server.url}]
            )
            answer = page.goto(f"{live_server.url}/{language}/{path}")
            assert answer is not None
            assert answer.status == status
            assert faults(page) == [], path


def test_what_a_refusal_says_stands_in_one_column(browser: Browser, live_server: LiveServer) -> None:
    with view(browser, 1280) as (page, _errors):
        page.goto(f"{live_server.url}/en/nothing/")
        parts = page.locator(".hero :is(p, h1, .button)")
        assert len({part.bounding_box()["x"] for part in parts.all()}) == 1


def test_an_event_is_reached_by_keyboard_alone(browser: Browser, live_server: LiveServer) -> None:
    make_event(2)
    with view(browser, 1280) as (page, _errors):
        page.goto(f"{live_server.url}/en/tournaments/")
        for _ in range(40):
            page.keyboard.press("Tab")
            focused = page.evaluate("document.activeElement.textContent.trim()")
            shown = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert shown != "none", focused
            if focused == "Spring event":
                break
        page.keyboard.press("Enter")
        page.wait_for_url("**/tournaments/spring/")


def test_the_description_of_the_api_shows_in_its_page(browser: Browser, live_server: LiveServer) -> None:
    with view(browser, 1280) as (page, errors):
        for _visit in ("the first", "again"):
            page.goto(f"{live_server.url}/api/v1/docs")
            page.get_by_text("/api/v1/matches/{uuid}/logs").first.wait_for()
            assert errors == []
        assert page.get_attribute("html", "lang") == "en"


@pytest.mark.parametrize("path", ["", "1/rounds/1/"])
def test_a_round_that_runs_follows_the_results_and_leaves_focus_and_page_where_they_are(
    browser: Browser, live_server: LiveServer, path: str
) -> None:
    event = make_event(4)
    first, second = event.round("1-2", "3-4")
    come_back = 'document.dispatchEvent(new Event("visibilitychange"))'
    with view(browser, 390) as (page, errors):
        page.goto(f"{live_server.url}/en/tournaments/spring/{path}")
        link = page.locator(f'#live a[href="{second.get_absolute_url()}"]').first
        link.focus()
        link.evaluate("each => { each.seen = true }")
        with page.expect_response(f"**/spring/{path}"):
            page.evaluate(come_back)
        page.wait_for_timeout(200)
        assert link.evaluate("each => each.seen"), "nothing changed, so nothing was put in its place"
        event.result(first, 2450, 1980)
        page.set_viewport_size({"width": 390, "height": 400})
        page.evaluate("window.scrollTo(0, 250)")
        page.evaluate(come_back)
        page.locator("#live", has_text="2,450 : 1,980").wait_for()
        page.wait_for_timeout(200)
        assert page.evaluate("window.scrollY") == 250
        assert page.evaluate("document.activeElement.getAttribute('href')") == second.get_absolute_url()
        assert errors == []


def test_nobody_asks_for_a_page_that_nobody_sees_or_that_is_over(
    browser: Browser, live_server: LiveServer
) -> None:
    event = make_event(4)
    event.round("1-2", "3-4")
    look = 'document.dispatchEvent(new Event("visibilitychange"))'
    hidden = 'Object.defineProperty(document, "hidden", {value: true, configurable: true})'
    with view(browser, 390) as (page, errors):
        asked: list[str] = []  # by scripts: the browser itself asks for its icon whenever it likes
        page.goto(f"{live_server.url}/en/tournaments/spring/1/rounds/1/")
        page.on("request", lambda one: asked.extend([one.url] if one.resource_type in SCRIPTED else []))
        page.evaluate(hidden)
        page.evaluate(look)
        page.wait_for_timeout(300)
        assert asked == []
        page.evaluate("delete document.hidden")
        page.evaluate(look)
        page.wait_for_timeout(300)
        assert len(asked) == 1
        event.tournament.status = "finished"
        event.tournament.because("over").save()
        page.evaluate(look)
        page.locator("#live:not([hx-get])").wait_for()
        page.evaluate(look)
        page.wait_for_timeout(300)
        assert len(asked) == 2
        assert errors == []


def test_an_event_that_is_over_asks_for_nothing_more(client: Client, db: None) -> None:
    make_event(2, status="finished").round("1-2")
    for path in ("", "1/rounds/1/"):
        assert b"hx-get" not in client.get(f"/en/tournaments/spring/{path}").content


@pytest.mark.parametrize("language", ["cs", "en"])
def test_the_days_of_the_week_stand_on_one_line_on_a_phone(
    browser: Browser, live_server: LiveServer, language: str
) -> None:
    with view(browser, 390) as (page, _errors):
        page.goto(f"{live_server.url}/{language}/calendar/")
        lines = "days => days.map(day => day.getClientRects().length)"
        assert page.eval_on_selector_all(".month th abbr", lines) == [1] * 7
