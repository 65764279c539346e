"""A season of several events: the best results count, taking part is shown apart."""

from tournaments.core.final_places import Placing
from tournaments.core.ranks import Rank
from tournaments.core.records import Entrant
from tournaments.core.season import SeasonResult, entrants_scores, field_left_behind, season


def results(**scores: list[int]) -> list[SeasonResult]:
    return [
        SeasonResult(event, ord(player), score)
        for player, own in scores.items()
        for event, score in enumerate(own, start=1)
    ]


def test_the_best_results_count_and_the_others_are_shown() -> None:
    a, b = season(results(A=[10000, 2000, 6000], B=[7000, 7000]), best=2)
    assert (a.player, a.total, a.events) == (ord("A"), 16000, 3)
    assert [r.event for r in a.counted] == [1, 3]
    assert [r.event for r in a.dropped] == [2]
    assert (b.total, b.dropped) == (14000, ())


def test_taking_part_more_often_never_adds_to_the_score() -> None:
    a, b = season(results(A=[5000, 5000], B=[5000, 5000, 0, 0]), best=2)
    assert (a.total, b.total) == (10000, 10000)
    assert (a.events, b.events) == (2, 4)
    assert [str(row.rank) for row in (a, b)] == ["1=", "1="]


def test_without_a_limit_everything_counts() -> None:
    (row,) = season(results(A=[1, 2, 3]))
    assert (row.total, row.dropped) == (6, ())


def test_ranks_are_shared_and_skip() -> None:
    table = season(results(A=[3], B=[5], C=[3], D=[1]))
    assert [(chr(row.player), str(row.rank)) for row in table] == [
        ("B", "1"),
        ("A", "2="),
        ("C", "2="),
        ("D", "4"),
    ]


def test_an_event_is_worth_the_share_of_the_field_left_behind() -> None:
    assert field_left_behind([Rank(n, False) for n in (1, 2, 3, 4, 5)]) == [10000, 7500, 5000, 2500, 0]
    assert field_left_behind([Rank(1, False), Rank(2, True), Rank(2, True), Rank(4, False)]) == [
        10000, 5000, 5000, 0,
    ]  # fmt: skip
    assert field_left_behind([Rank(1, False)]) == [10000]
    assert field_left_behind([Rank(n, False) for n in range(1, 8)])[1] == 8333


def test_the_disqualified_bring_home_nothing_and_are_nobodys_field() -> None:
    placings = [placing(1, 1), placing(2, 2), placing(3, 3), placing(4, None, listed=True)]
    assert entrants_scores(placings) == {1: 10000, 2: 5000, 3: 0, 4: 0}


def test_whom_a_closed_event_left_undecided_share_what_they_played_for() -> None:
    placings = [placing(1, None, stage=1), placing(2, None, stage=1), placing(3, 3, stage=1), placing(4, 4)]
    # Two of four level at the top: each has two behind it and half of the other: 2.5 of 3.
    assert entrants_scores(placings) == {1: 8333, 2: 8333, 3: 3333, 4: 0}


def placing(entrant: int, place: int | None, stage: int = 0, listed: bool = False) -> Placing:
    rank = None if place is None else Rank(place, False)
    return Placing(Entrant(entrant, entrant), rank, stage, listed)
