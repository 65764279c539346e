"""A referee decides that a log with a fault is no evidence, or takes it up again."""

import pytest

from tests.tournaments.event import NOW, make_user
from tests.tournaments.replayed import replayed_log
from tournaments.errors import TournamentError
from tournaments.models import GameRecord, MatchState, MoveLog
from tournaments.selectors.referee_queue import queue_of
from tournaments.services.referee import replay_again, set_aside

pytestmark = pytest.mark.django_db
WHY = "It is of another evening."


@pytest.fixture
def log() -> MoveLog:
    return replayed_log("bad-meld-wilds-2")


def code(log: MoveLog, aside: bool = True, why: str = WHY, version: int | None = None) -> str:
    try:
        set_aside(log.match_id, log.pk, aside, None, why, version)
    except TournamentError as error:
        return error.code
    return ""


def test_a_log_set_aside_leaves_the_queue_and_changes_no_result(log: MoveLog) -> None:
    administrator = make_user(is_superuser=True)
    assert len(queue_of(administrator, NOW)) == 1
    assert code(log) == ""
    assert queue_of(administrator, NOW) == []
    log.refresh_from_db()
    assert (log.set_aside, log.state, log.match.state) == (True, "rejected", MatchState.SCHEDULED)
    assert not GameRecord.objects.exists()
    assert log.history.first().history_change_reason == WHY
    assert log.match.history.first().history_change_reason == WHY


def test_it_can_be_taken_up_again(log: MoveLog) -> None:
    code(log)
    assert code(log, aside=False) == ""
    assert len(queue_of(make_user(is_superuser=True), NOW)) == 1


def test_it_needs_a_reason(log: MoveLog) -> None:
    assert code(log, why=" ") == "reason-required"


def test_whoever_comes_second_is_told(log: MoveLog) -> None:
    seen = log.match.version
    assert code(log) == ""
    assert code(log) == "settled-already"
    assert code(log, aside=False, version=seen) == "changed-meanwhile"


def test_a_verified_log_is_not_set_aside_nor_one_of_another_match(log: MoveLog) -> None:
    verified = replayed_log("match-classic-4-00", slug="other")
    assert code(verified) == "settled-already"
    log.match_id = verified.match_id
    assert code(log) == "settled-already"


def test_a_log_replayed_again_is_looked_at_again(log: MoveLog) -> None:
    log.state = "failed"
    log.because("our own fault").save()
    code(log)
    assert replay_again(log.pk, None, "Mended.", NOW)
    log.refresh_from_db()
    assert not log.set_aside
