"""A table of two pairs with its private link, and a browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.tournaments.event import NOW, Event, make_event
from tournaments.models import Match
from tournaments.services.links import issue_links


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def event() -> Event:
    return make_event(4, scoring={"table": "vp-3-deals"}, deals=1, rounds_planned=None)


@pytest.fixture
def match(event: Event) -> Match:
    match = event.round("1-2", "3-4")[0]
    issue_links(match.round, NOW)
    return match
