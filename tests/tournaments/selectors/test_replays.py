"""The steps of a replayed log, and who sees which hands."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from tests.tournaments.event import NOW, make_user
from tests.tournaments.logs import log_of
from tests.tournaments.replayed import SEATS, replayed_log
from tournaments.models import MoveLog
from tournaments.selectors.replays import Replay, Step, visible_replay
from tournaments.services.intake import submit_log

pytestmark = pytest.mark.django_db
WRONG_MOVE = Step(2, 45)
"""Where `bad-meld-wilds-2` has its unlawful move, counted from one."""


def all_steps(replay: Replay) -> list[Step]:
    steps, step = [], replay.first
    while step:
        steps.append(step)
        step = replay.after(step)
    return steps


def test_the_steps_are_every_move_of_every_deal_both_ways() -> None:
    log = replayed_log("match-classic-4-00")
    replay = Replay(log, hands_open=True)
    steps = all_steps(replay)
    # Each deal has a start besides its moves.
    assert len(steps) == log.verdict["moves"] + log.verdict["deals"]
    assert steps == sorted(set(steps))
    back = [replay.last]
    while before := replay.before(back[-1]):
        back.append(before)
    assert back == steps[::-1]


def test_a_verified_log_has_no_fault_and_ends_with_its_scores() -> None:
    log = replayed_log("match-classic-4-00")
    replay = Replay(log, hands_open=True)
    assert replay.fault is None
    position = replay.position(replay.last)
    assert position.over
    assert list(position.totals) == log.verdict["scores"]


def test_the_unlawful_move_is_the_last_step_and_shows_the_table_before_it() -> None:
    replay = Replay(replayed_log("bad-meld-wilds-2"), hands_open=True)
    assert replay.last == replay.fault == WRONG_MOVE
    before = replay.before(WRONG_MOVE)
    assert before is not None
    assert replay.position(WRONG_MOVE) == replay.position(before)
    assert replay.unlawful_move(WRONG_MOVE).startswith("meld ")
    assert replay.unlawful_move(before) is None


@pytest.mark.parametrize("case", ["bad-match-over-1", "bad-match-unfinished-2", "bad-deal-unfinished-1"])
def test_a_fault_that_is_no_move_belongs_to_the_last_lawful_step(case: str) -> None:
    replay = Replay(replayed_log(case), hands_open=True)
    assert replay.fault == replay.last
    assert replay.unlawful_move(replay.last) is None
    assert replay.position(replay.last).move == replay.last.move


@pytest.mark.parametrize(("deal", "move"), [(0, 0), (1, 10_000), (9, 0)])
def test_a_step_that_the_log_does_not_have_is_not_found(deal: int, move: int) -> None:
    replay = Replay(replayed_log("bad-meld-wilds-2"), hands_open=True)
    with pytest.raises(Http404):
        replay.position(Step(deal, move))
    assert replay.nearest(deal, move) in all_steps(replay)


def test_hands_are_hidden_until_the_result_is_official() -> None:
    log = replayed_log("bad-meld-wilds-2")
    assert not visible_replay(AnonymousUser(), log.pk).hands_open
    event = log.match.round.stage.tournament
    event.referees.add(referee := make_user())
    assert visible_replay(referee, log.pk).hands_open
    event.referees.add(playing := make_user("playing@example.org", player="p1a"))
    assert not visible_replay(playing, log.pk).hands_open


def test_hands_of_an_official_match_are_open_to_everybody() -> None:
    assert visible_replay(AnonymousUser(), replayed_log("match-classic-4-00").pk).hands_open


def test_a_log_that_waits_for_its_replay_has_nothing_to_show() -> None:
    log = replayed_log("bad-meld-wilds-2")
    waiting = submit_log(log.match_id, log_of("bad-stock-empty-2", SEATS), None, NOW).log
    assert MoveLog.objects.get(pk=waiting.pk).state == "queued"
    with pytest.raises(Http404):
        visible_replay(AnonymousUser(), waiting.pk)
