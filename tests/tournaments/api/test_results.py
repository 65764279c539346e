"""Reporting and deciding over HTTP: who may, what is answered, what is refused."""

from typing import Any

import pytest
from django.test import Client
from knox.models import get_token_model

from accounts.models import Scope
from tests.tournaments.event import Event, make_event, make_user
from tournaments.models import GameRecord, Match, MatchState, ScoreSheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(4)


@pytest.fixture
def match(event: Event) -> Match:
    return event.round("1-2", "3-4")[0]


def token_for(user: Any, *scopes: str) -> str:
    return str(
        get_token_model().objects.create(user, name="program", scopes=list(scopes) or [Scope.RESULTS])[1]
    )


def post(match: Match, what: str, token: str | None, **body: Any) -> Any:
    headers = {"Authorization": f"Token {token}"} if token else {}
    url = f"/api/v1/matches/{match.uuid}/{what}"
    return Client().post(url, body, content_type="application/json", headers=headers)


def referee(event: Event, email: str = "referee@example.org") -> str:
    user = make_user(email)
    event.tournament.referees.add(user)
    return token_for(user)


def test_two_players_of_both_sides_make_a_result_official(match: Match) -> None:
    one = token_for(make_user("one@example.org", player="p1a"))
    two = token_for(make_user("two@example.org", player="p2b"))
    first = post(match, "results", one, totals=[2450, 1980])
    assert (first.status_code, first.json()["answer"]) == (200, "reported")
    second = post(match, "results", two, totals=[2450, 1980]).json()
    assert second["answer"] == "countersigned"
    assert second["match"]["record"]["version"] == 1
    assert post(match, "results", one, totals=[2450, 1980]).json()["answer"] == "nothing-new"


def test_totals_named_by_entry_numbers_are_brought_into_order(match: Match) -> None:
    token = token_for(make_user(player="p1a"))
    post(match, "results", token, totals=[1980, 2450], entrants=[2, 1])
    assert ScoreSheet.objects.get().totals == [2450, 1980]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"totals": [2450, 1980], "entrants": [1, 1]}, "sides-same", "entrants"),
        ({"totals": [2450, 1980], "entrants": [1, 3]}, "sides-other", "entrants"),
        ({"totals": [2450, 1980], "entrants": [1]}, "sides-other", "entrants"),
        ({"totals": [1503, 1980]}, "not-multiple-of-5", "totals"),
        ({"totals": [2450]}, "sides", "totals"),
        ({"totals": [2450, 10**9]}, "points-range", "totals"),
        ({}, "no-points", "totals"),
        ({"totals": ["many", 5]}, "invalid", "totals.0"),
    ],
)
def test_a16_what_cannot_be_is_a_bad_request_that_names_the_field_and_stores_nothing(
    match: Match, body: dict[str, Any], code: str, field: str
) -> None:
    answer = post(match, "results", token_for(make_user(player="p1a")), **body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert not ScoreSheet.objects.exists()


def test_a_player_reports_for_their_own_side_only(match: Match) -> None:
    answer = post(match, "results", token_for(make_user(player="p1a")), totals=[5, 0], side=1)
    assert (answer.status_code, answer.json()["code"]) == (403, "other-side")


@pytest.mark.parametrize("what", ["results", "decision"])
def test_nobody_else_may(match: Match, what: str) -> None:
    body = {"totals": [5, 0], "version": 1}
    assert post(match, what, None, **body).status_code == 401
    assert post(match, what, token_for(make_user(player="p3a")), **body).status_code == 403
    weak = token_for(make_user("strong@example.org", is_superuser=True), Scope.SUBMIT)
    assert post(match, what, weak, **body).status_code == 403
    assert not GameRecord.objects.exists()


def test_an_official_types_a_result_that_counts_at_once(event: Event, match: Match) -> None:
    user = make_user("scorer@example.org")
    event.tournament.scorers.add(user)
    token = token_for(user)
    assert post(match, "results", token, totals=[2450, 1980]).json()["answer"] == "official"
    assert post(match, "results", token, totals=[2450, 1880]).status_code == 403


def test_of_two_referees_who_decide_differently_the_second_gets_409(event: Event, match: Match) -> None:
    one, two = referee(event), referee(event, "other@example.org")
    assert post(match, "decision", one, totals=[2450, 1980], version=1).status_code == 200
    answer = post(match, "decision", two, totals=[2450, 1880], version=1, reason="misread")
    assert (answer.status_code, answer.json()["code"]) == (409, "changed-meanwhile")


def test_a_referee_who_plays_at_the_table_decides_nothing(event: Event, match: Match) -> None:
    user = make_user(player="p1a")
    event.tournament.referees.add(user)
    assert post(match, "decision", token_for(user), totals=[2450, 1980], version=1).status_code == 403
    assert post(match, "results", token_for(user), totals=[2450, 1980]).json()["answer"] == "reported"


def test_a_no_show_is_decided_by_naming_the_side(event: Event, match: Match) -> None:
    token = referee(event)
    answer = post(match, "decision", token, outcome="no_show", at_fault=[1], version=1)
    assert answer.json()["record"]["at_fault"] == [False, True]
    match.refresh_from_db()
    assert match.state == MatchState.OFFICIAL


def test_a_decision_may_say_by_if_match_what_it_was_taken_on(event: Event, match: Match) -> None:
    token, where = referee(event), f"/api/v1/matches/{match.uuid}"
    read = Client().get(where)["ETag"]

    def send(**headers: str) -> Any:
        return Client().post(
            where + "/decision",
            {"totals": [2450, 1980]},
            content_type="application/json",
            headers={"Authorization": f"Token {token}"} | headers,
        )

    assert (send().status_code, send().json()["code"]) == (400, "version")
    assert send(**{"If-Match": read}).status_code == 200
    late = send(**{"If-Match": read})
    assert (late.status_code, late.json()["code"]) == (412, "changed-meanwhile")
