"""The lines of an entrant: matches, byes, missed rounds, adjustments, and what each is worth."""

from dataclasses import replace

from tests.tournaments.core.events import THREE_DEALS, change, event, match, number, rows, totals, with_points
from tournaments.core.account import Line, open_books
from tournaments.core.records import (
    Absence,
    Adjustment,
    Format,
    Method,
    Outcome,
    RoundRecord,
    Scoring,
    StageRecord,
)


def lines(stage: StageRecord, letter: str, after_round: int | None = None) -> tuple[Line, ...]:
    return open_books(stage, after_round).accounts[number(letter)].lines


def told(stage: StageRecord, letter: str) -> list[tuple[int, str, int | None]]:
    """The explanation of a sum: round, what, hundredths."""
    return [(line.round, line.kind.value, line.value) for line in lines(stage, letter)]


def test_the_lines_explain_the_sum_round_by_round() -> None:
    stage = event("A-B 14-6, C bye", "A-C 8-12, B bye", "B-C, A bye")
    assert told(stage, "A") == [(1, "match", 1400), (2, "match", 800), (3, "bye", 1200)]
    assert told(stage, "B") == [(1, "match", 600), (2, "bye", 1200), (3, "waiting", None)]


def test_a_late_entrant_gets_6_for_one_missed_round_and_nothing_for_further_ones() -> None:
    stage = change(event("A-B 14-6", "A-B 14-6", "A-B 14-6", "A-C 10-10, B bye"), "C", joined_round=4)
    assert told(stage, "C") == [(1, "late", 600), (2, "late", 0), (3, "late", 0), (4, "match", 1000)]


def test_a_late_entrant_is_in_no_standings_from_before_it_could_join() -> None:
    stage = change(event("A-B 14-6", "A-B 14-6", "A-C 10-10, B bye"), "C", joined_round=3)
    assert "C" not in rows(stage, 1)
    assert totals(stage, 2)["C"] == 6


def test_late_entry_is_worth_nothing_under_wins_and_points() -> None:
    for method in (Method.WINS, Method.POINTS):
        stage = event("A-B 14-6", "A-C 10-10, B bye", scoring=Scoring(method=method))
        assert told(change(stage, "C", joined_round=2), "C")[0] == (1, "late", 0)


def test_an_absence_is_worth_nothing_announced_or_not() -> None:
    stage = event("A-B 14-6", "A-B 14-6", entrants="ABC", absences=(Absence(number("C"), 1),))
    assert told(stage, "C") == [(1, "absent", 0), (2, "absent", 0)]


def test_one_announced_absence_an_event_can_be_credited() -> None:
    absences = (Absence(3, 1, announced=False), Absence(3, 2), Absence(3, 3))
    scoring = replace(THREE_DEALS, announced_absence=1000)
    stage = event(*["A-B 14-6"] * 3, entrants="ABC", absences=absences, scoring=scoring)
    assert [line.value for line in lines(stage, "C")] == [0, 1000, 0]


def test_a_seat_taken_after_all_is_no_absence() -> None:
    stage = event("A-B 14-6, C bye", absences=(Absence(1, 1), Absence(3, 1)))
    assert [told(stage, c)[0][1] for c in "AC"] == ["match", "bye"]


def test_who_returns_has_missed_only_the_rounds_between() -> None:
    stage = event("A-B 14-6, C-D 14-6", "A-C 12-8, D bye", "A-B 12-8, C-D 13-7")
    assert told(stage, "B") == [(1, "match", 600), (2, "absent", 0), (3, "match", 800)]


def test_adjustments_count_from_their_round_on() -> None:
    stage = event("A-B 14-6", "A-B 14-6", adjustments=(Adjustment(1, -200, "slow play", 2),))
    assert [totals(stage, n)["A"] for n in (0, 1, 2)] == [0, 14, 26]
    assert lines(stage, "A")[-1].reason == "slow play"
    assert told(stage, "A")[-1] == (2, "adjustment", -200)


def test_a_draft_round_counts_for_nothing() -> None:
    stage = event("A-B 14-6, C bye")
    draft = replace(stage, rounds=(replace(stage.rounds[0], published=False),))
    assert totals(draft) == {"A": 0, "B": 0, "C": 0}


def test_a_reported_result_is_not_counted_until_official() -> None:
    reported = replace(match("A-B 14-6"), official=False)
    stage = replace(event("A-B"), rounds=(RoundRecord(1, (reported,)),))
    assert told(stage, "A") == [(1, "waiting", None)]


def test_in_an_individual_event_both_partners_get_the_value_and_meet_both_opponents() -> None:
    stage = event("AB-CD 14-6", format=Format.INDIVIDUAL)
    assert totals(stage) == {"A": 14, "B": 14, "C": 6, "D": 6}
    line = lines(stage, "A")[0]
    assert (line.partners, line.opponents, line.half_wins) == ((2,), (3, 4), (2, 2))
    assert line.won


def test_a_no_show_is_a_loss_for_both_partners() -> None:
    stage = event("AB-CD no-show", format=Format.INDIVIDUAL)
    assert totals(stage) == {"A": 14, "B": 14, "C": 0, "D": 0}
    assert [lines(stage, c)[0].half_wins for c in "CD"] == [(0, 0), (0, 0)]


def test_points_of_a_forfeit_count_only_where_the_innocent_side_is_ahead() -> None:
    ahead = with_points(match("A-B forfeit"), 3000, 1000)
    behind = with_points(match("A-B forfeit"), 1000, 3000)
    for record, own in ((ahead, 3000), (behind, None)):
        assert lines(replace(event("A-B"), rounds=(RoundRecord(1, (record,)),)), "A")[0].own == own


def test_a_void_match_is_shown_and_worth_nothing() -> None:
    void = replace(match("A-B 14-6"), outcome=Outcome.VOID)
    stage = replace(event("A-B"), rounds=(RoundRecord(1, (void,)),))
    assert told(stage, "A") == [(1, "void", 0)]
    assert rows(stage)["A"].account.played == 0


def test_rounds_of_4_deals_change_the_worth_of_a_no_show() -> None:
    stage = event("A-B no-show")
    assert totals(replace(stage, rounds=(replace(stage.rounds[0], deals=4),)))["A"] == 12


def test_in_an_open_event_nobody_is_absent_and_one_may_play_twice_a_round() -> None:
    stage = event("AB-CD 14-6, AC-BD 12-8", entrants="ABCDE", format=Format.OPEN)
    assert totals(stage)["A"] == 26
    assert lines(stage, "E") == ()
