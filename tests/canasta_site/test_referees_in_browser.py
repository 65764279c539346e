"""The referees' site in Chromium: from a rejected log to a ruling, two at once, and every page of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from ratings.histories import ReadHistoryAdmin
from ratings.models import Club, Player, RatingEntry, RatingPool
from ratings.services.folding import fold_pool
from tests.browser import VIEWS, chromium, faults, too_wide, view
from tests.tournaments.event import NOW, make_event, make_user
from tests.tournaments.replayed import replayed_log
from tournaments.models import GameRecord, MoveLog
from tournaments.services.decisions import Ruling, decide
from tournaments.services.notes import leave_note
from tournaments.services.reports import Report, report

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def rejected() -> MoveLog:
    return replayed_log("bad-meld-wilds-2")


def referee(email: str, **fields: Any) -> Any:
    user = make_user(email, is_staff=True, **fields)
    user.user_permissions.add(Permission.objects.get(codename="decide_results"))
    return user


def sign_in(page: Page, live_server: LiveServer, user: Any) -> None:
    client = Client()
    client.force_login(user)
    cookie = {"name": "session", "value": client.cookies["session"].value, "url": live_server.url}
    page.context.add_cookies([cookie])


def test_from_a_rejected_log_to_a_ruling_in_three_taps(
    browser: Browser, live_server: LiveServer, rejected: MoveLog
) -> None:
    with view(browser, 390) as (page, errors):
        sign_in(page, live_server, referee("referee@example.org"))
        page.goto(f"{live_server.url}/cs/referee/")
        assert "příliš mnoho divokých karet" in page.inner_text("main")
        page.click("text=Rozhodnout")
        page.fill(f"#reason-log-{rejected.pk}", "Druhé rozdání se nepočítá.")
        page.click("text=Platí dohraná rozdání: 10 : 825")
        assert page.url.endswith("/cs/referee/")
        assert "Na rozhodnutí nic nečeká." in page.inner_text("main")
        fold_pool(RatingPool.objects.get(dirty_from__isnull=False).pk, NOW)
        page.goto(f"{live_server.url}/cs/ratings/players/p2a/")
        winner = RatingEntry.objects.get(player__code="p2a")
        assert winner.mu_after > winner.mu_before
        rating = round(1500 + 20 * (winner.mu_after - 25))
        assert str(rating) in page.inner_text("main")
        assert errors == []
    assert GameRecord.objects.get().totals == [10, 825]


def test_of_two_referees_at_once_the_second_is_told(
    browser: Browser, live_server: LiveServer, rejected: MoveLog
) -> None:
    address = f"{live_server.url}/en/matches/{rejected.match.uuid}/decide/?from=queue"
    with view(browser) as (first, _errors), view(browser) as (second, _more):
        for number, page in enumerate((first, second)):
            sign_in(page, live_server, referee(f"referee{number}@example.org"))
            page.goto(address)
            page.fill("#id_total0", "500")
            page.fill("#id_total1", "300" if page is first else "305")
        first.click("text=Make official")
        assert first.url.endswith("/en/referee/")
        second.click("text=Make official")
        assert "Somebody else changed this match meanwhile." in second.inner_text("main")
    assert GameRecord.objects.get().totals == [500, 300]


def test_a_second_tap_on_a_button_is_no_second_decision(
    browser: Browser, live_server: LiveServer, rejected: MoveLog
) -> None:
    rejected.state = "failed"
    rejected.because("our own fault").save()
    with view(browser) as (page, errors):
        sign_in(page, live_server, referee("referee@example.org"))
        page.goto(f"{live_server.url}/en/matches/{rejected.match.uuid}/decide/?from=queue")
        page.fill(f"#replay-{rejected.pk}", "Mended.")
        page.dblclick("text=Replay again")
        page.wait_for_url("**/en/referee/")
        assert "Done." in page.inner_text("body")
        assert errors == []


def test_a_director_who_plays_is_led_to_nobody_elses_decision(
    browser: Browser, live_server: LiveServer, rejected: MoveLog
) -> None:
    user = make_user(player="p1a")
    rejected.match.round.stage.tournament.organisers.add(user)
    with view(browser) as (page, errors):
        sign_in(page, live_server, user)
        page.goto(f"{live_server.url}/en/referee/")
        assert "You play at this table, so somebody else decides." in page.inner_text("main")
        assert page.locator("main a.button").count() == 0
        assert errors == []


SITE = "/cs/referee/"
DETAIL = tuple(f"{SITE}{app}/" for app in ("ratings/player", "tournaments/match", "accounts/user"))


def rows_of_every_kind(by: Any) -> None:
    """At least one row of every model that the site shows."""
    log = replayed_log("bad-meld-wilds-2")
    leave_note(log.match_id, "Cards, please.", by, NOW)
    event = make_event(4, slug="other")
    decided, disputed = event.round("1-2", "3-4")
    decide(decided.pk, Ruling((2450, 1980)), by, NOW)
    report(disputed.pk, Report(0, (2450, 1980)), None, NOW)
    report(disputed.pk, Report(1, (2450, 1880)), None, NOW)


def addresses() -> Iterator[str]:
    """Every page of the site that can be opened: lists, rows, forms for new ones, histories."""
    yield reverse("admin:index")
    for model, each in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        row: Model | None = model._default_manager.first()
        if row is not None:
            yield reverse(f"{name}_change", args=[row.pk])
            yield reverse(f"{name}_history", args=[row.pk])
            if isinstance(each, ReadHistoryAdmin):
                yield reverse(f"{name}_simple_history", args=[row.pk, row.history.first().pk])
        if model in {Club, Player}:
            yield reverse(f"{name}_add")


@pytest.mark.parametrize(("width", "colours"), VIEWS)
def test_no_page_of_the_site_is_in_anybodys_way(
    browser: Browser, live_server: LiveServer, width: int, colours: str
) -> None:
    user = referee("admin@example.org", is_superuser=True)
    rows_of_every_kind(user)
    with view(browser, width, colours) as (page, errors):
        sign_in(page, live_server, user)
        with override("cs"):
            paths = list(addresses())
        found = {}
        for path in paths:
            page.goto(live_server.url + path)
            # In the second view one page of each kind is looked at in detail: they share their templates.
            looked_at = (width, colours) == VIEWS[0] or path == SITE or path.startswith(DETAIL)
            if wrong := (faults(page) if looked_at else too_wide(page)) + errors:
                found[path] = wrong
                errors.clear()
        assert not found, "\n".join(f"{path}: {wrong}" for path, wrong in found.items())
