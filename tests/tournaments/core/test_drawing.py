"""Anybody can draw a published round again and compare."""

from dataclasses import replace

import pytest

from tests.tournaments.core.draw_events import swiss_input
from tournaments.core.draw_input import Candidate, DrawInput, DrawOptions, Lock, Rematches
from tournaments.core.drawing import NEXT_ROUND, check_draw, draw_round
from tournaments.core.draws import Draw, Reason
from tournaments.core.records import Format

GIVEN = swiss_input({"A": 30, "B": 29, "C": 11, "D": 10, "E": 5, "F": 4, "G": 1}, "AB CD EF G")
SEED = 11


def published(draw: Draw) -> list[list[list[int]]]:
    tables = [[list(side) for side in table.sides] for table in draw.tables]
    return tables + [[[bye.entrant]] for bye in draw.byes]


def test_a_published_draw_comes_out_again() -> None:
    drawn = draw_round(GIVEN, SEED)
    check = check_draw(GIVEN.to_json(), SEED, GIVEN.digest(SEED), published(drawn)[::-1])
    assert check.ok


def test_a_changed_table_is_named() -> None:
    drawn = published(draw_round(GIVEN, SEED))
    (a, b), (c, d), *rest = drawn
    check = check_draw(GIVEN.to_json(), SEED, GIVEN.digest(SEED), [[a, d], [c, b], *rest])
    assert not check.ok
    assert check.same_input
    assert check.missing == {frozenset([frozenset(a), frozenset(d)]), frozenset([frozenset(c), frozenset(b)])}
    assert len(check.unexpected) == 2


def test_tables_made_by_hand_are_taken_as_given_and_the_rest_is_checked() -> None:
    (a, b), (c, d), *rest = published(draw_round(GIVEN, SEED))
    by_hand = replace(GIVEN, locks=(Lock((tuple(a), tuple(d))), Lock((tuple(c), tuple(b)))))
    check = check_draw(by_hand.to_json(), SEED, by_hand.digest(SEED), [[a, d], [c, b], *rest])
    assert check.ok


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        (GIVEN.to_json().replace('"round":2', '"round":3'), SEED),
        (GIVEN.to_json() + " ", SEED),
        (GIVEN.to_json(), 12),
    ],
)
def test_another_input_or_seed_than_the_published_one_is_noticed(text: str, seed: int) -> None:
    check = check_draw(text, seed, GIVEN.digest(SEED), published(draw_round(GIVEN, SEED)))
    assert not check.same_input
    assert not check.ok


def test_an_input_without_a_draw_is_no_crash() -> None:
    given = swiss_input({"A": 1, "B": 0}, "AB", options=DrawOptions(rematches=Rematches.NEVER))
    check = check_draw(given.to_json(), SEED, given.digest(SEED), [[[1], [2]]])
    assert not check.ok
    assert check.refusal is not None
    assert check.refusal.code is Reason.EVERY_OPPONENT_USED
    assert check.missing == {frozenset([frozenset([1]), frozenset([2])])}


def test_every_format_has_its_draw() -> None:
    assert set(NEXT_ROUND) == set(Format)
    field = tuple(Candidate(n, n, n) for n in range(1, 9))
    for form in set(Format) - {Format.OPEN}:
        assert len(draw_round(DrawInput(form, 1, field), SEED).tables) == (
            2 if form is Format.INDIVIDUAL else 4
        )
