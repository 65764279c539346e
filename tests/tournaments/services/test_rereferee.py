"""After a change of the rules' code: whose verdict is another now is shown to referees; results stay."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

import engine
from tests.tournaments.event import NOW, make_event, make_user
from tests.tournaments.logs import log_of
from tournaments.models import GameRecord, LogState, MatchState, MoveLog, Note
from tournaments.selectors.referee_queue import Why, queue_of
from tournaments.services import rereferee
from tournaments.services.intake import submit_log
from tournaments.services.referee import referee_log

pytestmark = pytest.mark.django_db
SEATS = ["p1a", "p2a", "p1b", "p2b"]
OLD = {"verdict": "rejected", "rule": "meld-size", "deal": 2, "move": 7, "seat": 0, "message": "wrong"}


@pytest.fixture
def log() -> MoveLog:
    """A log that was verified, 5745:3285, and made its result official."""
    match = make_event(2, deals=None).round("1-2")[0]
    log = submit_log(match.pk, log_of("match-classic-4-00", SEATS), None, NOW).log
    referee_log(log.pk)
    return MoveLog.objects.get()


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(days=30))


def rejected_by_mistake(log: MoveLog) -> None:
    """As an older version of the rules' code would have left it."""
    GameRecord.objects.all().delete()
    MoveLog.objects.update(state=LogState.REJECTED, verdict=OLD, engine="0")
    log.match.state = MatchState.SCHEDULED
    log.match.because("test").save()


def run(capsys: pytest.CaptureFixture[str], **options: Any) -> list[str]:
    call_command("rereferee", **({"since": NOW} | options))
    return capsys.readouterr().out.splitlines()


def test_a_log_whose_verdict_stays_is_left_alone(log: MoveLog, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys) == ["0 verdicts changed"]
    assert not Note.objects.exists()


def test_an_official_result_stands_though_its_log_is_rejected_now(
    log: MoveLog, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    unlawful = engine.replay(log_of("bad-meld-wilds-2", SEATS))
    monkeypatch.setattr(engine, "replay", lambda text: unlawful)
    monkeypatch.setattr(engine, "VERSION", "2")
    change = "verified 5745:3285 -> rejected meld-wilds deal 1 move 44"
    assert run(capsys) == [f"log {log.pk}, match {log.match.uuid}: {change}", "1 verdict changed"]
    log = MoveLog.objects.get()
    assert (log.state, log.engine) == (LogState.REJECTED, "2")
    assert log.evidence["case"] == unlawful.case
    assert list(log.history.values_list("state", "engine")[:2]) == [("rejected", "2"), ("verified", "1")]
    record = GameRecord.objects.get()
    assert (record.totals, record.version, record.match.state) == ([5745, 3285], 1, MatchState.OFFICIAL)
    assert run(capsys) == ["0 verdicts changed"]


def test_a_change_waits_in_the_referees_queue(log: MoveLog, capsys: pytest.CaptureFixture[str]) -> None:
    rejected_by_mistake(log)
    run(capsys)
    cases = queue_of(make_user(is_superuser=True), NOW)
    assert [case.reasons for case in cases] == [(Why.NOTE,)]
    assert "rejected meld-size deal 2 move 7 became verified 5745:3285" in cases[0].notes[0].text


def test_a_log_that_is_verified_only_now_makes_its_result_official(
    log: MoveLog, capsys: pytest.CaptureFixture[str]
) -> None:
    rejected_by_mistake(log)
    run(capsys)
    record = GameRecord.objects.get()
    assert (record.totals, record.log, record.match.state) == ([5745, 3285], log, MatchState.OFFICIAL)


def test_after_the_event_only_a_referee_makes_it_official(
    log: MoveLog, capsys: pytest.CaptureFixture[str]
) -> None:
    rejected_by_mistake(log)
    event = log.match.round.stage.tournament
    event.status = "finished"
    event.because("test").save()
    assert run(capsys)[-1] == "1 verdict changed"
    assert MoveLog.objects.get().state == LogState.VERIFIED
    assert not GameRecord.objects.exists()
    assert Note.objects.count() == 1


def test_a_dry_run_lists_and_changes_nothing(log: MoveLog, capsys: pytest.CaptureFixture[str]) -> None:
    rejected_by_mistake(log)
    assert run(capsys, dry_run=True)[-1] == "1 verdict would change"
    assert MoveLog.objects.get().verdict == OLD
    assert not Note.objects.exists()


def test_only_logs_of_the_time_and_the_rules_that_were_named(
    log: MoveLog, capsys: pytest.CaptureFixture[str]
) -> None:
    rejected_by_mistake(log)
    nobody = ["0 verdicts would change"]
    for named in (
        {"since": NOW + timedelta(seconds=1)},
        {"since": NOW - timedelta(days=1), "until": NOW},
        {"rules": "ten-thousand"},
    ):
        assert run(capsys, dry_run=True, **named) == nobody
    named = {"until": NOW + timedelta(seconds=1), "rules": "classic"}
    assert run(capsys, dry_run=True, **named)[-1] == "1 verdict would change"


def test_days_begin_in_the_time_zone_of_the_site(log: MoveLog, capsys: pytest.CaptureFixture[str]) -> None:
    # Submitted on 14 March at 19:00 in Prague.
    rejected_by_mistake(log)
    call_command("rereferee", "--since", "2026-03-14", "--until", "2026-03-15", "--dry-run")
    call_command("rereferee", "--since", "2026-03-14T19:01", "--dry-run")
    assert capsys.readouterr().out.splitlines()[1:] == ["1 verdict would change", "0 verdicts would change"]
    with pytest.raises(CommandError, match="no day"):
        call_command("rereferee", "--since", "2026-02-30")


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"since": NOW + timedelta(days=40_000)}, "--since lies in the future"),
        ({"until": NOW}, "--until is not after --since"),
    ],
)
def test_a_time_in_which_no_log_can_lie_is_refused(
    capsys: pytest.CaptureFixture[str], named: dict[str, Any], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        run(capsys, **named)


def test_a_log_that_somebody_else_refereed_meanwhile_is_left_to_them(log: MoveLog) -> None:
    rejected_by_mistake(log)
    changed = next(rereferee.changed_verdicts(NOW, None, None))
    assert rereferee.referee_again(changed, NOW) is True
    assert rereferee.referee_again(changed, NOW) is False
    assert Note.objects.count() == 1
