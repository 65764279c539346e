"""Score sheets as typed: added up like the engine does, wrong cells named, blank deals left out."""

from typing import Any

import pytest
from django.utils import translation

import engine
from tournaments.score_sheets import Sheet, Terms, differences, read_sheet, typed_of
from tournaments.sheet_faults import fault_sentence

CLASSIC = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=3))


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def side(deal: int, number: int, **cells: Any) -> dict[str, str]:
    return {f"d{deal}s{number}{item}": str(value) for item, value in cells.items()}


def wrong(sheet: Sheet) -> dict[str, list[str]]:
    return {
        cell.name: cell.wrong for deal in sheet.deals for s in deal.sides for cell in s.cells if cell.wrong
    }


WINNER = {"card_points": 340, "natural": 1, "mixed": 1, "red_threes": 2, "out": "plain", "hand": 20}
LOSER = {"card_points": 120, "hand": 85}


def test_a_deal_is_added_up_like_the_engine_does() -> None:
    # 340 + 500 + 300 + 200 + 100 - 20 = 1420; 120 - 85 = 35
    sheet = read_sheet(CLASSIC, side(0, 0, **WINNER) | side(0, 1, **LOSER))
    assert (sheet.totals, sheet.played) == ([1420, 35], 1)
    assert sheet.lines[0][0]["out"] == "plain"
    assert [s.running for s in sheet.deals[0].sides] == [1420, 35]


def test_the_next_deal_says_what_its_first_meld_needs() -> None:
    typed = side(0, 0, **WINNER) | side(0, 1, **LOSER) | side(1, 0, card_points=100, hand=20)
    sheet = read_sheet(CLASSIC, typed | side(1, 1, **WINNER))
    assert [s.minimum for s in sheet.deals[0].sides] == [50, 50]
    assert [s.minimum for s in sheet.deals[1].sides] == [50, 50]
    assert [s.minimum for s in sheet.deals[2].sides] == [90, 50]


def test_the_sheet_has_as_many_deals_as_the_match() -> None:
    assert len(read_sheet(CLASSIC, {}).deals) == 3
    points = Terms(engine.CLASSIC, 4, 2, engine.Until(points=5000), totals_only=True)
    assert len(read_sheet(points, {}).deals) == 1
    assert len(read_sheet(points, side(0, 0, total=500) | side(0, 1, total=0)).deals) == 2


@pytest.mark.parametrize(
    ("cells", "where", "said"),
    [
        ({"card_points": "12x"}, "d0s0card_points", "not a number"),
        ({"card_points": 340, "natural": 1, "hand": "-20"}, "d0s0hand", "without a minus"),
        ({"card_points": "−100", "hand": 20}, "d0s0card_points", "without a minus"),
        ({"card_points": 343, "hand": 20}, "d0s0card_points", "multiples of 5"),
        ({"card_points": 100, "out": "plain", "hand": 20}, "d0s0out", "needs more canastas"),
        ({"card_points": 65, "natural": 2, "hand": 20}, "d0s0card_points", "too few"),
    ],
)
def test_what_cannot_be_is_named_at_its_cell(cells: dict[str, Any], where: str, said: str) -> None:
    sheet = read_sheet(CLASSIC, side(0, 0, **cells) | side(0, 1, **LOSER))
    assert list(wrong(sheet)) == [where]
    assert said in wrong(sheet)[where][0]
    assert not sheet.right


@pytest.mark.parametrize(
    ("one", "other", "cells", "said"),
    [
        (WINNER, WINNER | {"red_threes": 3}, ["d0s0red_threes", "d0s1red_threes"], "too many red threes"),
        (WINNER, LOSER | {"red_threes": 5}, ["d0s0red_threes", "d0s1red_threes"], "too many red threes"),
        (WINNER | {"red_threes": ""}, LOSER | {"red_threes": 5}, ["d0s1red_threes"], "too many red threes"),
        (WINNER, WINNER, ["d0s0out", "d0s1out"], "Only one side can go out"),
        (
            WINNER,
            LOSER | {"hand": 2000},
            ["d0s0card_points", "d0s1card_points"],
            "Melds and hands of all sides",
        ),
        (WINNER | {"natural": 6}, LOSER | {"natural": 6}, ["d0s0natural", "d0s1natural"], "natural canastas"),
        (WINNER | {"mixed": 7}, LOSER | {"mixed": 6}, ["d0s0mixed", "d0s1mixed"], "wild"),
    ],
)
def test_what_both_sides_cannot_have_is_named_at_the_cells_of_both(
    one: dict[str, Any], other: dict[str, Any], cells: list[str], said: str
) -> None:
    sheet = read_sheet(CLASSIC, side(0, 0, **one) | side(0, 1, **other))
    named = [name for name, texts in wrong(sheet).items() if any(said in text for text in texts)]
    assert named == cells
    assert sheet.deals[0].wrong == []
    assert not sheet.right


@pytest.mark.parametrize("mixed", ["", 0])
def test_too_many_wild_canastas_are_said_where_they_stand(mixed: Any) -> None:
    one = {"card_points": 700, "mixed": mixed, "wild": 1, "natural": 1, "out": "plain"}
    other = {"card_points": 600, "mixed": mixed, "wild": 1, "hand": 40}
    terms = Terms(engine.TEN_THOUSAND, 4, 2, engine.Until(deals=1))
    sheet = read_sheet(terms, side(0, 0, **one) | side(0, 1, **other))
    named = [name for name, texts in wrong(sheet).items() if any("wild cards" in text for text in texts)]
    assert named == ["d0s0wild", "d0s1wild"]


def test_more_red_threes_than_there_are_are_a_fault_and_no_failure() -> None:
    sheet = read_sheet(CLASSIC, side(0, 0, **(WINNER | {"red_threes": 9})) | side(0, 1, **LOSER))
    assert "red-threes" in {fault["code"] for fault in sheet.faults}


def test_points_that_are_no_fives_are_said_in_their_deal_and_not_again_where_they_are_carried() -> None:
    first = side(0, 0, **WINNER | {"card_points": 343}) | side(0, 1, **LOSER)
    later = side(1, 0, **WINNER) | side(1, 1, **LOSER)
    sheet = read_sheet(CLASSIC, first | later)
    assert [(fault["deal"], fault["cell"]) for fault in sheet.faults if fault["code"] == "not-fives"] == [
        (1, "card_points")
    ]
    assert not any(deal.wrong for deal in sheet.deals)


def test_a_deal_after_the_match_was_over_is_a_fault() -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(points=1000), totals_only=True)
    typed = side(0, 0, total=1000) | side(0, 1, total=0)
    assert read_sheet(terms, typed).over
    sheet = read_sheet(terms, typed | side(1, 0, total=5) | side(1, 1, total=0))
    assert sheet.deals[1].wrong == ["The match was over before this deal."]
    assert not sheet.right


@pytest.mark.parametrize(
    ("until", "winner", "said"),
    [
        (engine.Until(deals=3), False, "The match has 3 deals; filled in: 1."),
        (
            engine.Until(points=5000),
            False,
            "Nobody has reached the 5,000 points to which the match is played.",
        ),
        (engine.Until(deals=1), True, "The match is level, so it goes on: a further deal is missing."),
    ],
)
def test_a_match_that_is_not_over_is_named(until: engine.Until, winner: bool, said: str) -> None:
    terms = Terms(engine.CLASSIC, 4, 2, until, totals_only=True, has_a_winner=winner)
    sheet = read_sheet(terms, side(0, 0, total=500) | side(0, 1, total=500))
    assert [fault_sentence(fault) for fault in sheet.faults] == [said]
    assert (sheet.reportable, sheet.right) == (True, False)


def test_a_half_written_deal_is_named_and_does_not_count() -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=2), totals_only=True)
    sheet = read_sheet(terms, side(0, 0, total=500) | side(1, 0, total=100) | side(1, 1, total=0))
    assert list(wrong(sheet)) == ["d0s1total"]
    assert (sheet.totals, sheet.reportable) == ([100, 0], False)
    assert not read_sheet(terms, side(1, 0, total=100) | side(1, 1, total=0)).reportable


def test_who_still_types_a_side_does_not_hear_what_it_lacks() -> None:
    begun = side(0, 0, card_points=34)
    assert wrong(read_sheet(CLASSIC, begun, being_typed=True)) == {}
    assert set(wrong(read_sheet(CLASSIC, begun))) >= {"d0s0card_points", "d0s0hand", "d0s1hand"}
    past = begun | side(0, 0, hand=20)
    assert list(wrong(read_sheet(CLASSIC, past, being_typed=True))) == ["d0s0card_points"]
    assert list(wrong(read_sheet(CLASSIC, begun | side(0, 1, card_points=1), being_typed=True))) == [
        "d0s0card_points",
        "d0s0hand",
    ]
    next_deal = read_sheet(CLASSIC, past | side(1, 0, card_points=50), being_typed=True)
    assert "d0s1hand" in wrong(next_deal)
    assert "d1s0hand" not in wrong(next_deal)


def test_totals_only_take_minus_and_multiples_of_5() -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=1), totals_only=True)
    sheet = read_sheet(terms, side(0, 0, total="-35") | side(0, 1, total="1503"))
    assert sheet.totals == [-35, 1503]
    assert list(wrong(sheet)) == ["d0s1total"]


def test_more_than_a_deal_can_give_is_named() -> None:
    # All cards of two packs 2 * 590, eleven natural canastas, four red threes, going out concealed.
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=1), totals_only=True)
    most, least = 1180 + 11 * 500 + 800 + 200, -1180 - 800
    for right, wrongly in ((most, most + 5), (least, least - 5)):
        assert not wrong(read_sheet(terms, side(0, 0, total=right) | side(0, 1, total=0)))
        assert list(wrong(read_sheet(terms, side(0, 0, total=wrongly) | side(0, 1, total=0)))) == [
            "d0s0total"
        ]
    said = wrong(read_sheet(terms, side(0, 0, total=24500) | side(0, 1, total=0)))["d0s0total"]
    assert said == ["Nobody can score 24,500 in a deal: at least −1,980, at most 7,680."]


def test_points_before_the_first_deal_count() -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=1), totals_only=True, start=(-100, 0))
    sheet = read_sheet(terms, side(0, 0, total=500) | side(0, 1, total=200))
    assert sheet.totals == [400, 200]
    assert [s.minimum for s in read_sheet(terms, {}).deals[0].sides] == [15, 50]


def test_ten_thousand_has_wild_canastas_and_subtracts_without_a_canasta() -> None:
    terms = Terms(engine.TEN_THOUSAND, 4, 2, engine.Until(deals=1))
    assert "wild" in terms.items
    assert "wild" not in CLASSIC.items
    sheet = read_sheet(terms, side(0, 0, card_points=100, red_threes=1, hand=20) | side(0, 1, **WINNER))
    assert sheet.totals[0] == -100 - 100 - 20


@pytest.mark.parametrize("typed", ["1250", "1 250", "1.250", "1,250", "1\u00a0250"])
def test_thousands_may_be_set_apart(typed: str) -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=1), totals_only=True)
    assert read_sheet(terms, side(0, 0, total=typed) | side(0, 1, total="-1 000")).totals == [1250, -1000]


@pytest.mark.parametrize("typed", ["1.25", "12 50", "1.250.000", "1..250", "1 2500"])
def test_a_point_elsewhere_makes_it_no_number(typed: str) -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=1), totals_only=True)
    assert list(wrong(read_sheet(terms, side(0, 0, total=typed) | side(0, 1, total=0)))) == ["d0s0total"]


def test_a_deal_without_points_reads_back_as_a_0() -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=1), totals_only=True)
    typed = side(0, 0, total=0) | side(0, 1, total=-40)
    assert typed_of(read_sheet(terms, typed).lines, terms) == typed


def test_no_deal_is_added_while_the_last_one_is_half_written() -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=2), totals_only=True)
    half = side(0, 0, total=500) | side(0, 1, total=0) | side(1, 0, total=5)
    assert len(read_sheet(terms, half, being_typed=True).deals) == 2


def test_a_stored_sheet_reads_back_as_it_was_typed() -> None:
    typed = side(0, 0, **WINNER) | side(0, 1, **LOSER)
    sheet = read_sheet(CLASSIC, typed)
    assert typed_of(sheet.lines, CLASSIC) == typed


def test_the_difference_of_two_sheets_names_the_deal_and_the_item() -> None:
    one = read_sheet(CLASSIC, side(0, 0, **WINNER) | side(0, 1, **LOSER)).lines
    other = read_sheet(CLASSIC, side(0, 0, **WINNER) | side(0, 1, **(LOSER | {"hand": 80}))).lines
    assert list(differences(one, other)) == [(1, 1, "hand", 85, 80), (1, 1, "total", 35, 40)]
    assert list(differences(one, [])) == [(1, -1, "deal", True, False)]


def test_a_level_match_that_needs_a_winner_has_a_further_deal() -> None:
    terms = Terms(engine.CLASSIC, 4, 2, engine.Until(deals=1), totals_only=True, has_a_winner=True)
    level = side(0, 0, total=500) | side(0, 1, total=500)
    assert len(read_sheet(terms, level).deals) == 2
    sheet = read_sheet(terms, level | side(1, 0, total=5) | side(1, 1, total=0))
    assert (sheet.over, sheet.right, sheet.totals) == (True, True, [505, 500])
