"""The rules of the Swiss draw, one by one."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.tournaments.core.draw_events import number_of, swiss_input, written
from tournaments.core.draw_input import (
    Candidate,
    Clubmates,
    DrawInput,
    DrawOptions,
    Lock,
    Opening,
    Rematches,
)
from tournaments.core.draws import CostLine, Criterion, DrawError, Flag, Reason, Relaxation
from tournaments.core.formats.swiss import next_round, price_without
from tournaments.core.records import Entrant, Format

LEVEL = dict.fromkeys("ABCDEF", 10)


def refused(given: DrawInput) -> DrawError:
    with pytest.raises(DrawError) as caught:
        next_round(given, 1)
    return caught.value


def first_round(size: int, **options: object) -> DrawInput:
    candidates = tuple(Candidate(n, n, n) for n in range(1, size + 1))
    return DrawInput(Format.SWISS, 1, candidates, DrawOptions(**options))  # type: ignore[arg-type]


class TestFirstRound:
    def test_slide_pairs_the_upper_half_with_the_lower_in_order(self) -> None:
        assert written(next_round(first_round(8), 1)) == "AE BF CG DH"

    def test_fold_pairs_the_best_with_the_last(self) -> None:
        assert written(next_round(first_round(8, opening=Opening.FOLD), 1)) == "AH BG CF DE"

    @pytest.mark.parametrize("opening", [Opening.FOLD, Opening.SLIDE])
    def test_the_lowest_seed_has_the_bye(self, opening: Opening) -> None:
        expected = {Opening.FOLD: "AF BE CD G", Opening.SLIDE: "AD BE CF G"}
        assert written(next_round(first_round(7, opening=opening), 1)) == expected[opening]

    def test_by_lot_every_draw_can_come_up(self) -> None:
        given = first_round(4, opening=Opening.RANDOM)
        assert {written(next_round(given, seed)) for seed in range(40)} == {"AB CD", "AC BD", "AD BC"}

    def test_by_lot_everybody_can_have_the_bye(self) -> None:
        given = first_round(5, opening=Opening.RANDOM)
        assert {next_round(given, seed).byes[0].entrant for seed in range(60)} == {1, 2, 3, 4, 5}

    def test_the_founders_of_the_event_are_no_newcomers(self) -> None:
        assert next_round(first_round(3), 1).byes[0].flags == ()


class TestRematches:
    def test_a_third_meeting_counts_twice(self) -> None:
        totals = {"A": 40, "B": 38, "C": 12, "D": 10}
        rounds = ("AB CD", "AC BD", "AD BC", "AB CD")
        drawn = next_round(swiss_input(totals, *rounds), 1)
        assert written(drawn) in ("AC BD", "AD BC")
        assert drawn.cost[Criterion.REMATCH] == 2

    def test_danish_forbids_the_opponent_of_the_round_before_and_no_other(self) -> None:
        totals = {"A": 40, "B": 38, "C": 12, "D": 10}
        danish = DrawOptions(rematches=Rematches.DANISH)
        drawn = next_round(swiss_input(totals, "AB CD", "AC BD", options=danish), 1)
        assert written(drawn) == "AB CD"
        assert [table.flags for table in drawn.tables] == [(), ()]

    def test_danish_without_another_opponent_says_so(self) -> None:
        danish = DrawOptions(rematches=Rematches.DANISH)
        error = refused(swiss_input({"A": 14, "B": 6}, "AB", options=danish))
        assert (error.code, error.relax) == (Reason.ONLY_LAST_OPPONENT, (Relaxation.REMATCHES,))


class TestByes:
    def test_a_newcomer_gets_none_in_its_first_round(self) -> None:
        field = [Entrant(1, 1), Entrant(2, 2), Entrant(3, 3, joined_round=2)]
        drawn = next_round(swiss_input({"A": 14, "B": 6, "C": 6}, "AB", entrants=field), 1)
        assert written(drawn) == "AC B"

    def test_with_newcomers_alone_the_rule_can_be_relaxed(self) -> None:
        field = [Entrant(n, n, joined_round=2) for n in (1, 2, 3)]
        given = swiss_input({"A": 6, "B": 6, "C": 6}, "", entrants=field)
        error = refused(given)
        assert (error.code, error.relax) == (Reason.ONLY_NEWCOMERS, (Relaxation.NEWCOMER_BYE,))
        relaxed = next_round(replace(given, relaxed=error.relax), 1)
        assert relaxed.byes[0].flags == (Flag.NEWCOMER_BYE,)
        assert relaxed.byes[0].lines == (CostLine(Criterion.NEWCOMER_BYE, 1, 1),)

    def test_a_second_bye_is_flagged_when_everybody_has_had_one(self) -> None:
        totals = {"A": 40, "B": 30, "C": 20}
        drawn = next_round(swiss_input(totals, "AB C", "AC B", "BC A"), 1)
        assert written(drawn) == "AB C"
        assert drawn.byes[0].flags == (Flag.SECOND_BYE,)

    def test_a_third_bye_comes_after_every_second_one(self) -> None:
        totals = {"A": 40, "B": 30, "C": 20}
        assert written(next_round(swiss_input(totals, "AB C", "AC B", "BC A", "AB C"), 1)) == "AC B"


class TestForbiddenTables:
    def test_a_forbidden_table_is_never_drawn(self) -> None:
        given = swiss_input({"A": 30, "B": 29, "C": 11, "D": 10}, "AC BD")
        assert written(next_round(given, 1)) == "AB CD"
        assert written(next_round(replace(given, forbidden=((2, 1),)), 1)) == "AD BC"

    def test_when_nothing_else_is_left_the_list_can_be_relaxed(self) -> None:
        given = swiss_input({"A": 30, "B": 29, "C": 11, "D": 10}, forbidden=((1, 2), (1, 3), (1, 4)))
        error = refused(replace(given, round=2))
        assert (error.code, error.relax) == (Reason.FORBIDDEN_TABLES, (Relaxation.FORBIDDEN,))
        assert error.params["stuck"] == [1]
        relaxed = next_round(replace(given, round=2, relaxed=error.relax), 1)
        assert relaxed.cost[Criterion.FORBIDDEN] == 1
        assert relaxed.tables[0].flags == (Flag.FORBIDDEN,)

    def test_when_no_single_rule_helps_none_is_named(self) -> None:
        never = DrawOptions(rematches=Rematches.NEVER)
        totals = {"A": 30, "B": 29, "C": 11, "D": 10}
        error = refused(swiss_input(totals, "AB CD", options=never, forbidden=((1, 3), (1, 4))))
        assert error.relax == (Relaxation.REMATCHES, Relaxation.FORBIDDEN)
        rounds = ("AB CD", "AC BD", "AD BC")
        error = refused(swiss_input(totals, *rounds, options=never, forbidden=((1, 2), (1, 3), (1, 4))))
        assert (error.code, error.relax) == (Reason.NO_LAWFUL_DRAW, ())


class TestClubmates:
    FIELD = (
        Entrant(1, 1, clubs=(1, 2)),
        Entrant(2, 2, clubs=(2,)),
        Entrant(3, 3, clubs=(3,)),
        Entrant(4, 4),
    )
    TOTALS = {"A": 30, "B": 29, "C": 11, "D": 10}

    def drawn(self, last_round: bool, clubmates: Clubmates) -> str:
        options = DrawOptions(clubmates=clubmates)
        given = swiss_input(self.TOTALS, "AC BD", entrants=self.FIELD, options=options, last_round=last_round)
        return written(next_round(given, 1))

    def test_they_are_kept_apart_but_in_the_last_round(self) -> None:
        assert self.drawn(False, Clubmates.NOT_LAST) == "AD BC"
        assert self.drawn(True, Clubmates.NOT_LAST) == "AB CD"

    def test_they_can_be_kept_apart_always_or_never(self) -> None:
        assert self.drawn(True, Clubmates.ALWAYS) == "AD BC"
        assert self.drawn(False, Clubmates.NEVER) == "AB CD"

    def test_where_it_cannot_be_helped_the_table_is_flagged(self) -> None:
        given = swiss_input({"A": 30, "B": 29}, "", entrants=self.FIELD[:2])
        (table,) = next_round(given, 1).tables
        assert table.flags == (Flag.CLUBMATES,)


class TestLastRound:
    TOTALS = {"A": 50, "B": 40, "C": 39, "D": 38, "E": 37, "F": 10}
    ROUNDS = ("AB CD EF", "AC BE DF")

    def test_neighbours_meet_even_again_if_the_organiser_wants_it(self) -> None:
        options = DrawOptions(neighbours_in_last_round=True)
        given = swiss_input(self.TOTALS, *self.ROUNDS, options=options, last_round=True)
        drawn = next_round(given, 1)
        assert written(drawn) == "AB CD EF"
        assert drawn.tables[0].flags == (Flag.REPEAT,)
        assert drawn.cost[Criterion.REMATCH] == 0

    def test_before_the_last_round_they_do_not(self) -> None:
        options = DrawOptions(neighbours_in_last_round=True)
        given = swiss_input(self.TOTALS, *self.ROUNDS, options=options)
        assert next_round(given, 1).cost[Criterion.REMATCH] == 0
        assert written(next_round(given, 1)) != "AB CD EF"

    def test_never_still_means_never(self) -> None:
        options = DrawOptions(neighbours_in_last_round=True, rematches=Rematches.NEVER)
        given = swiss_input(self.TOTALS, *self.ROUNDS, options=options, last_round=True)
        assert not any(table.flags for table in next_round(given, 1).tables)


class TestLocks:
    GIVEN = swiss_input({"A": 30, "B": 29, "C": 11, "D": 10, "E": 5, "F": 4}, "AB CD EF")

    def test_a_locked_table_may_break_rules_and_shows_which(self) -> None:
        drawn = next_round(replace(self.GIVEN, locks=(Lock(((1,), (2,))),), forbidden=((1, 2),)), 1)
        assert drawn.tables[0].sides == ((1,), (2,))
        assert drawn.tables[0].flags == (Flag.REPEAT, Flag.FORBIDDEN, Flag.LOCKED)

    def test_a_locked_bye_in_an_even_field_costs_a_second_one(self) -> None:
        drawn = next_round(replace(self.GIVEN, locked_byes=(1,)), 1)
        assert [bye.entrant for bye in drawn.byes] == [1, 6]

    def test_an_entrant_who_is_not_there_cannot_be_locked(self) -> None:
        error = refused(replace(self.GIVEN, locks=(Lock(((1,), (99,))),)))
        assert (error.code, error.params) == (Reason.LOCK_NOT_PRESENT, {"entrants": [99]})

    def test_an_entrant_cannot_be_locked_twice(self) -> None:
        error = refused(replace(self.GIVEN, locks=(Lock(((1,), (2,))),), locked_byes=(2,)))
        assert (error.code, error.params) == (Reason.LOCK_TWICE, {"entrants": [2]})

    def test_a_side_is_one_entrant(self) -> None:
        assert refused(replace(self.GIVEN, locks=(Lock(((1, 2), (3, 4))),))).code is Reason.SIDES

    def test_when_the_locks_leave_no_draw_they_are_named(self) -> None:
        never = DrawOptions(rematches=Rematches.NEVER)
        given = swiss_input({"A": 3, "B": 2, "C": 1, "D": 0}, "AB CD", options=never)
        given = replace(given, locks=(Lock(((1,), (3,))),), forbidden=((2, 4),))
        error = refused(given)
        assert (error.code, error.relax) == (
            Reason.FORBIDDEN_TABLES,
            (Relaxation.FORBIDDEN, Relaxation.LOCKS),
        )

    def test_locking_a_drawn_table_leaves_the_rest_as_it_was(self) -> None:
        drawn = next_round(self.GIVEN, 7)
        for table in drawn.tables:
            locked = replace(self.GIVEN, locks=(Lock(table.sides),))
            assert next_round(locked, 7).pairing == drawn.pairing


class TestWhyThisTable:
    GIVEN = swiss_input({"A": 30, "B": 26, "C": 14, "D": 10}, "AB CD")

    def test_a_table_shows_its_cost_line_by_line(self) -> None:
        given = swiss_input({"A": 33, "B": 20}, "AB", options=DrawOptions())
        (table,) = next_round(given, 1).tables
        assert table.lines == (
            CostLine(Criterion.REMATCH, 1, 1),
            CostLine(Criterion.GAP, 1300, 1690000),
        )

    def test_the_price_of_doing_without_it_is_given_line_by_line(self) -> None:
        assert written(next_round(self.GIVEN, 1)) == "AC BD"
        other = price_without(self.GIVEN, 1, ((1,), (3,)))
        assert other is not None
        assert written(other.draw) == "AD BC"
        assert other.extra == {Criterion.GAP: 2000**2 + 1200**2 - 2 * 1600**2}

    def test_a_table_nothing_can_replace_has_no_price(self) -> None:
        never = DrawOptions(rematches=Rematches.NEVER)
        given = swiss_input({"A": 33, "B": 20}, "", options=never)
        assert price_without(given, 1, ((1,), (2,))) is None

    def test_a_locked_table_can_be_priced_too(self) -> None:
        locked = replace(self.GIVEN, locks=(Lock(((1,), (2,))),))
        other = price_without(locked, 1, ((2,), (1,)))
        assert other is not None
        assert other.extra[Criterion.REMATCH] == -2


class TestScores:
    def test_points_are_compared_in_units_of_five(self) -> None:
        candidates = tuple(Candidate(n, n, n, score=s) for n, s in enumerate((900000, 875000), start=1))
        given = DrawInput(Format.SWISS, 2, candidates, score_unit=500)
        assert next_round(given, 1).tables[0].lines == (CostLine(Criterion.GAP, 50, 2500),)

    @pytest.mark.parametrize(("unit", "most"), [(1, 2**15), (500, 2**14)])
    def test_a_huge_gap_counts_as_the_largest(self, unit: int, most: int) -> None:
        candidates = (Candidate(1, 1, 1, score=10**9), Candidate(2, 2, 2))
        given = DrawInput(Format.SWISS, 2, candidates, score_unit=unit)
        assert next_round(given, 1).tables[0].lines == (CostLine(Criterion.GAP, most, most**2),)


def test_one_entrant_alone_is_no_round() -> None:
    error = refused(first_round(1))
    assert (error.code, error.params) == (Reason.TOO_FEW, {"entrants": 1, "needed": 2})


def test_the_seed_alone_decides_between_equal_draws() -> None:
    given = swiss_input(LEVEL, "AB CD EF")
    drawn = [written(next_round(given, seed)) for seed in range(60)]
    assert len(set(drawn)) == 8
    assert drawn == [written(next_round(given, seed)) for seed in range(60)]


def large_input(size: int, seed: int) -> DrawInput:
    """A large field after six random rounds, with byes, clubs, newcomers and bans."""
    rng = random.Random(seed)
    ids = list(range(1, size + 1))
    met: dict[int, dict[int, int]] = {n: {} for n in ids}
    byes = dict.fromkeys(ids, 0)
    for _ in range(6):
        rng.shuffle(ids)
        for one, other in zip(ids[::2], ids[1::2], strict=False):
            met[one][other] = met[one].get(other, 0) + 1
            met[other][one] = met[other].get(one, 0) + 1
        if size % 2:
            byes[ids[-1]] += 1
    candidates = tuple(
        Candidate(
            n,
            n,
            place,
            score=(size - place) * 37 // 5,
            clubs=(rng.randint(1, 12),),
            joined_round=7 if rng.random() < 0.03 else 1,
            byes=byes[n],
            met=tuple(sorted(met[n].items())),
        )
        for place, n in enumerate(ids, start=1)
    )
    forbidden = tuple((rng.choice(ids), rng.choice(ids)) for _ in range(size // 5))
    return DrawInput(Format.SWISS, 7, candidates, forbidden=tuple(p for p in forbidden if p[0] != p[1]))


def everybody(drawn: Iterable[frozenset[frozenset[int]]]) -> list[int]:
    return sorted(entrant for table in drawn for side in table for entrant in side)


@pytest.mark.parametrize("size", [11, 12, 13, 30, 61, 101, 200])
def test_the_invariants_of_a_large_field(size: int) -> None:
    given = large_input(size, seed=size)
    drawn = next_round(given, size)
    candidates = {candidate.id: candidate for candidate in given.candidates}
    assert everybody(drawn.pairing) == sorted(candidates)
    assert len(drawn.byes) == size % 2
    assert all(candidates[bye.entrant].byes == 0 for bye in drawn.byes)
    assert all(candidates[bye.entrant].joined_round < 7 for bye in drawn.byes)
    assert not {tuple(sorted(table.entrants)) for table in drawn.tables} & set(given.forbidden)
    level = replace(given, candidates=tuple(replace(c, score=0) for c in given.candidates))
    assert drawn.cost[Criterion.REMATCH] == next_round(level, 0).cost[Criterion.REMATCH]
    shuffled = list(given.candidates)
    random.Random(size).shuffle(shuffled)
    assert next_round(replace(given, candidates=tuple(shuffled)), size) == drawn
    locked = replace(given, locks=(Lock(((1,), (2,))),))
    assert frozenset([frozenset([1]), frozenset([2])]) in next_round(locked, size).pairing


def test_the_bye_holder_is_named_by_its_place_from_the_bottom() -> None:
    drawn = next_round(swiss_input({"A": 9, "B": 8, "C": 7, "D": 6, "E": 5}, "AB CD E"), 1)
    assert drawn.byes[0].entrant == number_of("D")
    assert drawn.byes[0].lines == (CostLine(Criterion.BYE_PLACE, 1, 1),)
