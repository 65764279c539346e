"""One table before its referee: every decision by form, a preview before a late one, refusals in words."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from ratings.models import Player
from ratings.services.people import change
from tests.tournaments.event import NOW, Event, make_event, make_user
from tests.tournaments.replayed import replayed_log
from tournaments.models import GameRecord, Match, MatchState, ScoreSheet
from tournaments.services import draws
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(4, scoring={"table": "vp-3-deals"}, rounds_planned=None)


@pytest.fixture
def match(event: Event) -> Match:
    return event.round("1-2", "3-4")[0]


@pytest.fixture
def referee(client: Client, event: Event) -> Client:
    user = make_user("referee@example.org")
    event.tournament.referees.add(user)
    client.force_login(user)
    return client


def send(client: Client, match: Match, action: str, **data: Any) -> Any:
    match.refresh_from_db()
    data = {"version": match.version, "action": action, **data}
    return client.post(f"/en/matches/{match.uuid}/decide/", data)


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def dispute(match: Match) -> None:
    report(match.pk, Report(0, (2450, 1980)), None, NOW)
    report(match.pk, Report(1, (2450, 1880)), None, NOW)


def test_of_two_versions_one_is_accepted(referee: Client, match: Match) -> None:
    dispute(match)
    page = referee.get(f"/en/matches/{match.uuid}/decide/").content.decode()
    assert page.count("This one is right") == 2
    second = ScoreSheet.objects.get(side=1)
    assert send(referee, match, "accept", sheet=second.pk).status_code == 400
    assert not GameRecord.objects.exists()
    assert send(referee, match, "accept", sheet=second.pk, reason="The paper says so.").status_code == 302
    assert GameRecord.objects.get().totals == [2450, 1880]


def test_what_would_change_says_of_whom_has_no_rank_that_there_is_none(client: Client) -> None:
    event = make_event(2, format="open", rounds_planned=None, scoring={"table": "vp-3-deals"})
    user = make_user("referee@example.org")
    event.tournament.referees.add(user)
    client.force_login(user)
    match = event.round("1-2")[0]
    event.result(match, 2450, 1980)
    page = send(
        client, match, "decide", outcome="played", total0=2450, total1=2450, reason="r"
    ).content.decode()
    assert page.count('data-label="Rank">– → –</td>') == 2
    assert 'data-label="VP">14.00 → 10.00</td>' in page


def test_who_decides_on_an_old_page_is_told(referee: Client, match: Match) -> None:
    dispute(match)
    first = ScoreSheet.objects.get(side=0)
    send(referee, match, "accept", sheet=first.pk, reason="The paper says so.")
    answer = referee.post(
        f"/en/matches/{match.uuid}/decide/",
        {"version": 3, "action": "decide", "outcome": "played", "total0": 5, "total1": 0, "reason": "r"},
    )
    assert answer.status_code == 409
    assert b"Somebody else changed this match meanwhile." in answer.content
    assert GameRecord.objects.get().totals == [2450, 1980]


def test_a_sheet_of_another_match_is_not_accepted(referee: Client, event: Event, match: Match) -> None:
    other = event.round("1-3")[0]
    report(other.pk, Report(0, (5, 0)), None, NOW)
    assert send(referee, match, "accept", sheet=ScoreSheet.objects.get().pk).status_code == 400
    assert not GameRecord.objects.exists()


def test_a_no_show_is_one_choice_and_one_tick(referee: Client, match: Match) -> None:
    assert send(referee, match, "decide", outcome="no_show", at_fault=["1"]).status_code == 302
    assert GameRecord.objects.get().at_fault == [False, True]


def test_a_wrong_form_says_what_is_wrong(referee: Client, match: Match) -> None:
    answer = send(referee, match, "decide", outcome="played", total0=1503, total1=0)
    assert answer.status_code == 400
    assert b"1,503 is not a multiple of 5" in answer.content


def test_what_is_official_now_stands_above_what_was_typed(
    referee: Client, event: Event, match: Match
) -> None:
    event.result(match, 2450, 1980)
    page = referee.get(f"/en/matches/{match.uuid}/decide/?total=2450&total=1880").content.decode()
    assert "Official now: <strong>2,450\u00a0:\u00a01,980</strong>" in page
    assert 'value="1880"' in page


def test_a_field_that_is_wrong_is_marked(referee: Client, event: Event, match: Match) -> None:
    answer = send(referee, match, "decide", outcome="played", total0="many", total1=0)
    assert (answer.status_code, answer.context["refusal"].code) == (400, "bad-form")
    assert answer.context["form"].errors.keys() == {"total0"}
    event.result(match, 2450, 1980)
    answer = send(referee, match, "decide", outcome="played", total0=2450, total1=1880)
    assert answer.context["refusal"].code == "reason-required"
    assert GameRecord.objects.get().totals == [2450, 1980]


def test_postponed_and_back(referee: Client, match: Match) -> None:
    send(referee, match, "postpone")
    match.refresh_from_db()
    assert match.postponed
    send(referee, match, "resume")
    match.refresh_from_db()
    assert not match.postponed


def test_how_many_deals_time_left_is_set_and_taken_back(referee: Client, match: Match) -> None:
    assert "ends after 3 deals" in referee.get(f"/en/matches/{match.uuid}/decide/").content.decode()
    send(referee, match, "deals", deals="2")
    match.refresh_from_db()
    assert match.deals == 2
    assert "ends after 2 deals" in referee.get(f"/en/matches/{match.uuid}/decide/").content.decode()
    assert send(referee, match, "deals", deals="two").status_code == 400
    send(referee, match, "deals", deals="")
    match.refresh_from_db()
    assert match.deals is None


def test_undo_needs_a_reason_and_lets_the_match_wait(referee: Client, match: Match) -> None:
    send(referee, match, "decide", outcome="played", total0=2450, total1=1980)
    assert send(referee, match, "undo").status_code == 400
    assert send(referee, match, "undo", reason="the wrong table").context["preview"].rows
    assert state(match) == MatchState.OFFICIAL
    send(referee, match, "undo", reason="the wrong table", confirmed="1")
    assert state(match) == MatchState.SCHEDULED


def test_a_correction_after_the_next_draw_is_shown_before_it_is_done(
    referee: Client, event: Event, match: Match
) -> None:
    event.result(match, 2450, 1980)
    event.result(event.stage.rounds.get().matches.get(table=2), 2450, 1980)
    draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    pairs = event.pairs(event.stage.rounds.get(number=2))
    data = {"outcome": "played", "total0": 1980, "total1": 2450, "reason": "misread"}
    page = send(referee, match, "decide", **data).content.decode()
    assert "14.00 → 6.00" in page
    assert "6.00 → 14.00" in page
    assert GameRecord.objects.get(match=match).totals == [2450, 1980]
    assert send(referee, match, "decide", confirmed="1", **data).status_code == 302
    assert GameRecord.objects.get(match=match).totals == [1980, 2450]
    assert event.pairs(event.stage.rounds.get(number=2)) == pairs


def test_wrong_lines_and_swapped_seats_are_two_buttons(referee: Client, event: Event, match: Match) -> None:
    event.result(match, 2300, 1900)
    send(referee, match, "swap-seats")
    assert match.side_entrants.get(side__number=0).entrant.number == 2
    assert GameRecord.objects.get().totals == [1900, 2300]
    send(referee, match, "wrong-lines", reason="read upside down", confirmed="1")
    assert GameRecord.objects.get().totals == [2300, 1900]


def test_a_request_after_the_next_draw_can_be_refused(referee: Client, event: Event, match: Match) -> None:
    event.result(match, 2450, 1980)
    event.round("1-3")
    report(match.pk, Report(1, (2450, 1880)), None, NOW)
    assert b"Asked for since" in referee.get(f"/en/matches/{match.uuid}/decide/").content
    send(referee, match, "stand", reason="the paper says so")
    assert GameRecord.objects.get().totals == [2450, 1980]
    assert not match.sheets.filter(state="open").exists()


def test_of_a_dispute_with_a_recorded_result_both_versions_are_shown(
    client: Client, referee: Client, event: Event, match: Match
) -> None:
    event.result(match, 2450, 1980)
    report(match.pk, Report(1, (2450, 1880)), None, NOW)
    assert state(match) == MatchState.DISPUTED
    page = referee.get(f"/en/matches/{match.uuid}/decide/").content.decode()
    assert "<h3>2,450\u00a0:\u00a01,980</h3>" in page
    assert "<h3>2,450\u00a0:\u00a01,880</h3>" in page
    assert page.count("Let the recorded result stand") == 1
    assert "<b>2,450\u00a0:\u00a01,980</b>" in referee.get("/en/referee/").content.decode()
    shown = client.get(f"/en/matches/{match.uuid}/").content.decode()
    assert "2,450\u00a0:\u00a01,980 is recorded, but disputed: nothing of this match counts" in shown
    assert ">2,450</td>" not in shown
    assert "Official since" not in shown
    send(referee, match, "stand", reason="the paper says so")
    assert state(match) == MatchState.OFFICIAL
    shown = client.get(f"/en/matches/{match.uuid}/").content.decode()
    assert ">2,450</td>" in shown
    assert "Official since" in shown


def test_the_history_says_who_and_why(referee: Client, match: Match) -> None:
    send(referee, match, "decide", outcome="played", total0=2450, total1=1980)
    data = {"outcome": "played", "total0": 2450, "total1": 1880, "reason": "misread"}
    send(referee, match, "decide", confirmed="1", **data)
    page = referee.get(f"/en/matches/{match.uuid}/decide/").content.decode()
    assert "referee</td>" in page
    assert "referee@example.org" not in page
    assert "misread" in page
    assert "Typed by an official." in page


def test_a_date_is_corrected_and_nonsense_is_refused_in_words(referee: Client, match: Match) -> None:
    refused = send(referee, match, "date", played_at="tomorrow", reason="typing mistake")
    assert (refused.status_code, refused.context["refusal"].code) == (400, "date")
    assert send(referee, match, "date", played_at="0001-01-01T00:00", reason="x").status_code == 400
    sent = send(referee, match, "date", played_at="2026-03-12T18:30", reason="played on Thursday")
    assert sent.status_code == 302
    match.refresh_from_db()
    assert match.played_at.isoformat() == "2026-03-12T17:30:00+00:00"
    page = referee.get(f"/en/matches/{match.uuid}/decide/").content.decode()
    assert 'value="2026-03-12T18:30"' in page


def test_a_correction_that_is_sent_back_does_not_call_its_reason_optional(
    referee: Client, event: Event, match: Match
) -> None:
    event.result(match, 2450, 1980)
    answer = send(referee, match, "decide", outcome="played", total0="1980", total1="2450")
    assert answer.status_code == 400
    assert '<label for="id_reason">Reason</label>' in answer.content.decode()


def test_the_result_of_a_log_that_is_not_right_counts_for_a_reason_only(referee: Client) -> None:
    match = replayed_log("bad-meld-wilds-2", slug="other").match
    match.round.stage.tournament.referees.add(User.objects.get(email="referee@example.org"))
    log = match.logs.get()
    ruling = {"outcome": "played", "total0": 10, "total1": 825, "log": log.pk}
    refused = send(referee, match, "decide", **ruling)
    assert refused.status_code == 400
    assert "Say why the result of this log counts." in refused.content.decode()
    assert not GameRecord.objects.exists()
    assert send(referee, match, "decide", **ruling, reason="Both sides agree.").status_code == 302
    assert GameRecord.objects.get().totals == [10, 825]


def test_an_official_sees_who_is_hidden_at_the_table(referee: Client, match: Match) -> None:
    change(Player.objects.get(code="p1a"), why="asked for it", visibility="hidden")
    page = referee.get(f"/en/matches/{match.uuid}/decide/").content.decode()
    assert "Side 1, hidden from the public: Player p1a" in page
    assert "Player p1a" not in referee.get(f"/en/matches/{match.uuid}/").content.decode()
