"""What is not for everybody: a hidden event and a draft are on no page and in no file of the public."""

from typing import Any

import pytest
from django.test import Client

from ratings.models import RatingPool
from ratings.services.folding import fold_pool
from tests.tournaments.event import NOW, Event, make_event, make_user
from tests.tournaments.pages.test_seasons import closed, make_season
from tournaments.models import Match
from tournaments.services import draws
from tournaments.services.decisions import Ruling, decide

pytestmark = pytest.mark.django_db
OFFICIALS = ("organiser", "referee", "scorer", "manager", "administrator")
PAGES = (
    "/en/tournaments/secret/",
    "/en/tournaments/secret/standings/",
    "/en/tournaments/secret/1/standings/",
    "/en/tournaments/secret/1/standings/?after=1",
    "/en/tournaments/secret/1/standings.csv",
    "/en/tournaments/secret/1/standings.json",
    "/en/tournaments/secret/results.csv",
    "/en/tournaments/secret/1/bracket/",
    "/en/tournaments/secret/1/entrants/1/",
    "/en/tournaments/secret/1/rounds/1/",
    "/en/tournaments/secret/sign-up/",
    "/en/tournaments/secret/find/",
    "/en/tournaments/secret/1/rounds/1/hall/",
    "/en/tournaments/secret/1/rounds/1/wall/",
    "/en/matches/{match}/",
    "/api/v1/tournaments/secret",
    "/api/v1/tournaments/secret/entries",
    "/api/v1/tournaments/secret/entries/1",
    "/api/v1/tournaments/secret/1/standings",
    "/api/v1/tournaments/secret/1/rounds",
    "/api/v1/tournaments/secret/1/rounds/1",
    "/api/v1/tournaments/secret/1/adjustments",
    "/api/v1/matches/{match}",
)
ELSEWHERE = (
    "/en/",
    "/en/tournaments/",
    "/en/search/?q=secret",
    "/en/calendar/",
    "/en/calendar/?month=2026-03",
    "/en/calendar.ics",
    "/en/results.atom",
    "/sitemap.xml",
    "/en/seasons/year-2026/",
    "/en/seasons/year-2026/table.csv",
    "/en/seasons/year-2026/table.json",
    "/en/clubs/made-up/seasons/",
    "/en/ratings/",
    "/en/ratings/players/p1a/",
    "/en/ratings/clubs/made-up/",
    "/api/v1/tournaments",
    "/api/v1/matches",
    "/api/v1/matches?player=p1a",
    "/api/v1/ratings/players/p1a",
    "/api/v1/ratings/players/p1a/ledger",
    "/api/v1/ratings/players/p1a/opponents",
)


@pytest.fixture
def secret() -> Event:
    """A hidden cup with a rated result, in a season with an event that everybody sees."""
    shown = closed("shown", "1-2 1000:0", "3-4 500:0")
    event = make_event(4, slug="secret", public=False, format="knockout", rounds_planned=None, sign_up=True)
    type(event.tournament).objects.filter(pk=event.tournament.pk).update(name="Secret evening")
    round_ = draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    decide(round_.matches.get(table=1).pk, Ruling((2450, 1980)), None, NOW)
    make_season(shown, event)
    for pool in RatingPool.objects.filter(dirty_from__isnull=False):
        fold_pool(pool.pk, NOW)
    return event


def somebody(role: str, event: Event) -> Client:
    client = Client()
    if role == "public":
        return client
    user = make_user(f"{role}@example.org", is_superuser=role == "administrator")
    people: dict[str, Any] = {
        "organiser": event.tournament.organisers,
        "referee": event.tournament.referees,
        "scorer": event.tournament.scorers,
        "manager": event.tournament.club.managers,
    }
    if role in people:
        people[role].add(user)
    client.force_login(user)
    return client


@pytest.mark.parametrize("role", ["public", "stranger", *OFFICIALS])
def test_a_hidden_event_is_there_for_its_officials_alone(secret: Event, role: str) -> None:
    client = somebody(role, secret)
    match = str(Match.objects.filter(round__stage=secret.stage)[0].uuid)
    wanted = 200 if role in OFFICIALS else 404
    answers = {page: client.get(page.replace("{match}", match)).status_code for page in PAGES}
    assert {page: status for page, status in answers.items() if status != wanted} == {}


@pytest.mark.parametrize("role", ["public", "stranger"])
def test_no_other_page_tells_of_a_hidden_event(secret: Event, role: str) -> None:
    client = somebody(role, secret)
    told = []
    for page in ELSEWHERE:
        answer = client.get(page)
        assert answer.status_code == 200, page
        text = answer.content.decode().replace("“secret”", "").replace('value="secret"', "")
        if "Secret evening" in text or "/secret" in text:
            told.append(page)
    assert told == []


@pytest.mark.parametrize("role", ["public", "stranger"])
def test_a_draft_is_on_no_public_page(role: str) -> None:
    event = make_event(4)
    event.results("1-2 1000:0", "3-4 500:0")
    draft = draws.draw_round(event.stage.pk, None, NOW)
    client = somebody(role, event)
    uuids = [str(uuid) for uuid in draft.matches.values_list("uuid", flat=True)]
    event_page, api = "/en/tournaments/spring/", "/api/v1/tournaments/spring/1/"
    for gone in (f"{event_page}1/rounds/2/", f"{event_page}1/rounds/2/hall/", f"{api}rounds/2"):
        assert client.get(gone).status_code == 404, gone
    assert {client.get(f"/en/matches/{uuid}/").status_code for uuid in uuids} == {404}
    assert {client.get(f"/api/v1/matches/{uuid}").status_code for uuid in uuids} == {404}
    assert [row["number"] for row in client.get(f"{api}rounds").json()["results"]] == [1]
    pages = ("", "standings/", "1/crosstable/", "1/entrants/1/", "find/?q=Player", "results.csv")
    shown = "".join(client.get(event_page + page).content.decode() for page in pages)
    shown += client.get("/api/v1/matches").content.decode() + client.get("/en/").content.decode()
    assert not [uuid for uuid in uuids if uuid in shown]
    assert "rounds/2/" not in shown
