"""The site's own pages in Chromium: no error on the console, nothing in anybody's way."""

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from accounts.services.users import create_confirmed_user
from tests.browser import VIEWS, chromium, faults, sign_in, view

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "seven of clubs on top"
OPEN = ["", "rules/", "accounts/login/", "accounts/signup/", "accounts/password/reset/"]
OWN = ["account/", "account/tokens/", "account/invitations/", "account/erase/", "accounts/logout/"]
OWN += ["accounts/email/", "accounts/password/change/", "accounts/2fa/", "accounts/sessions/"]


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def user() -> User:
    return create_confirmed_user("ana@example.org", PASSWORD, name="Ana", is_staff=True, is_superuser=True)


@pytest.mark.parametrize(("width", "colours"), VIEWS)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_nothing_is_in_anybodys_way(
    browser: Browser, live_server: LiveServer, user: User, language: str, width: int, colours: str
) -> None:
    with view(browser, width, colours) as (page, errors):
        for path in OPEN:
            page.goto(f"{live_server.url}/{language}/{path}")
            assert faults(page) == [], path
        sign_in(page, live_server.url, user.email, PASSWORD)
        for path in OWN:
            page.goto(f"{live_server.url}/{language}/{path}")
            assert faults(page) == [], path
        assert errors == []


def test_the_keyboard_comes_first_to_the_content(browser: Browser, live_server: LiveServer) -> None:
    with view(browser) as (page, _errors):
        page.goto(f"{live_server.url}/en/")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def test_a_chosen_theme_wins_over_the_device(browser: Browser, live_server: LiveServer) -> None:
    with view(browser, colours="light") as (page, _errors):
        page.goto(f"{live_server.url}/en/")
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.click("button[value=dark]")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_everything_to_be_tapped_is_large_enough(browser: Browser, live_server: LiveServer) -> None:
    with view(browser) as (page, _errors):
        for path in OPEN:
            page.goto(f"{live_server.url}/cs/{path}")
            heights = page.eval_on_selector_all(
                "header a, header button, main button, main .button, footer a, footer button",
                "all => all.map(each => each.getBoundingClientRect().height).filter(height => height > 0)",
            )
            assert min(heights) >= 40
