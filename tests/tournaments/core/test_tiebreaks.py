"""Each tie-break against figures worked out by hand."""

from dataclasses import replace

import pytest

from tests.tournaments.core.events import change, event, labels, match, number, rows, ties, with_points
from tournaments.core.account import open_books
from tournaments.core.records import Absence, Adjustment, Format, Method, Ranking, RoundRecord, Scoring
from tournaments.core.tiebreaks import TIE_BREAKS, Reckoning, Term, tie_break_order
from tournaments.core.vp import ScoreError

# Totals: A 29, E 20, C 19, B 18, D 0.
MIXED = event("A-B 14-6, C-D no-show, E bye", "A-C 15-5, B-E 12-8", absences=(Absence(number("D"), 2),))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # B 18 + C 19 · A 29 + E 20 · (0+6+10) + A 29 · (0+20) + (0+20) · (0+8+10) + B 18
        ("opponents", {"A": 3700, "B": 4900, "C": 4500, "D": 4000, "E": 3600}),
        ("opponents_cut", {"A": 1900, "B": 2900, "C": 2900, "D": 2000, "E": 1800}),
        ("opponents_median", {"A": 0, "B": 0, "C": 0, "D": 0, "E": 0}),
        ("beaten", {"A": 3700, "B": 2000, "C": 1600, "D": 0, "E": 1800}),
        ("wins", {"A": 2, "B": 1, "C": 1, "D": 0, "E": 0}),
        ("difference", {"A": 1000, "B": -200, "C": -600, "D": 0, "E": -200}),
        ("points", {"A": 5000, "B": 4200, "C": 2000, "D": 0, "E": 2000}),
        ("progressive", {"A": 4300, "B": 2400, "C": 3300, "D": 0, "E": 3200}),
    ],
)
def test_byes_absences_and_no_shows_by_hand(code: str, expected: dict[str, int]) -> None:
    assert ties(MIXED, code) == expected


def test_the_virtual_opponent_grows_by_a_level_match_for_each_later_official_one() -> None:
    stage = event("A-B 14-6, C bye", "A-C 10-10, B bye", "B-C 10-10, A bye", "A-B, C bye")
    reckoning = Reckoning(open_books(stage))
    assert reckoning.opponents(number("C")) == (
        Term(1, 2800, virtual=True),  # 0 + 8 + 10 + 10
        Term(2, 3600, (1,)),
        Term(3, 2800, (2,)),
        Term(4, 4000, virtual=True),  # 12 + 10 + 10, then 8
    )
    assert reckoning.opponents(number("B"))[1] == Term(2, 2400, virtual=True)  # 6 + 8 + 10, round 4 unplayed
    assert ties(stage, "opponents", 1)["C"] == 800


def test_a_postponed_match_is_no_term_for_anybody() -> None:
    stage = event("A-B 14-6, C-D postponed")
    assert ties(stage, "opponents") == {"A": 600, "B": 1400, "C": 0, "D": 0}


def test_a_late_entrant_s_missed_rounds_have_virtual_opponents() -> None:
    stage = change(event("A-B 14-6", "A-C 10-10, B bye"), "C", joined_round=2)
    assert ties(stage, "opponents")["C"] == (2000 - 600 + 1000) + 2400


def test_under_wins_the_virtual_opponent_counts_in_wins() -> None:
    stage = event("A-B 14-6, C bye", "A-C 14-6, B bye", scoring=Scoring(method=Method.WINS))
    # C: bye 2, then a loss; virtual 0 + (2-2) + 1, and A's 4.
    assert ties(stage, "opponents")["C"] == 100 + 400


def test_adjustments_of_an_opponent_are_part_of_its_vp() -> None:
    stage = event("A-B 14-6", adjustments=(Adjustment(number("B"), -100),))
    assert ties(stage, "opponents")["A"] == 500


def test_cut_and_median_drop_one_lowest_and_one_highest_opponent() -> None:
    stage = event("A-B 14-6, C-D 12-8", "A-C 15-5, B-D 9-11", "A-D 13-7, B-C 10-10")
    # totals: A 42, B 25, C 27, D 26
    assert ties(stage, "opponents")["A"] == 2500 + 2700 + 2600
    assert ties(stage, "opponents_cut")["A"] == 2700 + 2600
    assert ties(stage, "opponents_median")["A"] == 2600
    assert ties(stage, "opponents_median")["B"] == 2700
    order = tie_break_order(Format.SWISS, ("opponents_median",))
    terms = order[0].values(Reckoning(open_books(stage)), [[1]])[1].terms
    assert [term.cut for term in terms] == [True, True, False]


def test_beaten_opponents_count_whole_and_level_ones_half() -> None:
    stage = event("A-B 14-6, C-D 10-10", "A-C 10-10, B-D 14-6")
    # totals: A 24, B 20, C 20, D 16
    assert ties(stage, "beaten") == {"A": 2000 + 1000, "B": 1600, "C": 800 + 1200, "D": 1000}


def test_opponents_of_a_single_player_count_with_their_mean() -> None:
    stage = event("AB-CD 14-6", "AC-BD 12-8", format=Format.INDIVIDUAL)
    # totals: A 26, B 22, C 18, D 14
    assert ties(stage, "opponents")["A"] == (1800 + 1400) // 2 + (2200 + 1400) // 2
    assert ties(stage, "wins")["A"] == 2


def test_canastas_count_where_known() -> None:
    record = with_points(match("A-B"), 2000, 1900)
    sides = (replace(record.sides[0], canastas=3), record.sides[1])
    stage = replace(event("A-B"), rounds=(RoundRecord(1, (replace(record, sides=sides),)),))
    assert ties(stage, "canastas") == {"A": 3, "B": 0}


def test_direct_encounter_of_two_is_their_match() -> None:
    stage = event("A-B 8-12, C-D 11-9", "A-C 14-6, B-D 10-10")
    assert labels(stage) == ["B 1", "A 2", "D 3", "C 4"]
    # B and A are level on 22; C 17, D 19.
    assert [rows(stage)[c].ties[0].value for c in "BA"] == [2, 0]


def test_direct_encounter_counts_a_level_match_half_and_two_meetings_both() -> None:
    ranking = Ranking(("direct",))
    stage = event("A-B 8-12", "A-B 12-8", "A-B 10-10", ranking=ranking)
    assert [rows(stage)[c].ties[0].value for c in "AB"] == [3, 3]
    assert labels(stage) == ["A 1=", "B 1="]


def test_direct_encounter_never_counts_a_match_that_was_not_played() -> None:
    adjusted = (Adjustment(number("B"), 1400),)
    stage = event("A-B no-show", adjustments=adjusted, ranking=Ranking(("direct",)))
    assert rows(stage)["A"].ties[0].value is None


def test_direct_encounter_looks_only_at_who_is_level_on_everything_before() -> None:
    ranking = Ranking(("points", "direct"))
    stage = event("A-B 10-10, C-D 10-10", ranking=ranking)
    assert rows(stage)["A"].ties[1].value is None  # four level, not all met
    record = with_points(match("C-D"), 1000, 1000)
    stage = replace(stage, rounds=(RoundRecord(1, (stage.rounds[0].matches[0], record)),))
    assert rows(stage)["A"].ties[1].value == 1


def test_default_orders() -> None:
    assert [t.code for t in tie_break_order(Format.SWISS)] == ["direct", "opponents", "difference", "wins"]
    assert [t.code for t in tie_break_order(Format.INDIVIDUAL)] == ["difference", "wins", "points"]
    assert [t.code for t in tie_break_order(Format.SWISS, ("wins",))] == ["wins"]


def test_an_unknown_tie_break_is_refused() -> None:
    with pytest.raises(ScoreError) as refused:
        tie_break_order(Format.SWISS, ("luck",))
    assert refused.value.code == "unknown_tie_break"


def test_every_value_is_the_sum_of_the_terms_that_count() -> None:
    reckoning = Reckoning(open_books(MIXED))
    for tie_break in TIE_BREAKS.values():
        for value in tie_break.values(reckoning, [[1, 2], [3, 4, 5]]).values():
            counted = sum(term.value for term in value.terms if not term.cut)
            assert value.value in {None, counted}
