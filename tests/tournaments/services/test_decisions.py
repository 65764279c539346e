"""What officials decide: one of two at once, faults, reasons, postponement, taking back."""

import pytest

from ratings.models import RatedGame
from tests.tournaments.event import NOW, Event, make_event, make_user
from tests.tournaments.replayed import replayed_log
from tournaments.core.records import Outcome
from tournaments.errors import InputError, TournamentError
from tournaments.models import GameRecord, Match, MatchState, ScoreSheet, SheetState, Source
from tournaments.selectors.matches import end_condition, history_of
from tournaments.selectors.standings import StageStandings
from tournaments.services import decisions
from tournaments.services.decisions import Ruling, decide
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(2, scoring={"table": "vp-3-deals"}, deals=3)


@pytest.fixture
def match(event: Event) -> Match:
    return event.round("1-2")[0]


def say(match: Match, side: int, *totals: int) -> None:
    report(match.pk, Report(side, totals), None, NOW)


def now_of(match: Match) -> Match:
    match.refresh_from_db()
    return match


def values(event: Event) -> dict[int, int]:
    return {row.entrant.number: row.value for row in StageStandings(event.stage).tables[0].rows}


def code_of(error: type[TournamentError], match: Match, ruling: Ruling, **more: object) -> str:
    with pytest.raises(error) as caught:
        decide(match.pk, ruling, None, NOW, **more)  # type: ignore[arg-type]
    return caught.value.code


def test_a_typed_result_is_official_at_once(event: Event, match: Match) -> None:
    by = make_user()
    record = decide(match.pk, Ruling((2450, 1980)), by, NOW, version=1)
    assert (record.totals, record.source, record.decided_by) == ([2450, 1980], "official", by)
    assert now_of(match).state == MatchState.OFFICIAL
    assert values(event) == {1: 1400, 2: 600}


def test_time_ends_a_match_after_as_many_deals_as_the_director_says(event: Event, match: Match) -> None:
    changed = decisions.set_deals(match.pk, 2, None, version=1)
    assert (end_condition(changed).deals, changed.version) == (2, 2)
    assert end_condition(decisions.set_deals(match.pk, None, None)).deals == 3
    for deals in (0, 51):
        with pytest.raises(InputError) as caught:
            decisions.set_deals(match.pk, deals, None)
        assert caught.value.code == "deals"
    with pytest.raises(TournamentError) as told:
        decisions.set_deals(match.pk, 2, None, version=1)
    assert told.value.code == "changed-meanwhile"
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    with pytest.raises(TournamentError) as told:
        decisions.set_deals(match.pk, 2, None)
    assert told.value.code == "already-official"


def test_a15_of_two_who_decide_differently_the_second_is_told(match: Match) -> None:
    say(match, 0, 2450, 1980)
    say(match, 1, 2450, 1880)
    seen = now_of(match).version
    decide(match.pk, Ruling((2450, 1980)), None, NOW, version=seen, reason="Counted again.")
    assert (
        code_of(TournamentError, match, Ruling((2450, 1880)), version=seen, reason="r") == "changed-meanwhile"
    )
    assert GameRecord.objects.get().totals == [2450, 1980]
    assert list(ScoreSheet.objects.values_list("state", flat=True)) == [
        SheetState.ACCEPTED,
        SheetState.REFUSED,
    ]


def test_a_decision_like_a_report_keeps_its_deals(match: Match) -> None:
    deals = [[{"total": 2450}, {"total": 1980}]]
    report(match.pk, Report(0, (2450, 1980), deals), None, NOW)
    record = decide(match.pk, Ruling((2450, 1980)), None, NOW)
    assert (record.deals, record.sheet) == (deals, ScoreSheet.objects.get())


def test_a_standing_result_is_changed_only_with_a_reason_and_is_then_corrected(match: Match) -> None:
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    assert code_of(InputError, match, Ruling((2450, 1880))) == "reason-required"
    record = decide(match.pk, Ruling((2450, 1880)), None, NOW, reason="added up wrongly")
    assert (record.version, record.corrected) == (2, True)
    assert record.history.latest().history_change_reason == "added up wrongly"
    assert [old.totals for old in record.history.order_by("history_id")] == [[2450, 1980], [2450, 1880]]


@pytest.mark.parametrize(
    ("ruling", "expected", "rated_as"),
    [
        (Ruling(None, Outcome.NO_SHOW, frozenset({1})), {1: 1400, 2: 0}, "no_show"),
        (Ruling(None, Outcome.NO_SHOW, frozenset({0, 1})), {1: 0, 2: 0}, "both_absent"),
        (Ruling(None, Outcome.FORFEIT, frozenset({0})), {1: 0, 2: 1400}, "forfeit"),
        (Ruling((3000, 1000), Outcome.ABANDONED, frozenset({1})), {1: 2000, 2: 0}, "forfeit"),
        (Ruling((1000, 3000), Outcome.ABANDONED, frozenset({1})), {1: 1400, 2: 0}, "forfeit"),
        (Ruling((3000, 1000), Outcome.ABANDONED), {1: 2000, 2: 0}, "walkover"),
        (Ruling(None, Outcome.VOID), {1: 0, 2: 0}, "void"),
    ],
)
def test_every_outcome_counts_as_the_rules_say(
    event: Event, match: Match, ruling: Ruling, expected: dict[int, int], rated_as: str
) -> None:
    decide(match.pk, ruling, None, NOW)
    assert values(event) == expected
    assert RatedGame.objects.get().outcome == rated_as


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (Ruling((1503, 1980)), "not-multiple-of-5"),
        (Ruling(), "no-points"),
        (Ruling(None, Outcome.ABANDONED), "no-points"),
        (Ruling(None, Outcome.NO_SHOW), "at-fault"),
        (Ruling((2450, 1980), Outcome.FORFEIT), "at-fault"),
        (Ruling((2450, 1980), at_fault=frozenset({0})), "at-fault"),
        (Ruling((2450, 1980), Outcome.ABANDONED, frozenset({0, 1})), "at-fault"),
        (Ruling((2450, 1980), at_fault=frozenset({7})), "side"),
        (Ruling((2450, 1980, 5)), "sides"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(match: Match, ruling: Ruling, code: str) -> None:
    assert code_of(InputError, match, ruling) == code
    assert not GameRecord.objects.exists()


def test_a_void_match_has_nobody_to_blame(match: Match) -> None:
    decide(match.pk, Ruling(None, Outcome.NO_SHOW, frozenset({0, 1})), None, NOW)
    record = decide(match.pk, Ruling(None, Outcome.VOID, frozenset({0, 1})), None, NOW, reason="mistaken")
    assert (record.outcome, record.at_fault) == (Outcome.VOID, [False, False])


def test_a_closed_event_is_corrected_only_with_a_reason(event: Event, match: Match) -> None:
    event.tournament.status = "finished"
    event.tournament.because("test").save()
    assert code_of(InputError, match, Ruling((2450, 1980))) == "reason-required"
    decide(match.pk, Ruling((2450, 1980)), None, NOW, reason="forgotten")


def test_a_flagged_sheet_is_accepted_only_with_a_reason(match: Match) -> None:
    report(match.pk, Report(0, (2450, 1980), faults=[{"code": "out-twice"}]), None, NOW)
    sheet = ScoreSheet.objects.get()
    with pytest.raises(InputError, match="flagged"):
        decisions.accept_sheet(match.pk, sheet.pk, None, NOW)
    record = decisions.accept_sheet(match.pk, sheet.pk, None, NOW, reason="the sheet was misread")
    assert (record.totals, record.sheet) == ([2450, 1980], sheet)


def test_a_flagged_sheet_that_was_accepted_by_mistake_is_for_a_referee_again(match: Match) -> None:
    flagged = {"faults": [{"code": "out-twice"}]}
    report(match.pk, Report(0, (2450, 1980), **flagged), None, NOW)
    decisions.accept_sheet(match.pk, ScoreSheet.objects.get().pk, None, NOW, reason="the sheet was misread")
    decisions.undo(match.pk, None, NOW, "it was not")
    assert now_of(match).state == MatchState.DISPUTED
    report(match.pk, Report(1, (2450, 1980), confirms=True), None, NOW)
    assert not GameRecord.objects.exists(), "the other side can't make it official"


def test_confirming_all_leaves_alone_what_changed_meanwhile(event: Event) -> None:
    event = make_event(6, slug="six")
    matches = event.round("1-2", "3-4", "5-6")
    for match in matches:
        say(match, 0, 2450, 1980)
    seen = [(match.pk, now_of(match).version) for match in matches]
    say(matches[1], 1, 2450, 1880)
    assert decisions.confirm_all(seen, None, NOW) == 2
    assert [now_of(match).state for match in matches] == ["official", "disputed", "official"]


def test_an_undone_result_waits_again_and_is_rated_no_more(event: Event, match: Match) -> None:
    say(match, 0, 2450, 1980)
    decide(match.pk, Ruling((2450, 1880)), None, NOW)
    decisions.undo(match.pk, None, NOW, "the wrong table")
    assert now_of(match).state == MatchState.REPORTED
    assert not GameRecord.objects.exists()
    assert ScoreSheet.objects.get().state == SheetState.OPEN
    assert RatedGame.objects.get().not_rated == "void"
    assert values(event) == {1: 0, 2: 0}


def test_an_undone_correction_brings_the_former_result_back(event: Event, match: Match) -> None:
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    decide(match.pk, Ruling((2450, 1180)), None, NOW, reason="misread")
    decisions.undo(match.pk, None, NOW, "no, it was right")
    assert GameRecord.objects.get().totals == [2450, 1980]
    assert values(event) == {1: 1400, 2: 600}


def test_what_follows_a_result_taken_back_is_a_correction_and_the_first_stays_in_the_history(
    match: Match,
) -> None:
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    decisions.undo(match.pk, None, NOW, "the wrong table")
    assert [(each.totals, each.history_type) for each in history_of(match)] == [
        ([2450, 1980], "-"),
        ([2450, 1980], "+"),
    ]
    record = decide(match.pk, Ruling((2450, 1880)), None, NOW)
    assert (record.corrected, record.version) == (True, 2)
    assert len(history_of(match)) == 3


def test_the_same_result_again_after_it_was_taken_back_is_no_correction(match: Match) -> None:
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    decisions.undo(match.pk, None, NOW, "the wrong table")
    assert not decide(match.pk, Ruling((2450, 1980)), None, NOW).corrected


def test_the_completed_deals_of_a_rejected_log_are_kept_with_the_ruling() -> None:
    by = make_user()
    log = replayed_log("bad-meld-wilds-2", slug="other")
    record = decide(log.match_id, Ruling((10, 825)), by, NOW)
    assert [[line["total"] for line in deal] for deal in record.deals] == [[10, 825]]
    assert (record.source, record.log, record.decided_by) == (Source.OFFICIAL, None, by)


def test_a_result_that_a_referee_lets_stand_counts_again(event: Event, match: Match) -> None:
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    say(match, 1, 2450, 1880)
    assert values(event) == {1: 0, 2: 0}
    decisions.refuse_request(match.pk, None, "looked at the paper")
    assert values(event) == {1: 1400, 2: 600}
    assert RatedGame.objects.get().not_rated == ""
    assert ScoreSheet.objects.get().state == SheetState.REFUSED


def test_an_official_match_is_not_postponed(match: Match) -> None:
    decide(match.pk, Ruling((2450, 1980)), None, NOW)
    with pytest.raises(TournamentError, match="official"):
        decisions.set_postponed(match.pk, True, None)
