"""What programs read of events: lists, standings, matches; the same words as the pages."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.event import NOW, make_event
from tournaments.models import Entrant, MoveLog
from tournaments.services.adjustments import adjust

pytestmark = pytest.mark.django_db
API = "/api/v1/"


def test_events_are_listed_with_their_stages_and_filtered() -> None:
    make_event(2)
    over = make_event(2, slug="autumn", status="finished")
    over.stage.status = "running"
    over.stage.because("test").save()
    answer = Client().get(API + "tournaments?status=finished").json()
    assert [event["slug"] for event in answer["results"]] == ["autumn"]
    assert answer["results"][0]["stages"][0]["format"] == "swiss"
    assert answer["results"][0]["stages"][0]["status"] == "finished", "as the event is"
    assert Client().get(API + "tournaments/spring").json()["rule_set"] == "classic"


def test_a06_a_bye_is_worth_12_from_publishing_on_and_says_so_everywhere() -> None:
    event = make_event(5)
    event.results("1-2 2450:1980", "3-4 2450:1980")
    event.round("1-3", "2-4", "5")
    answer = Client().get(API + "tournaments/spring/1/standings", headers={"Accept-Language": "en"}).json()
    row = next(row for row in answer["tables"][0]["rows"] if row["number"] == 5)
    assert (row["value"], row["played"]) == ("12.00", 0)
    assert "bye (round 2)" in row["remarks"]
    page = Client().get("/en/tournaments/spring/1/entrants/5/").content.decode()
    assert "bye" in page
    assert "12.00" in page
    table = Client().get("/en/tournaments/spring/1/standings.csv").content.decode()
    line = next(line for line in table.splitlines() if "Pair 5" in line)
    assert "12.00" in line
    assert "bye (round 2)" in line
    assert "bye (round 2)" in Client().get("/en/tournaments/spring/standings/").content.decode()


@pytest.mark.parametrize(("language", "between", "decimal"), [("en", ",", "."), ("cs", ";", ",")])
def test_a_spreadsheet_reads_the_figures_of_the_standings_as_numbers(
    language: str, between: str, decimal: str
) -> None:
    event = make_event(2)
    event.results("1-2 2980:1980")
    table = Client().get(f"/{language}/tournaments/spring/1/standings.csv").content.decode()
    winner, loser = [line for line in table.splitlines() if "Pair" in line]
    assert winner.endswith(f"{between}1000{between}1{between}")
    assert loser.endswith(f"{between}-1000{between}0{between}")
    vp = [Decimal(line.split(between)[4].replace(decimal, ".")) for line in (winner, loser)]
    assert sum(vp) == 20


def test_standings_after_a_round_and_before_any() -> None:
    event = make_event(2)
    event.results("1-2 2450:1980")
    event.results("1-2 2000:2500")
    values = {}
    for after in (0, 1):
        answer = Client().get(API + f"tournaments/spring/1/standings?after={after}").json()
        values[after] = [row["rank"] for row in answer["tables"][0]["rows"]]
    assert values == {0: ["1=", "1="], 1: ["1", "2"]}


@pytest.mark.parametrize("after", ["x", "-1", "99999", "٣"])
def test_a_round_that_is_no_number_is_bad_input(after: str) -> None:
    make_event(2)
    answer = Client().get(API + "tournaments/spring/1/standings", {"after": after})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "after")


def test_matches_are_found_by_event_round_state_and_player() -> None:
    event = make_event(4)
    event.results("1-2 2450:1980", "3-4 2450:1980")
    event.round("1-3", "2-4")
    get = Client().get
    waiting = get(API + "matches?tournament=spring&state=scheduled&player=p1a").json()["results"]
    assert [(match["round"], match["table"]) for match in waiting] == [(2, 1)]
    assert len(get(API + "matches?round=1").json()["results"]) == 2
    assert get(API + "matches?state=nonsense").status_code == 400


def test_drafts_and_hidden_events_are_not_listed() -> None:
    event = make_event(2, public=False)
    event.round("1-2")
    assert Client().get(API + "matches").json()["results"] == []
    assert Client().get(API + "tournaments").json()["results"] == []
    assert Client().get(API + "tournaments/spring").status_code == 404


@pytest.mark.parametrize("path", ["tournaments", "matches", "tournaments/spring/1/standings"])
def test_lists_need_the_same_queries_whatever_their_length(path: str, django_assert_num_queries: Any) -> None:
    event = make_event(8)
    event.results("1-2 2450:1980")
    with django_assert_num_queries(12, exact=False) as few:
        Client().get(API + path)
    event.results("1-2 2450:1980", "3-4 2450:1980", "5-6 2000:2000")
    make_event(2, slug="more")
    with django_assert_num_queries(len(few)):
        Client().get(API + path)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("entries?limit=2", "entries?limit=8"),
        ("1/rounds/1", "1/rounds/2"),
        ("1/rounds?limit=1", "1/rounds"),
        ("1/adjustments?limit=1", "1/adjustments"),
    ],
)
def test_a_long_list_needs_the_queries_of_a_short_one(
    short: str, long: str, django_assert_num_queries: Any
) -> None:
    event = make_event(8)
    event.results("1-2 2450:1980")
    event.results("1-2 2450:1980", "3-4 2450:1980", "5-6 2000:2000")
    for entrant in event.entrants:
        adjust(event.stage, entrant.pk, 100, "fair play", 1, None)
    with django_assert_num_queries(12, exact=False) as few:
        Client().get(f"{API}tournaments/spring/{short}")
    with django_assert_num_queries(len(few)):
        Client().get(f"{API}tournaments/spring/{long}")


def test_the_logs_of_a_match_need_the_queries_of_one(django_assert_num_queries: Any) -> None:
    match = make_event(2).round("1-2")[0]
    path = f"{API}matches/{match.uuid}/logs"
    for number in range(4):
        MoveLog.objects.bulk_create(
            [MoveLog(match=match, text=f"{number}", sha256=f"{number}" * 64, submitted_at=NOW)]
        )
        if number == 0:
            with django_assert_num_queries(10, exact=False) as few:
                Client().get(path)
    with django_assert_num_queries(len(few)):
        assert len(Client().get(path).json()["results"]) == 4
    assert Client().get(path + "?state=verified").json()["results"] == []
    assert Client().get(path + "?state=lost").status_code == 400


def test_entrants_are_found_by_status_presence_and_club() -> None:
    event = make_event(3)
    Entrant.objects.filter(number=2).update(checked_in=True, club=event.tournament.club)
    Entrant.objects.filter(number=3).update(status="waiting")

    def numbers(query: str) -> list[int]:
        answer = Client().get(f"{API}tournaments/spring/entries?{query}").json()
        return [entry["number"] for entry in answer["results"]]

    assert numbers("checked_in=true") == numbers("club=made-up") == [2]
    assert numbers("checked_in=false&status=entered") == [1]
    assert numbers("status=waiting") == [3]


def test_published_rounds_are_listed_without_drafts() -> None:
    event = make_event(4)
    event.round("1-2", "3-4")
    event.round("1-3", "2-4")
    event.stage.rounds.filter(number=2).update(status="draft")
    answer = Client().get(f"{API}tournaments/spring/1/rounds").json()
    assert [one["number"] for one in answer["results"]] == [1]


def test_standings_after_a_round_that_is_not_published_are_not_there() -> None:
    make_event(2).results("1-2 2450:1980")
    addresses = [API + "tournaments/spring/1/standings", "/en/tournaments/spring/standings/"]
    for address in addresses:
        assert Client().get(address, {"after": "1"}).status_code == 200
        assert Client().get(address, {"after": "2"}).status_code == 404
