"""Forms of accounts sent by a browser, which names no origin where a page forbids referrers."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from accounts.models import Invitation, User
from accounts.services.invitations import invite
from accounts.services.users import create_confirmed_user
from tests.browser import chromium, view

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "seven of clubs on top"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def test_who_is_invited_makes_an_account_and_signs_in_with_it_elsewhere(
    browser: Browser, live_server: LiveServer
) -> None:
    administrator = create_confirmed_user("admin@example.org", PASSWORD, is_superuser=True)
    invitation = Invitation(email="new@example.org", invited_as="player")
    link = urlsplit(invite(invitation, administrator, timezone.now())).path
    with view(browser) as (page, errors):
        page.goto(live_server.url + link)
        page.fill("input[name=name]", "Nová")
        page.fill("input[name=password]", PASSWORD)
        page.click("main form button")
        assert urlsplit(page.url).path == "/en/"
        assert errors == []
    assert User.objects.get(email="new@example.org").name == "Nová"
    with view(browser) as (page, errors):
        page.goto(f"{live_server.url}/en/account/")
        page.fill("input[name=login]", "New@example.org")
        page.fill("input[name=password]", PASSWORD)
        page.click("main form button")
        assert urlsplit(page.url).path == "/en/account/"
        assert page.input_value("input[name=name]") == "Nová"
        assert errors == []
