"""Candidates are what the records say of each entrant before a round."""

from dataclasses import replace

from tests.tournaments.core.events import change, event
from tournaments.core.candidates import candidates_of, input_for
from tournaments.core.draw_input import Candidate, DrawOptions
from tournaments.core.records import (
    Absence,
    Entrant,
    Format,
    MatchRecord,
    Method,
    Outcome,
    RoundRecord,
    Scoring,
    SideRecord,
    StageRecord,
)

MATCH = MatchRecord(5, 1, (SideRecord((1,), 500), SideRecord((2,), 1000)), official=True)
STAGE = StageRecord(
    Format.SWISS,
    (
        Entrant(1, 1, seed=2, clubs=(9, 8, 9)),
        Entrant(2, 2, seed=1),
        Entrant(3, 3),
        Entrant(4, 4, withdrawn_after=1),
        Entrant(5, 5, disqualified_from=2, withdrawn_after=4),
    ),
    (RoundRecord(1, (MATCH,), byes=(3,)),),
    absences=(Absence(3, 2),),
)


def test_candidates_know_their_past_and_whether_they_are_drawn() -> None:
    found = {c.id: c for c in candidates_of(STAGE, 2, order=[2, 1, 3, 4, 5], scores={2: 1400, 3: 1200})}
    assert [found[n].place for n in (2, 1, 3, 4, 5)] == [1, 2, 3, 4, 5]
    assert found[1] == Candidate(1, 1, 2, clubs=(8, 9), seed=2, met=((2, 1),), last=(2,))
    assert (found[2].score, found[3].score, found[3].byes) == (1400, 1200, 1)
    assert [found[n].present for n in (1, 2, 3, 4, 5)] == [True, True, False, False, False]
    assert (found[4].left_after, found[4].barred) == (1, False)
    assert (found[5].left_after, found[5].barred) == (1, True)


def test_who_is_in_no_standings_comes_last_by_seed_then_entry_number() -> None:
    assert [c.id for c in candidates_of(STAGE, 1, order=[4], scores={})] == [4, 2, 1, 3, 5]
    assert [c.place for c in candidates_of(STAGE, 1, order=[4], scores={})] == [1, 2, 3, 4, 5]


def test_places_and_scores_are_those_of_the_standings() -> None:
    given = input_for(replace(STAGE, absences=(), scoring=Scoring(table="vp-3-deals")), 2, DrawOptions())
    found = {c.id: c for c in given.candidates}
    assert [(found[n].place, found[n].score) for n in (2, 3, 1)] == [(1, 1400), (2, 1200), (3, 600)]
    assert given.score_unit == 1


def test_there_is_one_order_for_all_groups() -> None:
    stage = change(event("A-B 14-6, C-D 20-0"), "C", group="2")
    assert [c.id for c in input_for(stage, 2, DrawOptions()).candidates] == [3, 1, 2, 4]


def test_only_the_rounds_before_count() -> None:
    stage = event("A-B 14-6, C-D postponed", "A-C 0-20, B-D 0-20")
    found = input_for(stage, 2, DrawOptions()).candidates
    assert [(c.id, c.score) for c in found] == [(1, 1400), (3, 1000), (4, 1000), (2, 600)]


def test_a_postponed_match_counts_as_level_for_the_draw() -> None:
    waiting = replace(MATCH, official=False, postponed=True)
    stage = replace(STAGE, rounds=(RoundRecord(1, (waiting,)),), scoring=Scoring(table="vp-3-deals"))
    found = {c.id: c.score for c in input_for(stage, 2, DrawOptions()).candidates}
    assert (found[1], found[2]) == (1000, 1000)


def test_under_points_the_gap_is_counted_in_fives() -> None:
    stage = replace(STAGE, scoring=Scoring(Method.POINTS))
    given = input_for(stage, 2, DrawOptions())
    assert given.score_unit == 5 * 100
    assert {c.id: c.score for c in given.candidates}[2] == 1000 * 100


def test_only_a_knockout_carries_its_results_as_they_count() -> None:
    assert input_for(STAGE, 2, DrawOptions()).results == ()
    cup = replace(STAGE, format=Format.KNOCKOUT, absences=())
    assert input_for(cup, 2, DrawOptions()).results == cup.rounds
    barred = replace(cup.entrants[1], disqualified_from=1)
    cup = replace(cup, entrants=(cup.entrants[0], barred, *cup.entrants[2:]))
    (match,) = input_for(cup, 2, DrawOptions()).results[0].matches
    assert match.outcome is Outcome.NO_SHOW
    assert [side.at_fault for side in match.sides] == [False, True]
