"""The results' page of a round: one line makes a result official, and everybody sees only their part."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.event import NOW, Event, make_event, make_user
from tournaments.core.clock import Lateness
from tournaments.models import GameRecord, Match, MatchState
from tournaments.services import clock
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db
PAGE = "/en/tournaments/spring/1/rounds/1/results/"


@pytest.fixture
def event() -> Event:
    return make_event(6, scoring={"table": "vp-3-deals"})


@pytest.fixture
def matches(event: Event) -> list[Match]:
    return event.round("1-2", "3-4", "5-6")


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    user = make_user("director@example.org")
    event.tournament.organisers.add(user)
    client.force_login(user)
    return client


def type_line(client: Client, line: str) -> Any:
    return client.post(PAGE, {"action": "type", "line": line}, follow=True)


@pytest.mark.parametrize("line", ["3 2450 1980", " 3, 2450 : 1980 ", "3/2450/1980"])
def test_a_line_makes_a_result_official(director: Client, matches: list[Match], line: str) -> None:
    page = type_line(director, line).content.decode()
    assert "Table 3: 2,450\u00a0:\u00a01,980 is official." in page
    assert GameRecord.objects.get().match == matches[2]
    assert GameRecord.objects.get().totals == [2450, 1980]


def test_a_result_takes_no_more_than_twelve_keystrokes() -> None:
    assert len("3 2450 1980\n") <= 12


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3 1503 1980", "1,503 is not a multiple of 5"),
        ("9 2450 1980", "no table 9"),
        ("3 2450", "such as: 3 2450 1980"),
        ("three 2450 1980", "such as: 3 2450 1980"),
        ("3 2450 1980 5", "2 sides"),
    ],
)
def test_a_line_that_cannot_be_is_shown_again_with_the_reason(
    director: Client, matches: list[Match], line: str, said: str
) -> None:
    answer = type_line(director, line)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert said in page
    assert f'value="{line}"' in page
    assert not GameRecord.objects.exists()


def test_a_figure_too_many_is_asked_about_once(director: Client, matches: list[Match]) -> None:
    page = type_line(director, "3 24500 1980").content.decode()
    assert "24,500 points are very many." in page
    assert 'name="sure" value="3 24500 1980"' in page
    assert not GameRecord.objects.exists()
    other = {"action": "type", "line": "3 24500 1985", "sure": "3 24500 1980"}
    assert director.post(PAGE, other).status_code == 400
    director.post(PAGE, other | {"sure": "3 24500 1985"})
    assert GameRecord.objects.get().totals == [24500, 1985]


def test_a_different_line_for_an_official_table_leads_to_its_correction(
    director: Client, matches: list[Match]
) -> None:
    type_line(director, "1 2450 1980")
    answer = director.post(PAGE, {"action": "type", "line": "1 2450 1880"})
    assert answer["Location"] == f"/en/matches/{matches[0].uuid}/decide/?total=2450&total=1880"
    assert 'value="1880"' in director.get(answer["Location"]).content.decode()
    assert "official" in type_line(director, "1 2450 1980").content.decode()


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_a_line_after_the_event_leads_to_the_page_that_asks_for_a_reason(
    client: Client, director: Client, event: Event, matches: list[Match], status: str
) -> None:
    event.tournament.status = status
    event.tournament.because("test").save()
    answer = director.post(PAGE, {"action": "type", "line": "1 2450 1980"})
    assert answer["Location"] == f"/en/matches/{matches[0].uuid}/decide/?total=2450&total=1980"
    asked = director.get(answer["Location"]).content.decode()
    assert re.search(r'<input[^>]*name="reason"[^>]* required', asked)
    scorer = make_user("scorer@example.org")
    event.tournament.scorers.add(scorer)
    client.force_login(scorer)
    answer = type_line(client, "1 2450 1980")
    assert answer.status_code == 409
    assert "only a referee can change its results, with a reason" in answer.content.decode()
    assert not GameRecord.objects.exists()


def test_a_line_that_contradicts_a_report_leads_to_the_decision(
    director: Client, matches: list[Match]
) -> None:
    report(matches[0].pk, Report(0, (2450, 1880)), None, NOW)
    answer = director.post(PAGE, {"action": "type", "line": "1 2450 1980"})
    assert answer["Location"] == f"/en/matches/{matches[0].uuid}/decide/?total=2450&total=1980"
    assert not GameRecord.objects.exists()
    type_line(director, "1 2450 1880")
    assert GameRecord.objects.get().totals == [2450, 1880]


def test_points_for_coming_late_are_shown_and_said_with_the_result(
    director: Client, matches: list[Match]
) -> None:
    clock.rule_late(matches[0].pk, 1, Lateness.POINTS, None, NOW)
    assert "late −100" in director.get(PAGE).content.decode()
    page = type_line(director, "1 2450 1880").content.decode()
    assert "Table 1: 2,450\u00a0:\u00a01,880 is official. The −100 for coming late are in it: Pair 2." in page
    assert "for coming late" not in type_line(director, "2 2450 1880").content.decode()


def test_all_reported_tables_are_confirmed_at_once(director: Client, matches: list[Match]) -> None:
    for match in matches[:2]:
        report(match.pk, Report(0, (2450, 1980)), None, NOW)
    page = director.get(PAGE).content.decode()
    assert "Confirm all 2 reported results" in page
    seen = [f"{match.pk}:2" for match in matches[:2]]
    page = director.post(PAGE, {"action": "confirm-all", "seen": seen}, follow=True).content.decode()
    assert "2 results are official." in page
    assert Match.objects.filter(state=MatchState.OFFICIAL).count() == 2


def test_who_confirms_twice_is_told_of_all_and_of_what_changed_meanwhile(
    director: Client, matches: list[Match]
) -> None:
    for match in matches[:2]:
        report(match.pk, Report(0, (2450, 1980)), None, NOW)
    seen = [f"{match.pk}:2" for match in matches[:2]]
    for _click in range(2):
        page = director.post(PAGE, {"action": "confirm-all", "seen": seen}, follow=True).content.decode()
        assert "2 results are official." in page
        assert "changed meanwhile" not in page
    report(matches[2].pk, Report(0, (2450, 1980)), None, NOW)
    report(matches[2].pk, Report(1, (2450, 1880)), None, NOW)
    seen = [f"{matches[2].pk}:2"]
    page = director.post(PAGE, {"action": "confirm-all", "seen": seen}, follow=True).content.decode()
    assert "1 table changed meanwhile: look at it again." in page
    assert "official." not in page


def test_a_dispute_shows_both_versions(director: Client, matches: list[Match]) -> None:
    report(matches[0].pk, Report(0, (2450, 1980)), None, NOW)
    report(matches[0].pk, Report(1, (2450, 1880)), None, NOW)
    page = director.get(PAGE).content.decode()
    assert "2,450\u00a0:\u00a01,980<br>2,450\u00a0:\u00a01,880" in page


def test_a_dispute_of_what_is_recorded_shows_that_beside_the_report(
    director: Client, event: Event, matches: list[Match]
) -> None:
    event.result(matches[0], 2450, 1980)
    report(matches[0].pk, Report(1, (2450, 1880)), None, NOW)
    page = director.get(PAGE).content.decode()
    recorded = '2,450\u00a0:\u00a01,980 <small class="meta">recorded</small>'
    assert f"{recorded}<br>2,450\u00a0:\u00a01,880" in page


def test_an_adjustment_is_given_and_taken_back(director: Client, event: Event, matches: list[Match]) -> None:
    data = {"action": "adjust", "entrant": event.entrants[0].pk, "value": "-1.50", "why": "late"}
    director.post(PAGE, data)
    adjustment = event.stage.adjustments.get()
    assert (adjustment.value, adjustment.reason, adjustment.round_number) == (-150, "late", 1)
    director.post(PAGE, {"action": "take-back", "adjustment": adjustment.pk})
    assert not event.stage.adjustments.exists()


def test_a_scorer_types_but_confirms_nothing(client: Client, event: Event, matches: list[Match]) -> None:
    user = make_user("scorer@example.org")
    event.tournament.scorers.add(user)
    client.force_login(user)
    assert "is official" in type_line(client, "1 2450 1980").content.decode()
    answer = type_line(client, "1 2450 1880")
    assert answer.status_code == 409
    assert "Table 1 has another result already." in answer.content.decode()
    assert client.post(PAGE, {"action": "confirm-all"}).status_code == 403
    assert client.get(f"/en/matches/{matches[0].uuid}/decide/").status_code == 403


def test_a_director_who_plays_does_not_type_the_own_table(event: Event, matches: list[Match]) -> None:
    user = make_user(player="p1a")
    event.tournament.organisers.add(user)
    client = Client()
    client.force_login(user)
    assert type_line(client, "1 2450 1980").status_code == 403
    assert type_line(client, "2 2450 1980").status_code == 200
    report(matches[0].pk, Report(0, (2450, 1980)), user, NOW)
    assert "Confirm 1 reported result" not in client.get(PAGE).content.decode()
    client.post(PAGE, {"action": "confirm-all", "seen": [f"{matches[0].pk}:2"]})
    assert list(GameRecord.objects.values_list("match", flat=True)) == [matches[1].pk]


def test_a_director_who_plays_is_not_led_to_decide_the_own_table(event: Event, matches: list[Match]) -> None:
    user = make_user(player="p1a")
    event.tournament.organisers.add(user)
    client = Client()
    client.force_login(user)
    page = client.get(PAGE).content.decode()
    assert f"/matches/{matches[0].uuid}/decide/" not in page
    assert f"/matches/{matches[1].uuid}/decide/" in page


@pytest.mark.parametrize(
    ("line", "said"), [("1 2450 1981", "1,981 is not a multiple of 5"), ("1 2 450 1 980", "has 2 sides")]
)
def test_a_line_that_cannot_be_is_refused_at_a_table_with_another_result_too(
    director: Client, matches: list[Match], line: str, said: str
) -> None:
    type_line(director, "1 2450 1980")
    answer = type_line(director, line)
    assert answer.status_code == 400
    assert said in answer.content.decode()


def test_words_in_the_line_are_answered_with_where_they_are_decided(
    director: Client, matches: list[Match]
) -> None:
    assert "not played out" in type_line(director, "1 forfeit").content.decode()
    assert "not played out" not in type_line(director, "1 2450").content.decode()


def test_others_do_not_see_the_page(client: Client, matches: list[Match]) -> None:
    assert client.get(PAGE).status_code == 302
    client.force_login(make_user())
    assert client.get(PAGE).status_code == 403


def test_more_tables_need_no_more_queries(director: Client, event: Event, matches: list[Match]) -> None:
    with CaptureQueriesContext(
        connection,
    ) as few:
        director.get(PAGE)
    large = make_event(40, slug="large")
    large.tournament.organisers.add(*event.tournament.organisers.all())
    large.round(*(f"{n}-{n + 1}" for n in range(1, 41, 2)))
    with CaptureQueriesContext(connection) as many:
        director.get(PAGE.replace("spring", "large"))
    assert len(many) <= len(few)


def test_a_poll_is_answered_with_304_while_nothing_changes(director: Client, matches: list[Match]) -> None:
    first = director.get(PAGE, headers={"HX-Request": "true"})
    assert b"<html" not in first.content
    again = {"HX-Request": "true", "If-None-Match": first["ETag"]}
    assert director.get(PAGE, headers=again).status_code == 304
    type_line(director, "1 2450 1980")
    assert director.get(PAGE, headers=again).status_code == 200
