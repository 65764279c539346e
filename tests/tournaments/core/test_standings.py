"""Order, shared ranks, remarks, groups, standings after any round, and what never matters."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.core.events import change, event, labels, rows, totals
from tournaments.core.records import (
    Absence,
    Entrant,
    Format,
    MatchRecord,
    Method,
    Outcome,
    Ranking,
    RoundRecord,
    Scoring,
    SideRecord,
    StageRecord,
)
from tournaments.core.rows import Row
from tournaments.core.standings import standings
from tournaments.core.tiebreaks import TIE_BREAKS

T = TypeVar("T")


def test_ties_that_remain_are_shared_ranks_in_the_order_of_entry_numbers() -> None:
    stage = event("A-B 14-6, D-C 10-10, E-F 14-6")
    assert labels(stage) == ["A 1=", "E 1=", "C 3=", "D 3=", "B 5=", "F 5="]


def test_entry_numbers_order_a_tie_not_ids() -> None:
    stage = change(change(event("A-B 10-10"), "A", number=9), "B", number=2)
    assert labels(stage) == ["B 1=", "A 1="]


def test_before_anything_is_played_everybody_shares_the_first_rank() -> None:
    played = event("A-B 14-6, C-D 13-7")
    assert labels(played, 0) == ["A 1=", "B 1=", "C 1=", "D 1="]
    assert labels(event(entrants="AB")) == ["A 1=", "B 1="]


def test_standings_after_any_round_ignore_what_came_later() -> None:
    stage = event("A-B 14-6, C-D 13-7", "A-C 0-20, B-D 10-10")
    assert totals(stage, 1) == {"A": 14, "C": 13, "D": 7, "B": 6}
    assert [row.ties for row in rows(stage, 1).values()] == [
        row.ties for row in rows(event("A-B 14-6, C-D 13-7")).values()
    ]


def test_tie_breaks_decide_in_the_order_chosen() -> None:
    stage = event("A-B 14-6, C-D 14-6", "A-C 10-10, B-D 12-8", "A-D 10-10, C-B 10-10")
    # A and C are level on 34 and met level; opponents: A 28+34+24, C 24+34+28; difference: both +400.
    assert labels(stage)[:2] == ["A 1=", "C 1="]
    more = replace(stage, ranking=Ranking(("points",)))
    assert [row.ties[0].value for row in rows(more).values()] == [6400, 6400, 6200, 6000]


def test_remarks_tell_byes_late_entry_absence_and_postponed_matches() -> None:
    stage = event("A-B 14-6, C bye", "A-D postponed, B-C 14-6", "A-B 14-6, C-D 10-10, E bye")
    stage = change(change(stage, "D", joined_round=2), "E", joined_round=3)
    told = {c: [(r.code.value, r.rounds) for r in row.remarks] for c, row in rows(stage).items()}
    assert told == {
        "A": [("postponed", (2,))],
        "B": [],
        "C": [("bye", (1,))],
        "D": [("late", (1,)), ("postponed", (2,))],
        "E": [("late", (1, 2)), ("bye", (3,))],
    }


def test_absent_and_withdrawn_are_remarks_and_keep_the_rank() -> None:
    stage = event("A-B 14-6, C-D 10-10", "A-C 10-10, D bye", absences=(Absence(2, 2),))
    stage = change(stage, "B", withdrawn_after=1)
    assert [(r.code.value, r.rounds) for r in rows(stage)["B"].remarks] == [
        ("absent", (2,)),
        ("withdrawn", (2,)),
    ]
    assert rows(stage)["B"].label == "4"


def test_each_group_has_a_table_of_its_own_unless_wanted_otherwise() -> None:
    stage = event("A-B 14-6, C-D 13-7", format=Format.ROUND_ROBIN)
    for letter, group in zip("ABCD", ["10", "10", "2", "2"], strict=True):
        stage = change(stage, letter, group=group)
    tables = standings(stage)
    assert [(t.group, [r.entrant.name for r in t.rows]) for t in tables] == [
        ("2", ["C", "D"]),
        ("10", ["A", "B"]),
    ]
    assert [row.label for row in tables[0].rows] == ["1", "2"]
    one = standings(replace(stage, ranking=Ranking(by_group=False)))
    assert [[row.label for row in table.rows] for table in one] == [["1", "2", "3", "4"]]


def test_a_mitchell_ranks_each_line_by_default() -> None:
    stage = event("A-B 14-6, C-D 13-7", "A-D 10-10, C-B 10-10", format=Format.MITCHELL)
    for letter, line in zip("ABCD", ["NS", "EW"] * 2, strict=True):
        stage = change(stage, letter, group=line)
    assert {t.group: [f"{r.entrant.name} {r.label}" for r in t.rows] for t in standings(stage)} == {
        "EW": ["D 1", "B 2"],
        "NS": ["A 1", "C 2"],
    }


def _ladder() -> StageRecord:
    games = ("A-B 14-6, A-C 12-8, A-B 10-10, C-B 13-7, D-A 20-0, D-C 20-0",)
    return event(*games, entrants="ABCDE", format=Format.OPEN)


def test_an_open_event_ranks_by_average_after_a_minimum() -> None:
    # A 36 in 4, B 23 in 3, C 21 in 3; D 40 in 2 and E without a match are below the minimum of 3.
    assert labels(_ladder()) == ["A 1", "B 2", "C 3", "D", "E"]
    table = rows(_ladder())
    assert table["A"].average == Fraction(900)
    assert table["B"].average == Fraction(2300, 3)
    assert [remark.code for remark in table["D"].remarks] == ["below_minimum"]


def test_the_minimum_of_an_open_event_is_a_setting() -> None:
    assert labels(replace(_ladder(), ranking=Ranking(minimum=1))) == ["D 1", "A 2", "B 3", "C 4", "E"]


def test_an_open_event_takes_more_than_two_sides() -> None:
    sides = tuple(SideRecord((n,), points) for n, points in ((1, 500), (2, 300), (3, 700)))
    record = RoundRecord(1, (MatchRecord(1, 1, sides, official=True),))
    stage = event(entrants="ABC", format=Format.OPEN, ranking=Ranking(minimum=1))
    for method, expected in ((Method.POINTS, [700, 500, 300]), (Method.WINS, [4, 2, 0])):
        scored = replace(stage, rounds=(record,), scoring=Scoring(method=method))
        assert list(totals(scored).items()) == list(zip("CAB", expected, strict=True))


def _random_stage(seed: int) -> StageRecord:
    rng = random.Random(seed)
    size = rng.randint(2, 9)
    entrants = tuple(
        Entrant(
            n,
            n,
            joined_round=1 if n == 1 else rng.choice([1, 1, 1, 2, 3]),
            withdrawn_after=rng.choice([None, None, None, 2]),
            disqualified_from=rng.choice([None] * 8 + [2]),
        )
        for n in range(1, size + 1)
    )
    rounds = []
    for number in range(1, rng.randint(2, 5)):
        ids = [e.id for e in entrants if e.joined_round <= number]
        rng.shuffle(ids)
        byes = tuple(ids[:1]) if len(ids) % 2 else ()
        seated = ids[len(byes) :]
        tables = [_random_match(rng, number, seated[i : i + 2]) for i in range(0, len(seated), 2)]
        rounds.append(RoundRecord(number, tuple(tables), byes))
    return StageRecord(Format.SWISS, entrants, tuple(rounds), ranking=Ranking(tuple(TIE_BREAKS)))


def _random_match(rng: random.Random, number: int, ids: list[int]) -> MatchRecord:
    outcome = rng.choice([Outcome.PLAYED] * 6 + list(Outcome))
    faulty = set() if outcome in {Outcome.PLAYED, Outcome.VOID} else set(rng.sample(ids, rng.randint(1, 2)))
    sides = tuple(SideRecord((e,), 5 * rng.randrange(20), rng.randrange(3), e in faulty) for e in ids)
    official = rng.random() < 0.9
    return MatchRecord(100 * number + ids[0], ids[0], sides, outcome, official, rng.random() < 0.5)


def _shuffled(stage: StageRecord, rng: random.Random) -> StageRecord:
    def mix(items: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(rng.sample(items, len(items)))

    rounds = tuple(
        replace(r, matches=tuple(replace(m, sides=mix(m.sides)) for m in mix(r.matches)))
        for r in stage.rounds
    )
    return replace(stage, entrants=mix(stage.entrants), rounds=mix(rounds))


def _seen(row: Row) -> tuple[object, ...]:
    return (row.entrant.id, row.label, row.value, [tie.value for tie in row.ties], row.remarks)


@settings(deadline=None)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_of_the_records_never_matters(seed: int, rng: random.Random) -> None:
    stage = _random_stage(seed)
    plain, mixed = standings(stage), standings(_shuffled(stage, rng))
    assert [_seen(row) for t in plain for row in t.rows] == [_seen(row) for t in mixed for row in t.rows]


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_ranks_follow_value_and_tie_breaks_and_nobody_is_missing(seed: int) -> None:
    stage = _random_stage(seed)
    table = standings(stage)[0]
    last = max(r.number for r in stage.rounds)
    assert {row.entrant.id for row in table.rows} == {
        e.id for e in stage.entrants if e.joined_round <= last + 1
    }
    ranked = [row for row in table.rows if row.rank is not None]
    keys = [(row.value, *(tie.value or 0 for tie in row.ties)) for row in ranked]
    assert keys == sorted(keys, reverse=True)
    for index, row in enumerate(ranked):
        assert row.rank is not None
        assert row.rank.place == keys.index(keys[index]) + 1
        assert row.rank.shared == (keys.count(keys[index]) > 1)


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_the_total_is_the_sum_of_the_lines_shown(seed: int) -> None:
    for table in standings(_random_stage(seed)):
        for row in table.rows:
            assert row.value == sum(line.value or 0 for line in row.account.lines)


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_standings_after_a_round_equal_those_of_an_event_cut_there(seed: int) -> None:
    stage = _random_stage(seed)
    for number in range(len(stage.rounds) + 1):
        short = replace(stage, rounds=tuple(r for r in stage.rounds if r.number <= number))
        cut_there = [_seen(row) for row in standings(short)[0].rows]
        assert [_seen(row) for row in standings(stage, number)[0].rows] == cut_there
