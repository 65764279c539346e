"""Single players with a new partner each round."""

from collections import Counter
from dataclasses import replace

import pytest

from tournaments.core.draw_input import Candidate, DrawInput, DrawOptions, Lock
from tournaments.core.draws import CostLine, Criterion, Draw, DrawError, Flag, Reason
from tournaments.core.formats.individual import follows_schedule, next_round
from tournaments.core.records import Format


def field(size: int) -> tuple[Candidate, ...]:
    return tuple(Candidate(n, n, n) for n in range(1, size + 1))


def given(candidates: tuple[Candidate, ...], number: int = 1, by_standing: bool = False) -> DrawInput:
    return DrawInput(Format.INDIVIDUAL, number, candidates, DrawOptions(by_standing=by_standing))


def with_past(candidates: tuple[Candidate, ...], draws: list[Draw]) -> tuple[Candidate, ...]:
    partners: dict[int, Counter[int]] = {c.id: Counter() for c in candidates}
    opponents: dict[int, Counter[int]] = {c.id: Counter() for c in candidates}
    byes = Counter(bye.entrant for draw in draws for bye in draw.byes)
    for draw in draws:
        for table in draw.tables:
            for side, other in (table.sides, table.sides[::-1]):
                for player in side:
                    partners[player].update(set(side) - {player})
                    opponents[player].update(other)
    return tuple(
        replace(
            c,
            byes=byes[c.id],
            partnered=tuple(sorted(partners[c.id].items())),
            met=tuple(sorted(opponents[c.id].items())),
        )
        for c in candidates
    )


def whole_event(size: int, rounds: int, seed: int = 1, absent: int | None = None) -> list[Draw]:
    draws: list[Draw] = []
    for number in range(1, rounds + 1):
        candidates = with_past(field(size), draws)
        here = tuple(replace(c, present=c.id != absent) for c in candidates)
        draws.append(next_round(given(here, number), seed))
    return draws


def partner_counts(draws: list[Draw]) -> Counter[frozenset[int]]:
    return Counter(frozenset(side) for draw in draws for table in draw.tables for side in table.sides)


def seated(draw: Draw) -> list[int]:
    return sorted([e for table in draw.tables for e in table.entrants] + [bye.entrant for bye in draw.byes])


@pytest.mark.parametrize("size", [8, 12, 16, 20, 24])
def test_a_whole_whist_event_has_every_partnership_once(size: int) -> None:
    draws = whole_event(size, size - 1)
    assert set(partner_counts(draws).values()) == {1}
    assert len(partner_counts(draws)) == size * (size - 1) // 2
    assert not any(table.flags for draw in draws for table in draw.tables)


@pytest.mark.parametrize("size", [9, 13, 17])
def test_with_one_more_everybody_sits_out_once(size: int) -> None:
    draws = whole_event(size, size)
    assert sorted(bye.entrant for draw in draws for bye in draw.byes) == list(range(1, size + 1))
    assert set(partner_counts(draws).values()) == {1}


def test_the_schedule_is_left_when_somebody_is_missing_late_or_it_is_over() -> None:
    assert follows_schedule(given(field(8), 7))
    assert not follows_schedule(given(field(8), 8))
    assert not follows_schedule(given(field(10)))
    assert not follows_schedule(given((*field(7), Candidate(8, 8, 8, present=False))))
    assert not follows_schedule(given((*field(7), Candidate(8, 8, 8, joined_round=2)), 2))
    assert not follows_schedule(given(field(8), by_standing=True))


@pytest.mark.parametrize("size", [6, 7, 10, 11, 14, 18, 22, 30])
def test_in_any_other_field_no_partner_comes_back_in_a_short_event(size: int) -> None:
    rounds = min(4, size // 2)
    draws = whole_event(size, rounds)
    assert all(seated(draw) == list(range(1, size + 1)) for draw in draws)
    assert [len(draw.byes) for draw in draws] == [size % 4] * rounds
    assert max(partner_counts(draws).values()) == 1


def test_partners_repeat_evenly_when_they_must() -> None:
    draws = whole_event(8, 14, absent=8)
    counts = partner_counts(draws)
    assert max(counts.values()) <= 3
    repeats = [table for draw in draws for table in draw.tables if Flag.REPEAT in table.flags]
    assert repeats
    assert repeats[0].lines[0].criterion is Criterion.PARTNER_AGAIN


def test_opponents_repeat_as_rarely_as_partners_allow() -> None:
    met = tuple((other, 1) for other in (3, 4))
    candidates = tuple(replace(c, met=met if c.id in (1, 2) else ()) for c in field(8))
    for seed in range(10):
        drawn = next_round(given(tuple(replace(c, joined_round=2) for c in candidates), 3), seed)
        assert sum(line.cost for table in drawn.tables for line in table.lines) == 0


def test_byes_go_to_who_had_fewest_then_to_the_lowest_placed_but_not_to_newcomers() -> None:
    candidates = tuple(replace(c, byes=int(c.id == 6)) for c in field(6))
    assert {bye.entrant for bye in next_round(given(candidates, 2), 1).byes} == {4, 5}
    late = tuple(replace(c, joined_round=2 if c.id == 5 else 1) for c in candidates)
    assert {bye.entrant for bye in next_round(given(late, 2), 1).byes} == {3, 4}


def test_a_second_bye_is_flagged() -> None:
    drawn = next_round(given(tuple(replace(c, byes=1) for c in field(6)), 2), 1)
    assert [bye.flags for bye in drawn.byes] == [(Flag.SECOND_BYE,)] * 2
    assert drawn.byes[0].lines == (CostLine(Criterion.SECOND_BYE, 1, 1),)


def test_by_standing_first_and_third_play_second_and_fourth() -> None:
    places = tuple(replace(c, place=10 - c.id) for c in field(9))
    drawn = next_round(given(places, 3, by_standing=True), 1)
    assert [table.sides for table in drawn.tables] == [((9, 7), (8, 6)), ((5, 3), (4, 2))]
    assert [bye.entrant for bye in drawn.byes] == [1]


def test_the_same_input_gives_the_same_draw_in_any_order() -> None:
    candidates = field(14)
    assert next_round(given(candidates[::-1]), 3) == next_round(given(candidates), 3)
    assert len({next_round(given(candidates), seed).pairing for seed in range(5)}) > 1


def test_a_table_made_by_hand_stays_and_the_rest_is_found_round_it() -> None:
    lock = Lock(((1, 2), (3, 4)), number=2)
    drawn = next_round(replace(given(field(12)), locks=(lock,)), 1)
    assert seated(drawn) == list(range(1, 13))
    assert (drawn.tables[0].sides, drawn.tables[0].number) == (lock.sides, 2)
    assert drawn.tables[0].flags == (Flag.LOCKED,)


def test_locking_scheduled_tables_leaves_the_schedule_as_it_is() -> None:
    scheduled = next_round(given(field(12)), 1)
    locked = replace(given(field(12)), locks=(Lock(scheduled.tables[1].sides),))
    assert next_round(locked, 1).pairing == scheduled.pairing


def test_fewer_than_four_cannot_play_and_a_side_has_two() -> None:
    with pytest.raises(DrawError) as refused:
        next_round(given(field(3)), 1)
    assert (refused.value.code, refused.value.params) == (Reason.TOO_FEW, {"entrants": 3, "needed": 4})
    with pytest.raises(DrawError) as refused:
        next_round(replace(given(field(8)), locks=(Lock(((1,), (2,))),)), 1)
    assert refused.value.code is Reason.SIDES


def test_repeats_are_told_as_they_were_counted_and_cost_their_squares() -> None:
    others = [tuple((other, 2) for other in range(1, 5) if other != player) for player in range(1, 5)]
    candidates = tuple(
        replace(c, partnered=known, met=known) for c, known in zip(field(4), others, strict=True)
    )
    (table,) = next_round(given(candidates, 4), 1).tables
    assert table.lines == (
        CostLine(Criterion.PARTNER_AGAIN, 2 * 2, 2 * 2**2),
        CostLine(Criterion.OPPONENT_AGAIN, 4 * 2, 4 * 2**2),
    )
