"""An event of 16 pairs in Chromium, from its creation to the final table, through the pages alone."""

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from accounts.services.users import create_confirmed_user
from ratings.models import Club
from tests.browser import VIEWS, chromium, faults, sign_in, view
from tests.tournaments.event import NOW, make_event
from tournaments.models import MatchState, Round, Tournament
from tournaments.services import draws

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "seven of clubs on top"
PAIRS = 16
ROUNDS = 3
# From a full round, all of it official, to the next published draw.
MOST_CLICKS = 3


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def director() -> User:
    user = create_confirmed_user("director@example.org", PASSWORD, name="Director")
    Club.objects.get_or_create(code="made-up", defaults={"name": "Made-up club"})[0].managers.add(user)
    return user


def test_an_event_of_16_pairs_from_creation_to_the_final_table(
    browser: Browser, live_server: LiveServer, director: User
) -> None:
    with view(browser, 1280) as (page, errors):
        sign_in(page, live_server.url, director.email, PASSWORD)
        page.goto(f"{live_server.url}/en/tournaments/")
        page.click("text=New tournament")
        page.fill("[name=name]", "Sixteen pairs")
        page.fill("[name=stage-rounds_planned]", str(ROUNDS))
        page.click("text=Create the tournament")
        enter_pairs(page)
        page.click("text=On to the first draw")
        for number in range(1, ROUNDS + 1):
            assert clicks_to_the_next_draw(page, number) <= MOST_CLICKS
            type_results(page, number)
        page.goto(f"{live_server.url}/en/tournaments/")
        page.click("main >> text=Sixteen pairs")
        page.click("text=Direct this event")
        page.get_by_role("link", name="Finish the event").click()
        page.fill("[name=reason]", "the last round is played")
        page.click("button:has-text('Finish the event')")
        page.click("text=Public page")
        page.wait_for_selector("#standings")
        assert page.locator("section:has(#standings) tbody tr").count() == PAIRS
        assert errors == []
    event = Tournament.objects.get(name="Sixteen pairs")
    assert event.status == "finished"
    matches = [match for round_ in Round.objects.all() for match in round_.matches.all()]
    assert len(matches) == ROUNDS * PAIRS // 2
    assert {match.state for match in matches} == {MatchState.OFFICIAL}


def enter_pairs(page: Page) -> None:
    """One pair typed, with the players appearing meanwhile; the others pasted as a list."""
    page.wait_for_load_state("networkidle")
    page.fill("[name=name1]", "Player 1a")
    page.wait_for_selector("#found1 >> text=new player: Player 1a")
    page.fill("[name=name2]", "Player 1b")
    page.wait_for_selector("#found2 >> text=new player: Player 1b")
    page.check("#found1 input[value=new]")
    page.check("#found2 input[value=new]")
    page.click("text=Enter the pair")
    page.click("text=Import a list")
    page.fill("[name=text]", "\n".join(f"Made-up {n} A;Made-up {n} B" for n in range(2, PAIRS + 1)))
    page.click("text=Look at it")
    page.click("text=Store these entries")
    assert page.locator("tbody tr").count() == PAIRS


def type_results(page: Page, number: int) -> None:
    """Every table of the round, typed in the line of the results' page."""
    page.click("main >> text='Results'")
    for table in range(1, PAIRS // 2 + 1):
        page.fill("#line", f"{table} {2000 + 5 * table * number} {1500 + 50 * table}")
        page.press("#line", "Enter")
        page.wait_for_selector(f"text=Table {table}:")


def clicks_to_the_next_draw(page: Page, number: int) -> int:
    """Draw and publish a round from where its director is: the first draw, or the results just typed."""
    clicks = [
        *([page.get_by_role("link", name="Draws", exact=True)] if number > 1 else []),
        page.locator(f"main >> text=Draw round {number}"),
        page.locator(f"button:has-text('Publish round {number}')").first,
    ]
    for each in clicks:
        each.click()
    page.wait_for_selector(f"text=Round {number} is published.")
    return len(clicks)


def test_two_are_swapped_by_the_keyboard_and_by_dragging(
    browser: Browser, live_server: LiveServer, director: User
) -> None:
    event = make_event(4)
    draws.draw_round(event.stage.pk, None, NOW)
    with view(browser, 1280) as (page, errors):
        sign_in(page, live_server.url, director.email, PASSWORD)
        page.goto(f"{live_server.url}/en/tournaments/spring/direct/stages/1/")
        page.select_option("#swap-one", label="Pair 2")
        page.select_option("#swap-other", label="Pair 3")
        page.focus("button:has-text('Swap and lock')")
        page.keyboard.press("Enter")
        page.wait_for_selector("button:has-text('Pair the rest')")
        assert event.pairs(event.stage.rounds.get()) == {frozenset({1, 2}), frozenset({3, 4})}
        page.locator(".entrant", has_text="Pair 2").drag_to(page.locator(".entrant", has_text="Pair 4"))
        page.wait_for_selector("tr:has-text('Pair 1'):has-text('Pair 4')")
        assert event.pairs(event.stage.rounds.get()) == {frozenset({1, 4}), frozenset({2, 3})}
        assert errors == []


@pytest.mark.parametrize(("width", "colours"), VIEWS)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_nothing_is_in_the_directors_way(
    browser: Browser, live_server: LiveServer, director: User, language: str, width: int, colours: str
) -> None:
    event = make_event(5, sign_up=True, check_in=True)
    event.round("1-2", "3-4", "5")
    for match in Round.objects.get().matches.all():
        event.result(match, 2400, 2000)
    event.tournament.entrants.update(checked_in=True)
    draws.draw_round(event.stage.pk, None, NOW)
    with view(browser, width, colours) as (page, errors):
        sign_in(page, live_server.url, director.email, PASSWORD)
        desk = f"{live_server.url}/{language}/tournaments/spring/direct/"
        for path in ("stages/1/", "entrants/", "entrants/1/", "import/", "settings/", "../sign-up/"):
            page.goto(desk + path)
            assert faults(page) == [], path
        for path in ("tournaments/new/", "clubs/made-up/vp-tables/"):
            page.goto(f"{live_server.url}/{language}/{path}")
            assert faults(page) == [], path
        assert errors == []
