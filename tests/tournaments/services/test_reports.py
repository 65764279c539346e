"""Reports of a result: the same from both sides is official, another a dispute, nothing is lost."""

import pytest

from ratings.models import RatedGame
from tests.tournaments.event import NOW, Event, make_event
from tournaments.core.account import Kind
from tournaments.errors import InputError, TournamentError
from tournaments.models import GameRecord, Match, MatchState, ScoreSheet, SheetState, TournamentStatus
from tournaments.selectors.standings import StageStandings
from tournaments.services import draws
from tournaments.services.decisions import set_postponed
from tournaments.services.reports import Answer, Report, report, take_back

pytestmark = pytest.mark.django_db
TABLE = {"table": "vp-3-deals"}


def table(event: Event | None = None) -> Match:
    return (event or make_event(2, scoring=TABLE)).round("1-2")[0]


def say(match: Match, side: int, *totals: int, **more: object) -> Answer:
    return report(match.pk, Report(side, totals, **more), None, NOW).answer  # type: ignore[arg-type]


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def values(event: Event) -> list[str]:
    return [row.value for row in StageStandings(event.stage).shown()[0].rows]


def test_a_first_report_waits_for_the_other_side_and_counts_nothing_yet() -> None:
    event = make_event(2, scoring=TABLE)
    match = table(event)
    assert say(match, 0, 2450, 1980) == Answer.REPORTED
    assert state(match) == MatchState.REPORTED
    assert not GameRecord.objects.exists()
    assert values(event) == ["0.00", "0.00"]


def test_the_same_from_the_other_side_is_official_with_version_1() -> None:
    event = make_event(2, scoring=TABLE)
    match = table(event)
    say(match, 0, 2450, 1980)
    assert say(match, 1, 2450, 1980) == Answer.COUNTERSIGNED
    record = GameRecord.objects.get()
    assert (record.totals, record.version, record.source) == ([2450, 1980], 1, "sheet")
    sheet = ScoreSheet.objects.get()
    assert (sheet.side, sheet.countersigned_by_side, sheet.state) == (0, 1, SheetState.ACCEPTED)
    assert values(event) == ["14.00", "6.00"]
    assert RatedGame.objects.get().not_rated == ""


def test_the_same_again_from_the_same_side_is_nothing_new() -> None:
    match = table()
    say(match, 0, 2450, 1980)
    assert say(match, 0, 2450, 1980) == Answer.NOTHING_NEW
    assert state(match) == MatchState.REPORTED
    say(match, 1, 2450, 1980)
    assert {say(match, side, 2450, 1980) for side in (0, 1)} == {Answer.NOTHING_NEW}
    assert ScoreSheet.objects.count() == 1
    assert GameRecord.objects.get().version == 1


@pytest.mark.parametrize("side", [0, 1])
def test_a_different_report_is_a_dispute_and_overwrites_nothing(side: int) -> None:
    match = table()
    say(match, 0, 2450, 1980)
    assert say(match, side, 2450, 1880) == Answer.DISPUTED
    assert state(match) == MatchState.DISPUTED
    assert list(match.sheets.values_list("totals", "state")) == [
        ([2450, 1980], SheetState.OPEN),
        ([2450, 1880], SheetState.OPEN),
    ]


def test_a15_a_different_report_disputes_an_official_result_which_then_counts_nowhere() -> None:
    event = make_event(2, scoring=TABLE)
    match = table(event)
    say(match, 0, 2450, 1980)
    say(match, 1, 2450, 1980)
    assert say(match, 1, 2450, 1880) == Answer.DISPUTED
    assert values(event) == ["0.00", "0.00"]
    assert GameRecord.objects.get().totals == [2450, 1980]
    assert RatedGame.objects.get().not_rated == "void"


def test_in_a_dispute_the_sides_cannot_agree_without_a_referee() -> None:
    match = table()
    say(match, 0, 2450, 1980)
    say(match, 1, 2450, 1880)
    assert say(match, 0, 2450, 1880) == Answer.DISPUTED
    assert state(match) == MatchState.DISPUTED


def test_after_the_next_draw_a_different_report_asks_for_a_correction_and_the_result_stands() -> None:
    event = make_event(2, scoring=TABLE, rounds_planned=None)
    match = table(event)
    say(match, 0, 2450, 1980)
    say(match, 1, 2450, 1980)
    draws.publish(draws.draw_round(event.stage.pk, None, NOW).pk, None, NOW)
    assert say(match, 1, 2450, 1880) == Answer.REQUESTED
    assert say(match, 1, 2450, 1880) == Answer.NOTHING_NEW
    assert state(match) == MatchState.OFFICIAL
    assert values(event) == ["14.00", "6.00"]
    assert match.sheets.filter(state=SheetState.OPEN).count() == 1


def test_a_draft_of_the_next_round_ends_nothing() -> None:
    event = make_event(2, scoring=TABLE, rounds_planned=None)
    match = table(event)
    event.result(match, 2450, 1980)
    draws.draw_round(event.stage.pk, None, NOW)
    assert say(match, 1, 2450, 1880) == Answer.DISPUTED


def test_both_sides_saying_that_the_lines_were_swapped_correct_it_themselves() -> None:
    match = table()
    say(match, 0, 2300, 1900)
    say(match, 1, 2300, 1900)
    assert say(match, 0, 1900, 2300) == Answer.DISPUTED
    assert say(match, 1, 1900, 2300) == Answer.COUNTERSIGNED
    record = GameRecord.objects.get()
    assert (record.totals, record.ranks, record.corrected) == ([1900, 2300], [2, 1], True)


def test_what_a_referee_decided_against_is_no_new_dispute_when_a_phone_sends_it_again() -> None:
    event = make_event(2)
    match = table(event)
    say(match, 0, 2450, 1980)
    say(match, 1, 2450, 1880)
    event.result(match, 2450, 1980)
    assert say(match, 1, 2450, 1880) == Answer.NOTHING_NEW
    assert state(match) == MatchState.OFFICIAL


def test_a_flagged_sheet_waits_for_a_referee() -> None:
    match = table()
    assert say(match, 0, 2450, 1980, faults=[{"code": "out-twice"}]) == Answer.DISPUTED
    assert say(match, 1, 2450, 1980) == Answer.DISPUTED
    assert not GameRecord.objects.exists()


def test_a_report_is_taken_back_until_the_other_side_answers() -> None:
    match = table()
    say(match, 0, 2450, 1980)
    with pytest.raises(TournamentError, match="answered"):
        take_back(match.pk, 1, None)
    take_back(match.pk, 0, None)
    assert state(match) == MatchState.SCHEDULED
    assert say(match, 0, 2450, 1880) == Answer.REPORTED
    say(match, 1, 2450, 1880)
    with pytest.raises(TournamentError, match="answered"):
        take_back(match.pk, 0, None)


@pytest.mark.parametrize(
    ("side", "totals", "code"),
    [
        (0, (1503, 1980), "not-multiple-of-5"),
        (0, (2450,), "sides"),
        (2, (2450, 1980), "side"),
        (0, (1_000_000, 0), "points-range"),
    ],
)
def test_a_report_that_cannot_be_is_refused_and_nothing_is_stored(
    side: int, totals: tuple[int, ...], code: str
) -> None:
    match = table()
    with pytest.raises(InputError) as caught:
        say(match, side, *totals)
    assert caught.value.code == code
    assert not ScoreSheet.objects.exists()


def test_a_level_knockout_match_goes_on() -> None:
    match = table(make_event(2, format="knockout"))
    with pytest.raises(TournamentError) as caught:
        say(match, 0, 2000, 2000)
    assert caught.value.code == "level-knockout"


def test_a_closed_event_takes_no_reports() -> None:
    event = make_event(2)
    match = table(event)
    event.tournament.status = TournamentStatus.FINISHED
    event.tournament.because("test").save()
    with pytest.raises(TournamentError) as caught:
        say(match, 0, 2450, 1980)
    assert caught.value.code == "tournament-closed"


def test_a14_a_reported_but_unconfirmed_table_holds_up_the_draw_until_it_is_postponed() -> None:
    event = make_event(6, scoring=TABLE)
    matches = event.round("1-2", "3-4", "5-6")
    for match in matches[:2]:
        event.result(match, 2450, 1980)
    say(matches[2], 0, 2450, 1980)
    with pytest.raises(TournamentError) as caught:
        draws.draw_round(event.stage.pk, None, NOW)
    assert (caught.value.code, caught.value.params["tables"]) == ("results-missing", [3])
    set_postponed(matches[2].pk, True, None)
    assert draws.draw_round(event.stage.pk, None, NOW).number == 2
    row = next(row for row in StageStandings(event.stage).tables[0].rows if row.entrant.number == 5)
    assert (row.value, row.account.played) == (0, 0)
    assert [line.kind for line in row.account.lines] == [Kind.POSTPONED]
