"""A log on its way to a verdict: one lease, one effect, whatever happens to workers and messages."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import engine
from tests.tournaments.event import NOW, make_event
from tests.tournaments.logs import log_of
from tournaments import outbox
from tournaments.models import GameRecord, LogState, Match, MatchState, MoveLog
from tournaments.services import referee
from tournaments.services.intake import submit_log
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db
SEATS = ["p1a", "p2a", "p1b", "p2b"]


# Claim 1, log 1, verdict 1, endpoints 2, match 1, record 2, match 2, seats, players, rated game 4, mark 1.
A_LOG_TAKES = 17


def submitted(case: str = "match-classic-4-00", seats: list[str] = SEATS, **changes: Any) -> MoveLog:
    match = Match.objects.first() or make_event(2, deals=None).round("1-2")[0]
    return submit_log(match.pk, log_of(case, seats, **changes), None, NOW).log


def refereed(log: MoveLog) -> MoveLog:
    referee.referee_log(log.pk)
    log.refresh_from_db()
    return log


def test_a_verified_log_makes_the_result_official() -> None:
    log = refereed(submitted())
    record = GameRecord.objects.get()
    assert (log.state, log.engine) == (LogState.VERIFIED, engine.VERSION)
    assert log.verdict == {
        "verdict": "verified", "scores": [5745, 3285], "winner": 0, "ranks": [1, 2], "deals": 6, "moves": 479,
    }  # fmt: skip
    assert (record.totals, record.ranks, record.outcome, record.source) == (
        [5745, 3285],
        [1, 2],
        "played",
        "log",
    )
    assert record.match.state == MatchState.OFFICIAL
    assert record.log == log


def test_a_log_costs_few_statements_however_many_games_there_are() -> None:
    event = make_event(2, deals=None)
    for _round in range(3):
        match = event.round("1-2")[0]
        log = submit_log(match.pk, log_of("match-classic-4-00", SEATS), None, NOW).log
        with CaptureQueriesContext(connection) as captured:
            referee.referee_log(log.pk)
        log.refresh_from_db()
        assert log.state == LogState.VERIFIED
    control = ("SAVEPOINT", "RELEASE", "SET LOCAL", "BEGIN")
    sent = [query["sql"] for query in captured if not query["sql"].startswith(control)]
    tally = [each for each in sent if "replaytally" in each]  # of a replay that took longer there is none yet
    assert len(sent) - len(tally) == A_LOG_TAKES, "\n".join(sent)
    assert 1 <= len(tally) <= 4


def test_what_a_worker_writes_is_no_change_of_people_and_leaves_no_history() -> None:
    log = refereed(submitted())
    assert log.history.count() == 1  # as it was submitted
    assert GameRecord.objects.get().history.get().history_change_reason == "A move log was verified."


def test_the_deals_of_the_record_add_up_to_its_totals() -> None:
    refereed(submitted())
    record = GameRecord.objects.get()
    assert len(record.deals) == 6
    assert [sum(deal[side]["total"] for deal in record.deals) for side in (0, 1)] == [5745, 3285]


def test_scores_follow_the_players_when_the_sides_sit_the_other_way_round() -> None:
    refereed(submitted(seats=["p2a", "p1a", "p2b", "p1b"]))
    record = GameRecord.objects.get()
    assert (record.totals, record.ranks) == ([3285, 5745], [2, 1])
    assert sum(deal[0]["total"] for deal in record.deals) == 3285


def test_a_forfeit_is_a_loss_for_the_side_though_its_total_is_higher() -> None:
    # The log's seat 2 belongs to its side 0, which leads 680 : -110 and gives up.
    refereed(submitted("tiny-forfeit-totals"))
    record = GameRecord.objects.get()
    assert (record.outcome, record.totals, record.ranks, record.at_fault) == (
        "forfeit", [680, -110], [2, 1], [True, False],
    )  # fmt: skip


def test_a_rejected_log_names_rule_deal_move_and_seat_and_changes_no_result() -> None:
    match = make_event(2, deals=3).round("1-2")[0]
    log = refereed(submit_log(match.pk, log_of("bad-meld-wilds-2", SEATS), None, NOW).log)
    verdict = log.verdict or {}
    assert log.state == LogState.REJECTED
    assert [verdict[key] for key in ("rule", "deal", "move", "seat")] == ["meld-wilds", 1, 44, 0]
    assert not GameRecord.objects.exists()
    match.refresh_from_db()
    assert match.state == MatchState.SCHEDULED


def test_a_false_claim_is_a_mismatch_and_no_result() -> None:
    log = refereed(submitted(result={"scores": [5745, 3290], "winner": 0}))
    assert log.state == LogState.MISMATCH
    assert not GameRecord.objects.exists()


def test_a_second_log_with_the_same_result_changes_nothing() -> None:
    first = refereed(submitted())
    refereed(submitted(result=None))
    record = GameRecord.objects.get()
    assert record.log == first
    assert record.version == 1
    assert record.match.state == MatchState.OFFICIAL


def other_log() -> MoveLog:
    """Another lawful match of the same people: the forfeited one."""
    return submitted("tiny-forfeit-totals")


def test_a_later_different_log_is_disputed_and_replaces_nothing() -> None:
    first = refereed(submitted())
    refereed(other_log())
    record = GameRecord.objects.get()
    assert (record.log, record.totals) == (first, [5745, 3285])
    assert record.match.state == MatchState.DISPUTED


def test_of_two_different_logs_the_one_submitted_first_counts_in_whatever_order_they_are_replayed() -> None:
    first, second = submitted(), other_log()
    refereed(second)
    refereed(first)
    record = GameRecord.objects.get()
    assert (record.log, record.totals) == (first, [5745, 3285])
    assert record.match.state == MatchState.DISPUTED


def test_which_log_was_first_is_told_by_its_number_where_the_clock_was_set_back() -> None:
    first, second = submitted(), other_log()
    MoveLog.objects.filter(pk=second.pk).update(submitted_at=first.submitted_at - timedelta(hours=1))
    refereed(second)
    refereed(first)
    record = GameRecord.objects.get()
    assert (record.log, record.totals) == (first, [5745, 3285])


def test_two_deliveries_of_one_message_are_one_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    log = submitted()
    replays = []
    real = engine.replay

    def counted(text: str) -> engine.Verdict:
        replays.append(text)
        return real(text)

    monkeypatch.setattr(engine, "replay", counted)
    refereed(log)
    refereed(log)
    assert len(replays) == 1
    assert GameRecord.objects.get().version == 1


def test_a_lease_that_was_lost_writes_nothing() -> None:
    log = submitted()
    token = referee.claim(log.pk, NOW)
    assert token is not None
    later = referee.claim(log.pk, NOW + referee.LEASE)
    assert later is not None
    verdict = engine.replay(log.text)
    assert referee.finish(log, token, verdict, NOW) is False
    assert not GameRecord.objects.exists()
    assert referee.finish(log, later, verdict, NOW) is True
    log.refresh_from_db()
    assert log.lost == 1


def test_nobody_claims_a_log_whose_lease_still_runs() -> None:
    log = submitted()
    assert referee.claim(log.pk, NOW) is not None
    assert referee.claim(log.pk, NOW + referee.LEASE - timedelta(seconds=1)) is None


def test_our_own_failure_is_tried_three_times_and_then_waits_for_a_referee(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = submitted()

    def broken(text: str) -> None:
        raise RuntimeError("out of order")

    with monkeypatch.context() as patch:
        patch.setattr(engine, "replay", broken)
        for _ in range(2):
            assert refereed(log).state == LogState.QUEUED
        assert refereed(log).state == LogState.FAILED
    assert (log.failed, log.last_error) == (3, "RuntimeError: out of order")
    assert referee.claim(log.pk, timezone.now()) is None
    assert referee.replay_again(log.pk, None, "The fault is mended.", NOW)
    assert refereed(log).state == LogState.VERIFIED


def test_a_failure_while_finishing_stores_nothing_by_half(monkeypatch: pytest.MonkeyPatch) -> None:
    log = submitted()

    def broken(*args: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(referee, "record_verified_log", broken)
    refereed(log)
    assert (log.state, log.verdict, log.failed) == (LogState.QUEUED, None, 1)


def test_the_embedded_sweep_sends_what_is_due_once_and_again_only_after_a_minute(settings: Any) -> None:
    settings.EMBEDDED = True
    log = submitted()
    task = ("tournaments.referee_log", (log.pk,))
    assert outbox.due(NOW, 10) == [task]
    assert outbox.due(NOW, 10) == []
    assert outbox.due(NOW + outbox.RESEND, 10) == [task]


def test_the_sweep_sends_a_running_log_again_once_its_lease_is_over() -> None:
    log = submitted()
    referee.claim(log.pk, NOW)
    assert outbox.due(NOW + referee.LEASE - timedelta(seconds=1), 10) == []
    assert outbox.due(NOW + referee.LEASE, 10) == [("tournaments.referee_log", (log.pk,))]
    assert referee.claim(log.pk, NOW + referee.LEASE) is not None


def test_a_clock_that_is_set_back_by_an_hour_holds_no_log_up() -> None:
    waiting, held = submitted(), other_log()
    referee.claim(held.pk, NOW)
    earlier = NOW - timedelta(hours=1)
    tasks = [("tournaments.referee_log", (log.pk,)) for log in (waiting, held)]
    assert sorted(outbox.due(earlier, 10)) == sorted(tasks)
    assert referee.claim(held.pk, earlier) is not None


def test_after_ten_lost_leases_a_log_waits_for_a_referee() -> None:
    log = submitted()
    now = NOW
    for _ in range(11):
        assert referee.claim(log.pk, now) is not None
        now += referee.LEASE
    log.refresh_from_db()
    assert log.lost == 10
    assert referee.claim(log.pk, now) is None
    assert outbox.due(now, 10) == []
    log.refresh_from_db()
    assert log.state == LogState.FAILED


def test_what_a_dead_worker_held_is_due_at_once_when_the_only_worker_starts_again() -> None:
    log = submitted()
    referee.claim(log.pk, NOW)
    outbox.recall(NOW)
    assert outbox.due(NOW, 10) == [("tournaments.referee_log", (log.pk,))]
    assert referee.claim(log.pk, NOW) is not None


def test_a_forfeit_disputes_a_sheet_with_the_same_totals_that_knows_of_none() -> None:
    log = submitted("tiny-forfeit-totals")
    report(log.match_id, Report(0, (680, -110)), None, NOW)
    refereed(log)
    assert not GameRecord.objects.exists()
    log.match.refresh_from_db()
    assert log.match.state == MatchState.DISPUTED
