"""Every service that changes a result leaves a row of history, with who did it and why."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.event import NOW, make_event, make_user
from tests.tournaments.replayed import replayed_log
from tournaments.models import Adjustment, Match, ScoreSheet
from tournaments.services import adjustments, corrections, decisions, notes, protests, referee, reports
from tournaments.services.decisions import Ruling
from tournaments.services.reports import Report

pytestmark = pytest.mark.django_db
WHY = "Added up again."


@pytest.fixture
def by() -> Any:
    return make_user("referee@example.org")


@pytest.fixture
def match() -> Match:
    return make_event(2).round("1-2")[0]


def reported(match: Match) -> None:
    reports.report(match.pk, Report(0, (2450, 1980)), None, NOW)


def decided(match: Match) -> None:
    decisions.decide(match.pk, Ruling((2450, 1980)), None, NOW)


def requested(match: Match) -> None:
    decided(match)
    reports.report(match.pk, Report(1, (2450, 1880)), None, NOW)


def nothing(match: Match) -> None:
    """The match as it was drawn."""


def the_sheet() -> int:
    return ScoreSheet.objects.earliest("pk").pk


Work = Callable[[int, Any], Any]
# What a service did before, the service itself, and whether its reason is the referee's own.
SERVICES: dict[str, tuple[Callable[[Match], None], Work, bool]] = {
    "report": (nothing, lambda match, by: reports.report(match, Report(0, (500, 300)), by, NOW), False),
    "take back": (reported, lambda match, by: reports.take_back(match, 0, by), False),
    "decide": (nothing, lambda match, by: decisions.decide(match, Ruling((500, 300)), by, NOW), False),
    "correct": (
        decided,
        lambda match, by: decisions.decide(match, Ruling((500, 300)), by, NOW, reason=WHY),
        True,
    ),
    "accept": (
        requested,
        lambda match, by: decisions.accept_sheet(match, the_sheet(), by, NOW, reason=WHY),
        True,
    ),
    "let stand": (requested, lambda match, by: decisions.refuse_request(match, by, WHY), True),
    "undo": (decided, lambda match, by: decisions.undo(match, by, NOW, WHY), True),
    "postpone": (nothing, lambda match, by: decisions.set_postponed(match, True, by, reason=WHY), True),
    "lines": (decided, lambda match, by: corrections.wrong_lines(match, by, NOW, WHY), True),
    "seats": (decided, lambda match, by: corrections.swap_seats(match, by, reason=WHY), True),
}


@pytest.mark.parametrize("name", SERVICES)
def test_the_match_tells_who_changed_it_and_why(match: Match, by: Any, name: str) -> None:
    before, work, own_reason = SERVICES[name]
    before(match)
    version = Match.objects.get().version
    work(match.pk, by)
    last = match.history.latest()
    assert last.version > version
    assert last.history_user == by
    assert last.history_change_reason == WHY if own_reason else last.history_change_reason


def test_a_record_keeps_what_it_was_and_why_it_changed(match: Match, by: Any) -> None:
    decided(match)
    decisions.decide(match.pk, Ruling((500, 300)), by, NOW, reason=WHY)
    new, old = Match.objects.get().record.history.order_by("-history_id")
    assert (old.totals, new.totals) == ([2450, 1980], [500, 300])
    assert (new.history_user, new.history_change_reason) == (by, WHY)
    assert [change.field for change in new.diff_against(old).changes].count("totals") == 1


def test_a_result_taken_back_leaves_its_history(match: Match, by: Any) -> None:
    decided(match)
    kept = match.record.history
    model, pk = kept.model, match.record.pk
    decisions.undo(match.pk, by, NOW, WHY)
    last = model.objects.filter(id=pk).latest()
    assert (last.history_type, last.history_user, last.history_change_reason) == ("-", by, WHY)


def test_words_about_a_match_keep_theirs(match: Match, by: Any) -> None:
    decided(match)
    note = notes.leave_note(match.pk, "Cards, please.", by, NOW)
    notes.settle_note(match.pk, note.pk, by, NOW)
    made = protests.Protest.objects.create(match=match, side=0, text="No.", made_at=NOW)
    protests.answer_protest(match.pk, made.pk, "Yes.", by, NOW)
    for row in (note, made):
        assert row.history.latest().history_user == by
        assert row.history.latest().history_change_reason


def test_adjustments_and_replays_keep_theirs(match: Match, by: Any) -> None:
    stage = match.round.stage
    adjustments.adjust(stage, stage.entries.first().entrant_id, -100, WHY, 1, by)
    made = Adjustment.objects.get()
    assert made.history.latest().history_user == by
    adjustments.take_back_adjustment(stage, made.pk, by)
    last = Adjustment.history.latest()
    assert (last.history_type, last.history_user) == ("-", by)
    assert last.history_change_reason
    log = replayed_log("bad-meld-wilds-2", slug="other")
    log.state = "failed"
    log.because("our own fault").save()
    referee.replay_again(log.pk, by, WHY, timezone.now())
    assert (log.history.latest().history_user, log.history.latest().history_change_reason) == (by, WHY)
