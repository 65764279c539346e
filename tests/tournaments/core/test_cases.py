"""The numbered tournament cases, as far as results and standings decide them."""

from dataclasses import replace

import pytest

from tests.tournaments.core.events import change, event, labels, match, number, rows, ties, totals
from tournaments.core.history import history, unresolved
from tournaments.core.records import (
    Absence,
    Adjustment,
    Bracket,
    Format,
    Ranking,
    RoundRecord,
    Scoring,
    StageRecord,
)
from tournaments.core.standings import standings
from tournaments.core.vp import TABLES, ScoreError, check_points, winner_value


def test_a01_byes_are_in_the_totals_the_third_draw_starts_from() -> None:
    stage = event("A-B 14-6, C-D 13-7, E bye", "A-E 12-8, B-C 15-5, D bye")
    assert totals(stage) == {"A": 26, "B": 21, "E": 20, "D": 19, "C": 18}
    past = history(stage)
    assert [past[number(c)].byes for c in "ABCDE"] == [0, 0, 0, 1, 1]


def test_a02_a_late_pair_gets_what_the_event_gives() -> None:
    stage = event(
        "A-B 14-6, C-D 13-7, E-F 11-9",
        "A-C 14-6, B-D 14-6, E-L 12-8, F bye",
        scoring=Scoring(table="vp-3-deals", late=0),
    )
    assert totals(change(stage, "L", joined_round=2))["L"] == 8


def test_a06_a_bye_counts_the_moment_the_round_is_published() -> None:
    stage = event("A-B 14-6, C-D 14-6, E-F 14-6, G bye", "A-C, B-G, D-F, E bye")
    draft = replace(stage, rounds=(stage.rounds[0], replace(stage.rounds[1], published=False)))
    before, after = rows(draft)["E"], rows(stage)["E"]
    assert (before.value, after.value) == (1400, 2600)
    assert [(line.round, line.kind, line.value) for line in after.account.lines][-1] == (2, "bye", 1200)
    assert after.account.played == before.account.played == 1


def test_a07_a_bye_of_half_the_value_is_a_bye() -> None:
    stage = event("A-B 14-6, C-D 13-7, E-F 12-8, G bye", scoring=Scoring(table="vp-3-deals", bye=600))
    assert totals(stage)["G"] == 6
    assert history(stage)[number("G")].byes == 1


def test_a08_totals_before_the_director_assigns_the_bye() -> None:
    stage = event(
        "A-B 16-4, C-D 13-7, E-F 11-9, G bye",
        "A-C 14-6, B-E 14-6, D-G 18-2, F bye",
    )
    assert totals(stage) == {"A": 30, "D": 25, "F": 21, "C": 19, "B": 18, "E": 17, "G": 14}


def test_a10_leaving_for_a_round_is_an_absence_every_time_and_no_bye() -> None:
    stage = event("A-B 14-6, C-X 13-7", "A-C 12-8", "A-B 12-8", absences=(Absence(number("X"), 2),))
    for after, expected in ((2, 7), (3, 7)):
        assert totals(stage, after)["X"] == expected
    assert [line.kind for line in rows(stage)["X"].account.lines] == ["match", "absent", "absent"]
    assert history(stage)[number("X")].byes == 0


def test_a12_withdrawing_later_changes_nothing_but_the_remark() -> None:
    stage = event("A-B 14-6, C-D 13-7", "A-C 15-5, B-D 12-8", "A-D 11-9, B-C 16-4", "A-B 9-11, C-D 20-0")
    before, after = rows(stage), rows(change(stage, "B", withdrawn_after=4))
    for letter in "ABCD":
        for what in ("rank", "value", "ties"):
            assert getattr(before[letter], what) == getattr(after[letter], what)
    assert list(before) == list(after)
    assert [remark.code for remark in after["B"].remarks] == ["withdrawn"]


def test_a14_a_postponed_match_is_level_for_the_pairing_and_a_dash_in_the_standings() -> None:
    stage = event("A-B 14-6, C-D 13-7, E-F", entrants="ABCDEF")
    assert unresolved(stage) == ((1, 3),)
    postponed = event("A-B 14-6, C-D 13-7, E-F postponed")
    assert unresolved(postponed) == ()
    assert totals(postponed)["E"] == 0
    assert rows(postponed)["E"].account.lines[0].value is None
    pairing = totals(postponed, postponed_as_level=True)
    assert (pairing["E"], pairing["F"]) == (10, 10)
    assert list(pairing) == ["A", "C", "E", "F", "D", "B"]


def test_a19_a_later_stage_does_not_touch_direct_encounter() -> None:
    swiss = event("A-C 10-10, B-D 10-10", "A-B 11-9, C-D 14-6", "A-D 9-11, B-C 11-9")
    assert totals(swiss)["A"] == totals(swiss)["B"] == 30
    assert list(rows(swiss)).index("A") < list(rows(swiss)).index("B")
    assert rows(swiss)["A"].ties[0].value == 2


def _level_on_60(*tables: str) -> StageRecord:
    """F and G lead; A, B and C end on 60 VP each, D and E behind them."""
    stage = event(*tables, entrants="ABCDEFG", format=Format.ROUND_ROBIN, ranking=Ranking(("direct",)))
    wanted = {"A": 6000, "B": 6000, "C": 6000, "F": 9000, "G": 8000}
    now = {letter: row.value for letter, row in rows(stage).items()}
    awards = tuple(Adjustment(number(c), value - now[c]) for c, value in wanted.items())
    return replace(stage, adjustments=awards)


def test_a20_direct_encounter_decides_nothing_unless_all_have_met() -> None:
    stage = _level_on_60("A-B 14-6, C-D 14-6", "B-C 14-6, A-D 14-6")
    assert labels(stage)[:6] == ["F 1", "G 2", "A 3=", "B 3=", "C 3=", "D 6"]
    assert rows(stage)["A"].ties[0].value is None


def test_a20_direct_encounter_orders_three_who_have_all_met() -> None:
    stage = _level_on_60("B-A 6-14, C-D 14-6", "C-B 6-14, A-D 14-6", "C-A 6-14")
    assert labels(stage)[2:5] == ["A 3", "B 4", "C 5"]
    assert [rows(stage)[c].ties[0].value for c in "ABC"] == [4, 2, 0]


def test_a22_a_published_round_without_results_leaves_the_tie_breaks() -> None:
    played = ("A-B 14-6, C-D 12-8", "A-C 15-5, B-D 9-11")
    expected = {"A": 3200, "B": 4800, "C": 4800, "D": 3200}
    assert ties(event(*played), "opponents") == expected
    assert ties(event(*played, "A-D, B-C"), "opponents") == expected


QUARTERS = "A-H 14-6, D-E 14-6, B-G 14-6, C-F 14-6"


def _cup(*rounds: str) -> StageRecord:
    return event(*rounds, format=Format.KNOCKOUT)


def test_a24_quarterfinal_losers_share_the_fifth_place() -> None:
    stage = _cup(QUARTERS, "A-D 14-6, B-C 14-6", "A-B 14-6")
    final = stage.rounds[2]
    third = replace(match("D-C 14-6", 2), bracket=Bracket.THIRD_PLACE)
    stage = replace(stage, rounds=(*stage.rounds[:2], RoundRecord(3, (*final.matches, third))))
    assert labels(stage) == ["A 1", "B 2", "D 3", "C 4", "E 5=", "F 5=", "G 5=", "H 5="]


def test_a24_a_quarterfinal_nobody_comes_to_puts_both_pairs_last() -> None:
    stage = _cup("A-H 14-6, D-E both, B-G 14-6, C-F 14-6", "B-C 14-6, A bye", "A-B 14-6")
    assert labels(stage) == ["A 1", "B 2", "C 3", "F 4=", "G 4=", "H 4=", "D 7=", "E 7="]
    lost = [line for c in "DE" for line in rows(stage)[c].account.lines if line.half_wins == (0,)]
    assert len(lost) == 2


@pytest.mark.parametrize(
    ("table", "difference", "winner"),
    [
        ("vp-3-deals", 50, 10), ("vp-3-deals", 55, 11), ("vp-3-deals", 500, 14), ("vp-3-deals", 505, 15),
        ("vp-3-deals", 1500, 19), ("vp-3-deals", 1505, 20), ("vp-4-deals", 100, 10), ("vp-4-deals", 105, 11),
        ("vp-4-deals", 2000, 19), ("vp-4-deals", 2005, 20),
    ],
)  # fmt: skip
def test_a28_the_boundaries_of_the_vp_tables(table: str, difference: int, winner: int) -> None:
    assert winner_value(difference, Scoring(table=table)) == 100 * winner


def test_a28_a_score_that_is_no_multiple_of_5_is_refused() -> None:
    with pytest.raises(ScoreError) as refused:
        check_points(1503)
    assert (refused.value.code, refused.value.params) == ("not_multiple_of_5", {"points": 1503})
    assert set(TABLES) == {"vp-3-deals", "vp-4-deals"}


def test_standings_of_one_stage_are_one_table() -> None:
    assert [table.group for table in standings(event("A-B 14-6"))] == [""]
