"""What waits for a referee, for whom, in which order, and when it is gone."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Permission

from tests.tournaments.event import NOW, Event, make_event, make_user
from tests.tournaments.replayed import replayed_log
from tournaments.models import LogState, Match, MoveLog, Protest
from tournaments.selectors.referee_queue import Why, late_rounds, queue_of
from tournaments.services.decisions import Ruling, decide
from tournaments.services.notes import leave_note, settle_note
from tournaments.services.protests import answer_protest
from tournaments.services.referee import replay_again
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def everywhere() -> Any:
    """A referee of all events."""
    user = make_user("everywhere@example.org")
    user.user_permissions.add(Permission.objects.get(codename="decide_results"))
    return type(user).objects.get(pk=user.pk)


def reasons(user: Any) -> list[tuple[Why, ...]]:
    return [case.reasons for case in queue_of(user, NOW)]


def failed_log() -> MoveLog:
    log = replayed_log("bad-meld-wilds-2")
    log.state = LogState.FAILED
    log.because("our own fault").save()
    return log


@pytest.mark.parametrize(
    ("case", "why"), [("bad-meld-wilds-2", Why.REJECTED), ("bad-mismatch-1", Why.MISMATCH)]
)
def test_a_log_with_a_fault_waits_until_its_match_is_decided(everywhere: Any, case: str, why: Why) -> None:
    log = replayed_log(case)
    assert reasons(everywhere) == [(why,)]
    decide(log.match_id, Ruling((500, 300)), everywhere, NOW)
    assert reasons(everywhere) == []


def test_a_verified_log_asks_nothing_of_anybody(everywhere: Any) -> None:
    replayed_log("match-classic-4-00")
    assert reasons(everywhere) == []


def test_a_failed_job_waits_until_it_is_replayed_again(everywhere: Any) -> None:
    log = failed_log()
    assert reasons(everywhere) == [(Why.FAILED,)]
    assert replay_again(log.pk, everywhere, "The fault is mended.", NOW)
    assert reasons(everywhere) == []
    last = log.history.latest()
    assert (last.history_user, last.history_change_reason) == (everywhere, "The fault is mended.")


def two_versions(match: Match) -> None:
    report(match.pk, Report(0, (2450, 1980)), None, NOW)
    report(match.pk, Report(1, (2450, 1880)), None, NOW)


def test_two_versions_wait_with_both_sheets(everywhere: Any) -> None:
    two_versions(make_event(2).round("1-2")[0])
    (case,) = queue_of(everywhere, NOW)
    assert case.reasons == (Why.DISPUTED,)
    assert [sheet.totals for sheet in case.table.sheets] == [[2450, 1980], [2450, 1880]]


def test_a_request_after_the_next_draw_waits_although_the_result_stands(everywhere: Any) -> None:
    event = make_event(4)
    (match, _other) = event.round("1-2", "3-4")
    event.result(match, 2450, 1980)
    event.round("1-3", "2-4")
    report(match.pk, Report(1, (2450, 1880)), None, NOW)
    assert reasons(everywhere) == [(Why.REQUEST,)]


def test_a_protest_waits_for_its_answer(everywhere: Any) -> None:
    event = make_event(2)
    match = event.round("1-2")[0]
    event.result(match, 2450, 1980)
    protest = Protest.objects.create(match=match, side=1, text="The bonus is missing.", made_at=NOW)
    assert reasons(everywhere) == [(Why.PROTEST,)]
    answer_protest(match.pk, protest.pk, "It is not.", everywhere, NOW)
    assert reasons(everywhere) == []


def test_a_note_waits_until_it_is_settled(everywhere: Any) -> None:
    match = make_event(2).round("1-2")[0]
    note = leave_note(match.pk, "Table 1 needs new cards.", everywhere, NOW)
    assert reasons(everywhere) == [(Why.NOTE,)]
    settle_note(match.pk, note.pk, everywhere, NOW)
    assert reasons(everywhere) == []


def test_a_table_that_is_late_waits(everywhere: Any) -> None:
    event = make_event(2)
    match = event.round("1-2")[0]
    round_ = match.round
    round_.starts_at, round_.length_minutes = NOW - timedelta(hours=3), 60
    round_.because("begun").save()
    assert reasons(everywhere) == [(Why.LATE,)]
    event.result(match, 2450, 1980)
    assert reasons(everywhere) == []


@pytest.mark.parametrize(
    ("minutes", "proposed"),
    [(5, None), (6, "points"), (10, "points"), (11, "no_show"), (20, "no_show"), (21, None)],
)
def test_what_the_clock_proposes_for_who_is_not_there_waits_for_a_while(
    everywhere: Any, minutes: int, proposed: str | None
) -> None:
    event = make_event(4)
    match, _other = event.round("1-2", "3-4")
    round_ = match.round
    round_.starts_at, round_.length_minutes = NOW - timedelta(minutes=minutes), 60
    round_.because("begun").save()
    assert reasons(everywhere) == []
    found = late_rounds(everywhere, NOW)
    assert [(each.round, each.proposed, each.points, each.waiting) for each in found] == (
        [(round_, proposed, 100, 2)] if proposed else []
    )
    assert late_rounds(make_user("stranger@example.org"), NOW) == []
    for each in (match, _other):
        event.result(each, 2450, 1980)
    assert late_rounds(everywhere, NOW) == []


def test_the_most_urgent_comes_first(everywhere: Any) -> None:
    event = make_event(4, slug="other")
    noted, disputed = event.round("1-2", "3-4")
    leave_note(noted.pk, "Later.", everywhere, NOW)
    two_versions(disputed)
    failed_log()
    assert reasons(everywhere) == [(Why.FAILED,), (Why.DISPUTED,), (Why.NOTE,)]


def test_a_referee_of_one_event_sees_only_its_cases() -> None:
    mine, other = make_event(2), make_event(2, slug="other")
    for event in (mine, other):
        two_versions(event.round("1-2")[0])
    user = make_user()
    assert reasons(user) == []
    mine.tournament.referees.add(user)
    (case,) = queue_of(user, NOW)
    assert case.match.round.stage.tournament == mine.tournament
    assert reasons(AnonymousUser()) == []


@pytest.mark.parametrize("role", ["organisers", "referees", "club"])
def test_who_decides_in_an_event_has_its_queue(role: str) -> None:
    event = make_event(2)
    two_versions(event.round("1-2")[0])
    user = make_user()
    if role == "club":
        event.tournament.club.managers.add(user)
    else:
        getattr(event.tournament, role).add(user)
    assert len(reasons(user)) == 1


def test_at_their_own_table_referees_see_that_somebody_else_decides() -> None:
    event = make_event(2)
    two_versions(event.round("1-2")[0])
    user = make_user(player="p1a")
    event.tournament.referees.add(user)
    (case,) = queue_of(user, NOW)
    assert case.mine


def test_more_cases_need_no_more_queries(everywhere: Any, django_assert_max_num_queries: Any) -> None:
    event: Event = make_event(8)
    matches = event.round("1-2", "3-4", "5-6", "7-8")
    two_versions(matches[0])
    with django_assert_max_num_queries(20) as few:
        queue_of(everywhere, NOW)
    for match in matches[1:]:
        two_versions(match)
    with django_assert_max_num_queries(len(few)):
        assert len(queue_of(everywhere, NOW)) == 4
