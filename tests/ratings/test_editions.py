"""Every committed change gives what it touches another edition; kept pages are never stale."""

from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any, cast

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import connection, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from ratings.editions import PEOPLE, RATINGS, edition
from ratings.models import Club, Edition, Player, RatingPool
from ratings.services.pools import pool_for
from ratings.views.caching import kept_page
from tests.tournaments.event import Event, make_event
from tournaments.models import Absence, Match
from tournaments.services.adjustments import adjust
from tournaments.watched import EVENT, EVENTS, WATCHED

pytestmark = pytest.mark.django_db
STANDINGS = "/en/tournaments/spring/standings/"


@pytest.fixture
def event() -> Event:
    event = make_event(4)
    event.results("1-2 2450:1980", "3-4 2000:2500")
    return event


@pytest.fixture(autouse=True)
def nothing_kept(settings: Any) -> None:
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "kept in a test"}
    settings.CACHES = settings.CACHES | {"pages": memory}
    caches["pages"].clear()


def of(event: Event) -> int:
    return edition(f"{EVENT}:{event.tournament.pk}")


OF_EVENTS = [one for one in WATCHED if one.one]
NOT_SHOWN = {"MoveLog", "Note", "Protest", "ReplayTally", "ScoreSheet", "TableLink", "VpTable"}


def test_every_model_of_the_events_is_watched_or_known_not_to_be_on_kept_pages() -> None:
    models = {model.__name__ for model in apps.get_app_config("tournaments").get_models()}
    models = {name for name in models if not name.startswith("Historical")}
    assert {one.model.__name__ for one in WATCHED} == models - NOT_SHOWN


@pytest.mark.parametrize("watched", OF_EVENTS, ids=lambda one: one.model.__name__)
def test_all_that_an_event_shows_is_counted(event: Event, watched: Any) -> None:
    stage, entrant = event.stage, event.entrants[0]
    event.round("1-2", "3")
    Absence(stage=stage, entrant=entrant, round_number=2).because("test", None).save()
    adjust(stage, entrant.pk, 100, "late", 1, None)
    before, all_before = of(event), edition(EVENTS)
    assert watched.model.objects.update(id=F("id"))
    assert of(event) > before
    assert edition(EVENTS) > all_before


def test_a_row_that_is_new_or_gone_counts_as_well(event: Event) -> None:
    before = of(event)
    bye = event.stage.rounds.get().byes.create(entrant=event.entrants[0])
    made = of(event)
    bye.because("test", None).delete()
    assert before < made < of(event)


def test_one_event_leaves_the_pages_of_another_alone(event: Event) -> None:
    other = make_event(2, slug="autumn")
    before = of(other)
    Match.objects.filter(round__stage=event.stage).update(version=F("version") + 1)
    assert of(other) == before


def test_people_and_pools_have_editions_of_their_own(event: Event) -> None:
    pool = pool_for("classic", "pairs")
    before = edition(PEOPLE), edition(RATINGS)
    Player.objects.filter(code="p1a").update(public_name="Ana")
    people = edition(PEOPLE)
    Club.objects.update(name="Another")
    RatingPool.objects.filter(pk=pool.pk).update(changes=F("changes") + 1)
    assert before[0] < people < edition(PEOPLE)
    assert before[1] < edition(RATINGS)


def test_a_change_that_is_rolled_back_is_none(event: Event) -> None:
    before = of(event)
    with transaction.atomic():
        Match.objects.update(version=F("version") + 1)
        transaction.set_rollback(True)
    assert of(event) == before


def test_a_page_is_kept_until_a_result_changes(client: Client, event: Event) -> None:
    first = client.get(STANDINGS)
    again = client.get(STANDINGS)
    assert (first["Cache-Status"], again["Cache-Status"]) == ("pages; fwd=miss", "pages; hit")
    assert again.content == first.content
    event.result(event.round("1-3")[0], 9000, 0)
    after = client.get(STANDINGS)
    assert after["Cache-Status"] == "pages; fwd=miss"
    assert after.content != first.content


def test_an_unchanged_page_is_answered_without_making_it(client: Client, event: Event) -> None:
    etag = client.get(STANDINGS)["ETag"]
    caches["pages"].clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.pages.tables.render", None)
        answer = client.get(STANDINGS, headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


def test_of_many_who_ask_at_once_one_makes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.views.caching.edition", lambda *subjects: 1)
    made = []

    @kept_page(PEOPLE)
    def slow(request: HttpRequest) -> HttpResponse:
        made.append(request)
        sleep(0.2)
        return HttpResponse("slow")

    with ThreadPoolExecutor(6) as people:
        asked = [people.submit(slow, RequestFactory().get("/slow")) for _ in range(6)]
        answers = [cast("HttpResponse", answer.result()).content for answer in asked]
    assert (answers, len(made)) == ([b"slow"] * 6, 1)


def test_a_page_that_could_not_be_made_is_made_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.views.caching.edition", lambda *subjects: 1)
    monkeypatch.setattr("ratings.views.caching.PATIENCE", 60)
    ends = iter([ZeroDivisionError, None])

    @kept_page(PEOPLE)
    def failing(request: HttpRequest) -> HttpResponse:
        if end := next(ends):
            raise end
        return HttpResponse("made")

    with pytest.raises(ZeroDivisionError):
        failing(RequestFactory().get("/failing"))
    assert failing(RequestFactory().get("/failing"))["Cache-Status"] == "pages; fwd=miss"


@pytest.mark.parametrize("cookies", [{"theme": "dark"}, {"theme": "light"}])
def test_another_theme_is_another_page(client: Client, event: Event, cookies: dict[str, str]) -> None:
    plain = client.get(STANDINGS)
    client.cookies.load(cookies)
    assert client.get(STANDINGS)["ETag"] != plain["ETag"]


def test_what_somebody_signed_in_sees_is_not_kept(client: Client, admin_client: Client, event: Event) -> None:
    shown = admin_client.get("/en/tournaments/spring/").content
    assert "Cache-Status" not in admin_client.get("/en/tournaments/spring/")
    assert client.get("/en/tournaments/spring/").content != shown


def test_made_up_parameters_do_not_fill_the_cache(client: Client, event: Event) -> None:
    assert "Cache-Status" not in client.get(f"{STANDINGS}?x=1")
    assert "Cache-Status" not in client.get(f"{STANDINGS}?after=0000001")


def test_an_event_that_is_not_public_is_not_kept(client: Client, admin_client: Client, event: Event) -> None:
    client.get(STANDINGS)
    type(event.tournament).objects.update(public=False)
    assert client.get(STANDINGS).status_code == 404


@pytest.mark.pg
@pytest.mark.django_db(transaction=True)
def test_writers_at_the_same_time_do_not_wait_for_each_other() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    event = make_event(2)
    before = of(event)
    other = connection.copy()
    match = event.round("1-2")[0]
    started = of(event)
    try:
        with transaction.atomic():
            Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
            with other.cursor() as cursor:
                cursor.execute("SET lock_timeout = '2s'")
                cursor.execute("UPDATE tournaments_tournament SET venue = 'Hall'")
            seen_by_all = of(event)
    finally:
        other.close()
    assert before < started < seen_by_all
    assert Edition.objects.filter(subject=f"{EVENT}:{event.tournament.pk}").count() > 1
