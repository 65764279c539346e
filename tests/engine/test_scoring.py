"""Section 8: the score of a deal."""

import pytest

from engine import CLASSIC, TEN_THOUSAND, DealItems, Out, Rules, score, score_parts
from engine.scoring import DealScore
from tests.engine.table import Game

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)


@pytest.mark.parametrize(
    ("items", "classic", "ten_thousand"),
    [
        (DealItems(), 0, 0),
        (DealItems(card_points=100), 100, -100),
        (DealItems(card_points=100, hand=45), 55, -145),
        (DealItems(hand=45), -45, -45),
        (DealItems(card_points=100, natural=1), 600, 700),
        (DealItems(card_points=100, mixed=1), 400, 400),
        (DealItems(card_points=300, natural=2, mixed=3), 2200, 2400),
        (DealItems(card_points=100, mixed=1, out=Out.PLAIN), 500, 500),
        (DealItems(card_points=100, mixed=1, hand=20), 380, 380),
        (DealItems(red_threes=1), -100, -100),
        (DealItems(red_threes=3, hand=30), -330, -330),
        (DealItems(red_threes=4), -800, -800),
        (DealItems(card_points=100, red_threes=1), 200, -200),
        (DealItems(card_points=100, red_threes=4), 900, -900),
        (DealItems(card_points=100, mixed=1, red_threes=2), 600, 600),
        (DealItems(card_points=100, mixed=1, red_threes=3), 700, 700),
        (DealItems(card_points=100, mixed=1, red_threes=4), 1200, 1200),
    ],
)
def test_the_score_of_a_side(items: DealItems, classic: int, ten_thousand: int) -> None:
    assert score(CLASSIC, items) == classic
    assert score(TEN_THOUSAND, items) == ten_thousand


def test_what_only_classic_knows() -> None:
    assert score(CLASSIC, DealItems(card_points=100, natural=1, out=Out.CONCEALED)) == 800


def test_what_only_ten_thousand_knows() -> None:
    assert score(TEN_THOUSAND, DealItems(card_points=200, wild=1)) == 1200
    assert score(TEN_THOUSAND, DealItems(card_points=115, mixed=1, out=Out.BLACK_THREES)) == 715
    assert score(TEN_THOUSAND, DealItems(card_points=100, mixed=1, red_threes=5)) == 1400
    assert score(TEN_THOUSAND, DealItems(card_points=100, mixed=1, red_threes=6)) == 1600
    assert score(TEN_THOUSAND, DealItems(red_threes=6)) == -1200


def test_the_parts_of_a_score_add_up() -> None:
    parts = score_parts(TEN_THOUSAND, DealItems(card_points=95, red_threes=2, hand=60))
    assert parts == DealScore(cards=-95, canastas=0, red_threes=-200, out=0, hand=-60)
    assert parts.total == -355


@BOTH
def test_a_deal_counts_its_items(rules: Rules) -> None:
    hands = {0: "Ks Ks Kh Kh Kd Kd Kc 3h 4s 4h 9s", 1: "3d As", 2: "4d 4c"}
    game = Game(rules, 4, hands, stock="Jo 8s 4s").play("draw")
    game.play("meld K Ks Ks Kh Kh Kd Kd Kc Jo", "discard 9s")
    items = game.deal.items()
    assert items[0]._replace(hand=0) == DealItems(card_points=70 + 50, mixed=1, red_threes=1)
    assert items[0].hand == sum(
        {"4": 5, "5": 5, "6": 5, "7": 5, "3": 5, "8": 10, "9": 10, "T": 10}[code[0]]
        for seat in (0, 2)
        for code in game.hand(seat).split()
    )
    assert items[1]._replace(hand=0) == DealItems(red_threes=1)


def test_a_wild_canasta_is_neither_natural_nor_mixed() -> None:
    game = Game(TEN_THOUSAND, 4, {0: "2s 2h 2d 2c 2s Jo Jo"}).play("draw", "meld W 2s 2h 2d 2c 2s Jo Jo")
    items = game.deal.items()[0]
    assert (items.natural, items.mixed, items.wild) == (0, 0, 1)
    assert items.card_points == 5 * 20 + 2 * 50


def test_a_natural_canasta_becomes_mixed_by_a_wild_card() -> None:
    game = Game(CLASSIC, 4, {0: "Ks Ks Kh Kh Kd Kd Kc Jo"}).play("draw", "meld K Ks Ks Kh Kh Kd Kd Kc")
    assert game.deal.items()[0].natural == 1
    items = game.play("meld K Jo").deal.items()[0]
    assert (items.natural, items.mixed) == (0, 1)
