"""Mates of a group meet in the knockout as late as the bracket allows; brackets worked out by hand."""

from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.core.formats.test_knockout import Cup
from tournaments.core.draw_input import Candidate
from tournaments.core.formats.apart import apart
from tournaments.core.formats.knockout import bracket_order


def bracket(*groups: str) -> str:
    """The bracket of seeds of these groups, as "A1 -, B2 C2": the group, and which of its mates."""
    seeded = [Candidate(n, n, n, seed=n, group=group) for n, group in enumerate(groups, start=1)]
    names = {c.id: f"{c.group}{groups[: c.id].count(c.group)}" for c in seeded}
    order = bracket_order(1 << (len(groups) - 1).bit_length())
    placed = apart(seeded, order)
    slots = [names[placed[seed - 1].id] if seed <= len(placed) else "-" for seed in order]
    return ", ".join(" ".join(slots[start : start + 2]) for start in range(0, len(slots), 2))


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        # 1 4, 2 3: by seed A1 would meet B2 at once and A2 in the final; they stay.
        ("ABAB", "A1 B2, B1 A2"),
        # By seed A1 would meet A2 at once.
        ("ABBA", "A1 B2, B1 A2"),
        # 1 8, 4 5, 2 7, 3 6: the halves are A1 D1 and B1 C1, so A2 and D2 (seeds 5 and 8) go to 6 and 7.
        ("ABCDABCD", "A1 C2, D1 B2, B1 D2, C1 A2"),
        # Six: 1 -, 4 5, 2 -, 3 6. A2 (seed 4) has to leave A1's half for place 6; B2 and C2 move up by one.
        ("ABCABC", "A1 -, B2 C2, B1 -, C1 A2"),
    ],
)
def test_mates_start_in_different_halves(groups: str, expected: str) -> None:
    assert bracket(*groups) == expected


def test_without_groups_the_seeds_alone_decide() -> None:
    assert bracket(*[""] * 4) == "1 4, 2 3"


def test_three_of_a_group_share_no_quarter() -> None:
    # Two groups of which four each go on: no quarter may hold two mates while there are four quarters.
    halves = bracket(*"ABABABAB").split(", ")
    assert all({pair[0], pair[3]} == {"A", "B"} for pair in halves)


def test_a_pair_that_moved_up_is_kept_apart_like_the_one_it_replaces() -> None:
    # C's winner declined, so its second comes last of the firsts and its third leads the seconds.
    # Halves: A1 C1 and B1 D1. Places 5 and 8 go to B2 (seed 7) and D2 (8), 6 and 7 to C2 (5) and A2 (6).
    assert bracket(*"ABDCCABD") == "A1 D2, C1 B2, B1 A2, D1 C2"


@pytest.mark.parametrize("groups", [2, 3, 4, 5, 6, 7, 8, 12, 16])
@pytest.mark.parametrize("shift", [0, 1, 3])
def test_winner_and_second_of_a_group_can_meet_in_the_final_only(groups: int, shift: int) -> None:
    names = [chr(ord("A") + n) for n in range(groups)]
    seeds = [*names, *(names[(n + shift) % groups] for n in range(groups))]
    slots = bracket(*seeds).replace(",", "").split()
    half = len(slots) // 2
    assert all({f"{name}1", f"{name}2"} & set(slots[:half]) != {f"{name}1", f"{name}2"} for name in names)
    assert all({f"{name}1", f"{name}2"} & set(slots[half:]) != {f"{name}1", f"{name}2"} for name in names)


def test_the_winners_of_the_groups_keep_the_places_of_their_seeds() -> None:
    slots = bracket(*"ABCDDCBA").replace(",", "").split()
    assert [slots.index(name) for name in ("A1", "B1", "C1", "D1")] == [0, 4, 6, 2]
    assert len({*combinations(slots, 2)}) == 28


def test_mates_of_a_group_stay_apart_in_every_round() -> None:
    cup = Cup(8)
    groups = dict(zip(range(1, 9), "ABCDABCD", strict=True))
    cup.stage = replace(cup.stage, entrants=tuple(replace(e, group=groups[e.id]) for e in cup.stage.entrants))
    # Halves A1 D1 and B1 C1, so A2 (5) and D2 (8) sit with C1 and B1; the better seed wins.
    assert {frozenset(table.entrants) for table in cup.play().tables} == {
        frozenset(pair) for pair in [(1, 7), (4, 6), (2, 8), (3, 5)]
    }
    assert {frozenset(table.entrants) for table in cup.play().tables} == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }
