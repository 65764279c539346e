"""Knockout: the bracket, what fills its slots, and when it is decided. Case A24 among them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import pytest

from tournaments.core.candidates import input_for
from tournaments.core.draw_input import DrawInput, DrawOptions, Lock
from tournaments.core.draws import Draw, DrawError, Flag, Reason
from tournaments.core.formats.knockout import bracket_order, next_round, rounds_needed
from tournaments.core.places import knockout_places
from tournaments.core.records import (
    Bracket,
    Entrant,
    Format,
    MatchRecord,
    Outcome,
    RoundRecord,
    SideRecord,
    StageRecord,
)

BOTH_ABSENT = 0
LEVEL = -1


@dataclass
class Cup:
    """A knockout that plays itself: the better seed wins unless `upsets` names the winner of a pair."""

    size: int
    options: DrawOptions = field(default_factory=DrawOptions)
    stage: StageRecord = field(init=False)

    def __post_init__(self) -> None:
        entrants = tuple(Entrant(n, n, seed=n) for n in range(1, self.size + 1))
        self.stage = StageRecord(Format.KNOCKOUT, entrants)

    def given(self) -> DrawInput:
        return input_for(self.stage, len(self.stage.rounds) + 1, self.options)

    def draw(self) -> Draw:
        return next_round(self.given(), 0)

    def play(self, upsets: Mapping[tuple[int, int], int] | None = None, drawn: Draw | None = None) -> Draw:
        drawn = drawn or self.draw()
        number = len(self.stage.rounds) + 1
        matches = tuple(
            _match(
                100 * number + i, table.sides, (upsets or {}).get(_pair(table.entrants), min(table.entrants))
            )
            for i, table in enumerate(drawn.tables, start=1)
        )
        placed = tuple(
            replace(match, table=i, bracket=table.bracket, slot=table.slot)
            for i, (match, table) in enumerate(zip(matches, drawn.tables, strict=True), start=1)
        )
        record = RoundRecord(number, placed, tuple(bye.entrant for bye in drawn.byes))
        self.stage = replace(self.stage, rounds=(*self.stage.rounds, record))
        return drawn

    def withdraw(self, entrant: int) -> None:
        after = len(self.stage.rounds)
        changed = tuple(
            replace(e, withdrawn_after=after) if e.id == entrant else e for e in self.stage.entrants
        )
        self.stage = replace(self.stage, entrants=changed)

    def places(self) -> dict[int, str]:
        return {entrant.id: str(rank) for entrant, rank in knockout_places(self.stage) if rank}


def _pair(entrants: tuple[int, ...]) -> tuple[int, int]:
    return (min(entrants), max(entrants))


def _match(number: int, sides: tuple[tuple[int, ...], ...], winner: int) -> MatchRecord:
    if winner == BOTH_ABSENT:
        absent = tuple(SideRecord(side, at_fault=True) for side in sides)
        return MatchRecord(number, 0, absent, Outcome.NO_SHOW, official=True)
    points = [1000 if winner == LEVEL or winner in side else 500 for side in sides]
    scored = tuple(SideRecord(side, p) for side, p in zip(sides, points, strict=True))
    return MatchRecord(number, 0, scored, official=True)


def pairs(draw: Draw, bracket: Bracket = Bracket.MAIN) -> list[tuple[int, int]]:
    return [_pair(table.entrants) for table in draw.tables if table.bracket is bracket]


def test_seeds_stand_so_that_the_best_meet_last() -> None:
    assert bracket_order(2) == [1, 2]
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_eight_play_three_rounds_and_a_third_place_match() -> None:
    cup = Cup(8)
    assert pairs(cup.play()) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert pairs(cup.play()) == [(1, 4), (2, 3)]
    final = cup.play()
    assert (pairs(final), pairs(final, Bracket.THIRD_PLACE)) == ([(1, 2)], [(3, 4)])


def test_a24_places_one_to_four_and_the_rest_share_the_fifth() -> None:
    cup = Cup(8)
    for _ in range(3):
        cup.play()
    assert cup.places() == {1: "1", 2: "2", 3: "3", 4: "4", 5: "5=", 6: "5=", 7: "5=", 8: "5="}


def test_a24_a_slot_nobody_fills_is_a_walkover_to_the_final() -> None:
    cup = Cup(8)
    cup.play({(4, 5): BOTH_ABSENT})
    semifinals = cup.play()
    assert pairs(semifinals) == [(2, 3)]
    assert [(bye.entrant, bye.slot, bye.flags) for bye in semifinals.byes] == [(1, 1, (Flag.WALKOVER,))]
    final = cup.play()
    assert pairs(final) == [(1, 2)]
    assert pairs(final, Bracket.THIRD_PLACE) == []
    assert cup.places() == {1: "1", 2: "2", 3: "3", 6: "4=", 7: "4=", 8: "4=", 4: "7=", 5: "7="}


def test_without_a_third_place_match_there_is_none() -> None:
    cup = Cup(4, DrawOptions(third_place=False))
    cup.play()
    assert [table.bracket for table in cup.play().tables] == [Bracket.MAIN]


@pytest.mark.parametrize("size", range(2, 34))
def test_the_top_seeds_have_the_byes_and_everybody_else_plays(size: int) -> None:
    cup = Cup(size)
    first = cup.play()
    byes = [bye.entrant for bye in first.byes]
    assert sorted(byes) == list(range(1, 2 ** rounds_needed(size) - size + 1))
    assert all(bye.flags == () for bye in first.byes)
    assert sorted([*byes, *(e for pair in pairs(first) for e in pair)]) == list(range(1, size + 1))
    for _ in range(rounds_needed(size) - 1):
        cup.play()
    assert cup.places()[1] == "1"
    with pytest.raises(DrawError) as refused:
        cup.draw()
    assert refused.value.code is Reason.STAGE_DECIDED


def test_an_upset_carries_the_slot_and_not_the_seed() -> None:
    cup = Cup(8)
    cup.play({(1, 8): 8})
    assert pairs(cup.play({(4, 8): 8})) == [(4, 8), (2, 3)]
    assert pairs(cup.play()) == [(2, 8)]


def test_a_level_match_keeps_the_next_round_waiting() -> None:
    cup = Cup(4)
    cup.play({(2, 3): LEVEL})
    with pytest.raises(DrawError) as refused:
        cup.draw()
    assert (refused.value.code, refused.value.params) == (Reason.MATCHES_OPEN, {"tables": [(1, 2)]})


def test_a_match_without_an_official_result_keeps_the_next_round_waiting() -> None:
    cup = Cup(4)
    cup.play()
    (record,) = cup.stage.rounds
    waiting = replace(record.matches[0], official=False)
    cup.stage = replace(cup.stage, rounds=(replace(record, matches=(waiting, record.matches[1])),))
    with pytest.raises(DrawError) as refused:
        cup.draw()
    assert refused.value.params == {"tables": [(1, 1)]}


def test_who_withdraws_after_winning_gives_a_walkover() -> None:
    cup = Cup(8)
    cup.play()
    cup.withdraw(4)
    semifinals = cup.play()
    assert pairs(semifinals) == [(2, 3)]
    assert [(bye.entrant, bye.flags) for bye in semifinals.byes] == [(1, (Flag.WALKOVER,))]


def test_who_withdraws_before_the_first_round_is_not_in_the_bracket() -> None:
    cup = Cup(5)
    cup.withdraw(1)
    assert pairs(cup.play()) == [(2, 5), (3, 4)]
    assert pairs(cup.play()) == [(2, 3)]


def test_losers_of_the_first_round_have_a_second_chance() -> None:
    cup = Cup(8, DrawOptions(second_chance=True))
    cup.play()
    second = cup.play()
    assert pairs(second, Bracket.SECOND_CHANCE) == [(5, 8), (6, 7)]
    third = cup.play()
    assert pairs(third, Bracket.SECOND_CHANCE) == [(5, 6)]
    assert rounds_needed(8, second_chance=True) == 3


def test_who_stayed_away_from_the_first_round_has_no_second_chance() -> None:
    cup = Cup(8, DrawOptions(second_chance=True))
    cup.play({(4, 5): BOTH_ABSENT})
    second = cup.play()
    assert pairs(second, Bracket.SECOND_CHANCE) == [(7, 8)]
    assert [bye.entrant for bye in second.byes if bye.bracket is Bracket.SECOND_CHANCE] == [6]
    assert pairs(cup.play(), Bracket.SECOND_CHANCE) == [(6, 7)]


def test_six_play_their_second_chance_within_the_main_draw() -> None:
    cup = Cup(6, DrawOptions(second_chance=True))
    cup.play()
    assert pairs(cup.play(), Bracket.SECOND_CHANCE) == [(5, 6)]
    assert pairs(cup.play(), Bracket.SECOND_CHANCE) == []
    assert rounds_needed(6, second_chance=True) == 3


def locked_pairs(given: DrawInput, *pairs: tuple[int, int], byes: tuple[int, ...] = ()) -> DrawInput:
    locks = tuple(Lock(((a,), (b,)), number=i) for i, (a, b) in enumerate(pairs, start=1))
    return replace(given, locks=locks, locked_byes=byes)


class TestLocks:
    def test_a_locked_match_of_the_bracket_keeps_its_slot(self) -> None:
        given = Cup(4).given()
        locked = next_round(replace(given, locks=(Lock(((3,), (2,)), number=7),)), 0)
        assert (locked.tables[1].sides, locked.tables[1].number, locked.tables[1].slot) == (
            ((3,), (2,)),
            7,
            2,
        )
        assert [table.flags for table in locked.tables] == [(), (Flag.LOCKED,)]

    def test_in_round_1_two_entrants_can_change_places(self) -> None:
        cup = Cup(8)
        drawn = next_round(locked_pairs(cup.given(), (2, 8), (1, 7)), 0)
        assert [(table.slot, _pair(table.entrants)) for table in drawn.tables] == [
            (1, (2, 8)),
            (2, (4, 5)),
            (3, (1, 7)),
            (4, (3, 6)),
        ]
        cup.play(drawn=drawn)
        assert pairs(cup.play()) == [(2, 4), (1, 3)]

    def test_in_round_1_a_bye_can_change_hands(self) -> None:
        cup = Cup(6)
        drawn = next_round(locked_pairs(cup.given(), (1, 6), byes=(2, 3)), 0)
        assert [(bye.entrant, bye.slot) for bye in drawn.byes] == [(3, 1), (2, 3)]
        assert [(table.slot, _pair(table.entrants)) for table in drawn.tables] == [(2, (4, 5)), (4, (1, 6))]
        cup.play(drawn=drawn)
        assert pairs(cup.play()) == [(3, 4), (1, 2)]

    def test_later_the_bracket_decides(self) -> None:
        cup = Cup(8)
        cup.play()
        assert refused(locked_pairs(cup.given(), (1, 4))) is None
        assert refused(locked_pairs(cup.given(), (1, 2), (3, 4))) is Reason.LOCKED_TABLES

    @pytest.mark.parametrize(
        ("pairs_made", "byes"), [([(1, 2)], ()), ([(1, 4)], (2,)), ([(1, 2), (3, 4)], (1,)), ([(1, 99)], ())]
    )
    def test_locks_that_fit_no_bracket_are_refused(
        self, pairs_made: list[tuple[int, int]], byes: tuple[int, ...]
    ) -> None:
        assert refused(locked_pairs(Cup(4).given(), *pairs_made, byes=byes)) is not None


def refused(given: DrawInput) -> Reason | None:
    try:
        next_round(given, 0)
    except DrawError as error:
        return error.code
    return None


def test_one_entrant_alone_is_no_knockout() -> None:
    with pytest.raises(DrawError) as refused:
        Cup(1).draw()
    assert (refused.value.code, refused.value.params) == (Reason.TOO_FEW, {"entrants": 1, "needed": 2})


def test_of_four_the_losers_meet_for_the_third_place_and_not_again_for_a_second_chance() -> None:
    cup = Cup(4, DrawOptions(third_place=True, second_chance=True))
    cup.play()
    drawn = cup.draw()
    assert [(table.bracket, set(table.entrants)) for table in drawn.tables] == [
        (Bracket.MAIN, {1, 2}),
        (Bracket.THIRD_PLACE, {3, 4}),
    ]


def test_of_four_without_a_match_for_the_third_place_the_losers_have_their_second_chance() -> None:
    cup = Cup(4, DrawOptions(third_place=False, second_chance=True))
    cup.play()
    assert [table.bracket for table in cup.draw().tables] == [Bracket.MAIN, Bracket.SECOND_CHANCE]
