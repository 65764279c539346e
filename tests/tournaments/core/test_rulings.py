"""Disqualified, withdrawn in mid-round, gone from a round robin: what becomes of their matches."""

from dataclasses import replace

from tests.tournaments.core.events import change, event, labels, match, rows, totals
from tournaments.core.history import unresolved
from tournaments.core.records import Format, Outcome, RoundRecord
from tournaments.core.rulings import early_leavers, leavers, ruled

LEAGUE = ("A-D 14-6, B-C 14-6", "D-C 12-8, A-B 12-8", "B-D 14-6, C-A 10-10")


def test_matches_of_the_disqualified_are_no_shows_from_that_round_on() -> None:
    stage = event("A-B 6-14, C-D 12-8", "B-C 14-6, A-D 12-8", "B-D, A-C 12-8")
    stage = change(stage, "B", disqualified_from=2)
    assert totals(stage) == {"A": 30, "C": 34, "D": 30, "B": 14}
    assert [line.kind for line in rows(stage)["B"].account.lines] == ["match", "no_show", "no_show"]
    assert unresolved(stage) == ()


def test_the_disqualified_are_listed_last_and_unranked() -> None:
    stage = change(event("A-B 6-14, C-D 12-8"), "B", disqualified_from=2)
    assert labels(stage) == ["C 1", "D 2", "A 3", "B"]
    assert [(r.code, r.rounds) for r in rows(stage)["B"].remarks] == [("disqualified", (2,))]


def test_a_voided_match_of_the_disqualified_stays_void() -> None:
    void = replace(match("A-B 6-14"), outcome=Outcome.VOID)
    stage = change(replace(event("A-B"), rounds=(RoundRecord(1, (void,)),)), "B", disqualified_from=1)
    assert totals(stage) == {"A": 0, "B": 0}


def test_a_partner_of_the_disqualified_loses_too() -> None:
    stage = change(event("AB-CD 14-6", format=Format.INDIVIDUAL), "A", disqualified_from=1)
    assert totals(stage) == {"C": 14, "D": 14, "B": 0, "A": 0}


def test_withdrawing_in_mid_round_is_a_no_show_where_nothing_is_official() -> None:
    stage = event("A-B 6-14, C-D 12-8", "B-C, A-D 12-8")
    assert unresolved(stage) == ((2, 1),)
    left = change(stage, "B", withdrawn_after=1)
    assert unresolved(left) == ()
    assert (totals(left)["B"], totals(left)["C"]) == (14, 26)


def test_a_match_already_official_stands_when_a_side_leaves() -> None:
    stage = change(event("A-B 6-14, C-D 12-8", "B-C 14-6, A-D 12-8"), "B", withdrawn_after=1)
    assert totals(stage)["B"] == 28


def test_leaving_after_a_round_leaves_its_open_match_to_the_director() -> None:
    stage = change(event("A-B, C-D 12-8"), "B", withdrawn_after=1)
    assert unresolved(stage) == ((1, 1),)
    assert totals(stage) == {"C": 12, "D": 8, "A": 0, "B": 0}


def test_leaving_a_round_robin_is_a_forfeit_and_disqualification_a_no_show() -> None:
    stage = event(*LEAGUE[:2], "B-D, C-A 10-10", format=Format.ROUND_ROBIN)
    left = rows(change(stage, "D", withdrawn_after=2))["B"].account.lines[-1]
    barred = rows(change(stage, "D", disqualified_from=3))["B"].account.lines[-1]
    swiss = rows(change(replace(stage, format=Format.SWISS), "D", withdrawn_after=2))["B"].account.lines[-1]
    assert [line.kind for line in (left, barred, swiss)] == ["match", "no_show", "no_show"]
    assert left.match is not None
    assert left.match.outcome is Outcome.FORFEIT


def test_an_absent_opponent_of_the_disqualified_gets_nothing_either() -> None:
    assert totals(change(event("A-B both"), "B", disqualified_from=1)) == {"A": 0, "B": 0}
    assert totals(change(event("B-A no-show"), "B", disqualified_from=1)) == {"A": 0, "B": 0}


def test_an_opponent_of_the_disqualified_who_gave_up_was_there() -> None:
    assert totals(change(event("A-B forfeit"), "A", disqualified_from=1)) == {"A": 0, "B": 14}


def test_a_return_undoes_the_no_show_to_come() -> None:
    stage = event("A-B 6-14", "A-B")
    assert ruled(stage.rounds[1].matches[0], 2, stage.format, leavers(stage)).official is False


def test_who_leaves_a_round_robin_before_half_is_unranked_and_its_results_leave_the_standings() -> None:
    stage = change(event(*LEAGUE[:1], "D-C, A-B 12-8", format=Format.ROUND_ROBIN), "D", withdrawn_after=1)
    assert early_leavers(stage) == {4}
    assert totals(stage) == {"B": 22, "A": 12, "C": 6, "D": 0}
    assert labels(stage) == ["B 1", "A 2", "C 3", "D"]
    assert [line.kind for line in rows(stage)["A"].account.lines] == ["removed", "match"]
    assert rows(stage)["A"].account.lines[0].match == stage.rounds[0].matches[0]
    assert {r.code for r in rows(stage)["D"].remarks} == {"withdrawn", "left_early"}
    assert unresolved(stage) == ()


def test_who_leaves_a_round_robin_after_half_stays_ranked_and_forfeits_the_rest() -> None:
    stage = event(*LEAGUE[:2], "B-D, C-A 10-10", format=Format.ROUND_ROBIN)
    stage = change(stage, "D", withdrawn_after=2)
    assert early_leavers(stage) == frozenset()
    assert totals(stage) == {"A": 36, "B": 36, "C": 24, "D": 18}
    assert rows(stage)["D"].rank == (4, False)


def test_exactly_half_is_not_before_half() -> None:
    rounds = ("A-E 14-6, B-D 14-6, C bye", "E-D 14-6, A-C 14-6, B bye")
    stage = change(event(*rounds, format=Format.ROUND_ROBIN), "E", withdrawn_after=2)
    assert early_leavers(stage) == frozenset()
    assert early_leavers(replace(stage, legs=2)) == {5}


def test_half_is_counted_in_the_leaver_s_own_group() -> None:
    stage = event("A-B 14-6, C-D 14-6", "A-E 14-6", format=Format.ROUND_ROBIN)
    for letter in "CD":
        stage = change(stage, letter, group="2")
    assert early_leavers(change(stage, "D", withdrawn_after=1)) == frozenset()


def test_forfeits_recorded_for_a_leaver_are_no_matches_it_played() -> None:
    stage = event("A-D 14-6, B-C 14-6", "C-D forfeit, A-B 12-8", "B-D forfeit, A-C 10-10")
    stage = change(replace(stage, format=Format.ROUND_ROBIN), "D", withdrawn_after=1)
    assert early_leavers(stage) == {4}


def test_leaving_a_swiss_never_removes_results() -> None:
    stage = change(event("A-B 6-14, C-D 12-8", "A-C 12-8, D bye", "A-D 12-8"), "B", withdrawn_after=1)
    assert early_leavers(stage) == frozenset()
    assert totals(stage)["B"] == 14
    assert rows(stage)["B"].label != ""
