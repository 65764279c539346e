"""What each side gets from a match: every method, every outcome."""

from dataclasses import replace
from typing import Any

import pytest

from tournaments.core.records import MatchRecord, Method, Outcome, RoundRecord, Scoring, SideRecord
from tournaments.core.scoring import half_wins, match_values, tariff
from tournaments.core.vp import ScoreError

VP = Scoring(table="vp-3-deals")
WINS = Scoring(method=Method.WINS)
POINTS = Scoring(method=Method.POINTS)


def game(*points: int | None, outcome: Outcome = Outcome.PLAYED, fault: tuple[int, ...] = ()) -> MatchRecord:
    sides = tuple(SideRecord((n,), p, at_fault=n in fault) for n, p in enumerate(points, start=1))
    return MatchRecord(1, 1, sides, outcome, official=True)


def values(match: MatchRecord, scoring: Scoring, deals: int | None = 3, others: Any = ()) -> tuple[int, ...]:
    return match_values(match, scoring, tariff(scoring, (RoundRecord(1, (match, *others)),)), deals)


def test_a_played_match_under_vp() -> None:
    assert values(game(2400, 2000), VP) == (1400, 600)
    assert values(game(2000, 2000), VP) == (1000, 1000)


def test_wins_are_worth_two_and_a_level_match_one_for_each_side_met() -> None:
    assert values(game(500, 300), WINS) == (200, 0)
    assert values(game(500, 500), WINS) == (100, 100)
    assert values(game(500, 300, 500), WINS) == (300, 0, 300)
    assert values(game(900, 300, 500, 100, 300), WINS) == (800, 300, 600, 0, 300)


def test_points_are_the_game_points_of_any_number_of_sides() -> None:
    assert values(game(1205, -60), POINTS) == (120500, -6000)
    assert values(game(500, 300, 700), POINTS) == (50000, 30000, 70000)


def test_vp_need_two_sides() -> None:
    with pytest.raises(ScoreError) as refused:
        values(game(500, 300, 700), VP)
    assert refused.value.code == "vp_needs_two_sides"


def test_a_score_that_is_no_multiple_of_5_is_refused_under_every_method() -> None:
    for scoring in (VP, WINS, POINTS):
        with pytest.raises(ScoreError) as refused:
            values(game(1503, 300), scoring)
        assert refused.value.code == "not_multiple_of_5"


def test_a_played_match_without_a_score_is_refused() -> None:
    with pytest.raises(ScoreError) as refused:
        values(game(500, None), VP)
    assert refused.value.code == "no_points"


def test_a_no_show_is_worth_14_to_the_side_present_and_12_in_rounds_of_4_deals() -> None:
    missed = game(None, None, outcome=Outcome.NO_SHOW, fault=(2,))
    assert values(missed, VP, deals=3) == (1400, 0)
    assert values(missed, VP, deals=4) == (1200, 0)
    assert values(missed, VP, deals=None) == (1400, 0)
    assert values(missed, replace(VP, no_show=1500), deals=4) == (1500, 0)


def test_nobody_gets_anything_if_nobody_came() -> None:
    for scoring in (VP, WINS, POINTS):
        assert values(game(None, None, outcome=Outcome.NO_SHOW, fault=(1, 2)), scoring) == (0, 0)


@pytest.mark.parametrize("outcome", [Outcome.FORFEIT, Outcome.ABANDONED])
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((None, None), (1400, 0)),
        ((2000, 2000), (1400, 0)),
        ((3000, 1000), (2000, 0)),
        ((2700, 2000), (1600, 0)),
        ((1000, 3000), (1400, 0)),
    ],
)
def test_the_innocent_side_gets_14_or_the_better_score_on_the_table(
    outcome: Outcome, points: tuple[int | None, int | None], expected: tuple[int, int]
) -> None:
    assert values(game(*points, outcome=outcome, fault=(2,)), VP) == expected
    assert values(game(*points, outcome=outcome, fault=(2,)), VP, deals=4) == expected


def test_a_match_broken_off_through_nobody_s_fault_counts_as_it_stands() -> None:
    assert values(game(2400, 2000, outcome=Outcome.ABANDONED), VP) == (1400, 600)


def test_a_void_match_is_worth_nothing() -> None:
    assert values(game(2400, 2000, outcome=Outcome.VOID), VP) == (0, 0)


@pytest.mark.parametrize("outcome", [Outcome.FORFEIT, Outcome.ABANDONED, Outcome.NO_SHOW])
def test_under_wins_the_innocent_side_has_won(outcome: Outcome) -> None:
    assert values(game(100, 900, outcome=outcome, fault=(2,)), WINS) == (200, 0)


def test_under_wins_a_setting_replaces_the_two() -> None:
    missed = game(None, None, outcome=Outcome.NO_SHOW, fault=(2,))
    assert values(missed, replace(WINS, no_show=100)) == (100, 0)


def test_under_points_bye_and_no_show_are_the_median_winning_score() -> None:
    played = (game(500, 300), game(1000, 1200), game(800, 100))
    missed = game(None, None, outcome=Outcome.NO_SHOW, fault=(1,))
    assert tariff(POINTS, (RoundRecord(1, played),)).bye == 80000
    assert tariff(POINTS, (RoundRecord(1, played[:2]),)).bye == 85000
    assert values(missed, POINTS, others=played) == (0, 80000)


def test_under_points_the_better_score_on_the_table_stands_too() -> None:
    played = (game(500, 300),)
    assert values(game(900, 100, outcome=Outcome.FORFEIT, fault=(2,)), POINTS, others=played) == (90000, 0)
    assert values(game(200, 100, outcome=Outcome.FORFEIT, fault=(2,)), POINTS, others=played) == (50000, 0)


def test_the_median_counts_official_played_matches_only() -> None:
    open_match = replace(game(9000, 0), official=False)
    lost = game(7000, 0, outcome=Outcome.FORFEIT, fault=(2,))
    assert tariff(POINTS, (RoundRecord(1, (game(500, 300), open_match, lost)),)).bye == 50000
    assert tariff(POINTS, ()).bye == 0


def test_the_defaults_of_each_method() -> None:
    vp, wins = tariff(VP, ()), tariff(WINS, ())
    assert (vp.bye, vp.present(3), vp.present(4), vp.forfeit, vp.late) == (1200, 1400, 1200, 1400, 600)
    assert (vp.announced_absence, vp.level, vp.total) == (0, 1000, 2000)
    assert (wins.bye, wins.present(3), wins.forfeit, wins.late, wins.level, wins.total) == (
        200, 200, 200, 0, 100, 200,
    )  # fmt: skip
    assert tariff(POINTS, ()).late == 0


def test_settings_replace_the_defaults() -> None:
    own = tariff(replace(VP, bye=600, no_show=1300, forfeit=1500, late=0, announced_absence=1000), ())
    assert (own.bye, own.no_show, own.long_no_show, own.forfeit, own.late) == (600, 1300, 1300, 1500, 0)
    assert own.announced_absence == 1000


def test_being_at_fault_loses_whatever_the_score() -> None:
    ahead, behind = SideRecord((1,), 900, at_fault=True), SideRecord((2,), 100)
    assert (half_wins(ahead, behind), half_wins(behind, ahead)) == (0, 2)
    assert half_wins(ahead, replace(behind, at_fault=True)) == 0
    assert (half_wins(behind, behind), half_wins(behind, replace(ahead, at_fault=False))) == (1, 0)
