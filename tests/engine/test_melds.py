"""Section 6: what a meld may be, and the minimum of the first one."""

import pytest

from engine.rules import CLASSIC, TEN_THOUSAND, Rules
from engine.scoring import minimum
from tests.engine.table import Game

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)
LOW = {"totals": (-5, -5)}


def drawn(rules: Rules, hand: str) -> Game:
    """Seat 0 of four holds these cards, has drawn, and needs 15 points."""
    return Game(rules, 4, {0: hand}, totals=(-5, -5)).play("draw")


def melds(game: Game, rank: int) -> int:
    """How many cards side 0 has in a meld."""
    return len(game.deal.melds(0)[rank].cards)


# Size


@BOTH
@pytest.mark.parametrize("move", ["meld 4 4s 4h", "meld 4 4s", "meld 4 4s Jo", "meld K Jo", "meld K Jo 2s"])
def test_a_meld_of_fewer_than_three_cards(rules: Rules, move: str) -> None:
    assert drawn(rules, "4s 4h Jo 2s 5s").refused(move) == "meld-size"


@BOTH
def test_three_cards_make_a_meld_and_one_more_is_added(rules: Rules) -> None:
    game = drawn(rules, "4s 4h 4d 4c").play("meld 4 4s 4h 4d", "meld 4 4c")
    assert melds(game, 2) == 4


@BOTH
def test_canastas_are_added_to(rules: Rules) -> None:
    game = drawn(rules, "4s 4h 4d 4c 4s 4h 4d 4c").play("meld 4 4s 4h 4d 4c 4s 4h 4d", "meld 4 4c")
    assert melds(game, 2) == 8
    assert game.deal.items()[0].natural == 1


@BOTH
def test_partners_share_melds(rules: Rules) -> None:
    game = Game(rules, 4, {0: "As Ah Ad 4s", 2: "Ac"}).play("draw", "meld A As Ah Ad", "discard 4s", "-")
    game.play("draw", "meld A Ac")
    assert melds(game, 12) == 4


@BOTH
def test_the_other_sides_meld_is_not_added_to(rules: Rules) -> None:
    game = Game(rules, 4, {0: "As Ah Ad 4s", 1: "Ac"}).play("draw", "meld A As Ah Ad", "discard 4s", "draw")
    assert game.refused("meld A Ac") == "meld-size"


@BOTH
def test_a_side_has_one_meld_of_each_rank(rules: Rules) -> None:
    game = drawn(rules, "4s 4h 4d 4c 4s 4h").play("meld 4 4s 4h 4d", "meld 4 4c 4s 4h")
    assert melds(game, 2) == 6


# Rank


@BOTH
@pytest.mark.parametrize(
    "move", ["meld 4 4s 4h 5s", "meld 4 5s 5h 5d", "meld K Kd Ks 3s", "meld 4 5s", "meld W Jo 2s 5s"]
)
def test_natural_cards_of_another_rank(rules: Rules, move: str) -> None:
    assert drawn(rules, "4s 4h 5s 5h 5d Kd Ks 3s Jo 2s").refused(move) == "meld-rank"


@BOTH
@pytest.mark.parametrize("move", ["meld 4 4s 4h 4c", "meld 4 4s 4s 4h", "meld 4 5s Kc", "meld W Jo Jo Jo"])
def test_the_cards_must_be_held_first_of_all(rules: Rules, move: str) -> None:
    game = Game(rules, 4, {0: "4s 4h 5s Jo Jo", 1: "4s 4c 4c Kc Kc"}).play("draw")
    assert game.refused(move) == "card-not-held"


# Wild cards: classic


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("meld 4 4s 2s 2h", "meld-naturals"),
        ("meld 4 2s 2h 2d", "meld-naturals"),
        ("meld 4 4s 2s 2h 2d Jo", "meld-naturals"),
        ("meld W Jo 2s 2h", "meld-naturals"),
        ("meld W Jo 2s 2h 2d", "meld-naturals"),
        ("meld W Jo 2s", "meld-size"),
        ("meld 4 4s 4h 2s 2h 2d Jo", "meld-wilds"),
        ("meld 4 4s 4h 4d 4c 2s 2h 2d Jo", "meld-wilds"),
    ],
)
def test_a_classic_meld_has_two_naturals_and_at_most_three_wilds(move: str, rule: str) -> None:
    assert drawn(CLASSIC, "4s 4h 4d 4c 2s 2h 2d Jo").refused(move) == rule


def test_a_classic_meld_of_two_naturals_and_three_wilds() -> None:
    game = drawn(CLASSIC, "4s 4h 2s 2h 2d").play("meld 4 4s 4h 2s 2h 2d")
    assert melds(game, 2) == 5


def test_a_fourth_wild_card_is_not_added_to_a_classic_canasta() -> None:
    game = drawn(CLASSIC, "4s 4h 4d 4c 2s 2h 2d Jo").play("meld 4 4s 4h 4d 4c 2s 2h 2d")
    assert game.deal.items()[0].mixed == 1
    assert game.refused("meld 4 Jo") == "meld-wilds"


# Wild cards: ten-thousand


@pytest.mark.parametrize(
    "move",
    ["meld 4 4s 2s 2h", "meld 4 2s 2h 2d", "meld 4 4s 4h 2s 2h 2d", "meld 4 4s 4h 4d 2s 2h 2d Jo"],
)
def test_at_most_half_of_a_ten_thousand_meld_is_wild(move: str) -> None:
    assert drawn(TEN_THOUSAND, "4s 4h 4d 2s 2h 2d Jo").refused(move) == "meld-wilds"


@pytest.mark.parametrize("move", ["meld 4 4s 4h 2s 2h", "meld 4 4s 4h 2s", "meld 4 4s 4h 4d 4c 2s 2h 2d Jo"])
def test_half_of_a_ten_thousand_meld_may_be_wild(move: str) -> None:
    drawn(TEN_THOUSAND, "4s 4h 4d 4c 2s 2h 2d Jo").play(move)


def test_a_natural_card_makes_room_for_a_wild_one() -> None:
    game = drawn(TEN_THOUSAND, "4s 4h 4d 2s 2h 2d").play("meld 4 4s 4h 2s 2h")
    assert game.refused("meld 4 2d") == "meld-wilds"
    game.play("meld 4 4d 2d")
    assert melds(game, 2) == 6


def test_wild_cards_alone_make_a_ten_thousand_meld() -> None:
    game = drawn(TEN_THOUSAND, "2s 2h 2d 2c Jo Jo Jo Jo").play("meld W 2s 2h Jo")
    game.play("meld W 2d 2c Jo Jo")
    assert game.deal.items()[0].wild == 1
    assert melds(game.play("meld W Jo"), 0) == 8


@pytest.mark.parametrize("move", ["meld W 2s 2h", "meld W 2s"])
def test_a_wild_meld_has_three_cards(move: str) -> None:
    assert drawn(TEN_THOUSAND, "2s 2h").refused(move) == "meld-size"


# Threes


@BOTH
@pytest.mark.parametrize("move", ["meld 3 3s 3c 3s", "meld 3 3s 3c", "meld 3 3s"])
def test_black_threes_are_melded_only_when_going_out(rules: Rules, move: str) -> None:
    assert drawn(rules, "3s 3c 3s").refused(move) == "meld-threes"


@BOTH
@pytest.mark.parametrize("move", ["meld 3 3s 3c 2s", "meld 3 3s 3c Jo", "meld 3 3s 3c 3c 2s", "meld 3 2s"])
def test_no_wild_card_among_threes(rules: Rules, move: str) -> None:
    assert drawn(rules, "3s 3c 3c 2s Jo").refused(move) == "meld-threes"


@BOTH
def test_red_threes_are_never_in_hand_to_be_melded(rules: Rules) -> None:
    assert drawn(rules, "3h 3d 3h").refused("meld 3 3h 3d 3h") == "card-not-held"


# The first meld


@pytest.mark.parametrize(
    ("total", "classic", "ten_thousand"),
    [
        (-5, 15, 15),
        (-2000, 15, 15),
        (0, 50, 50),
        (1495, 50, 50),
        (1500, 90, 90),
        (2495, 90, 90),
        (2500, 90, 120),
        (2995, 90, 120),
        (3000, 120, 120),
        (4995, 120, 120),
        (5000, 120, 150),
        (9995, 120, 150),
    ],
)
def test_the_minimum_for_a_total(total: int, classic: int, ten_thousand: int) -> None:
    assert minimum(CLASSIC, total) == classic
    assert minimum(TEN_THOUSAND, total) == ten_thousand


@BOTH
@pytest.mark.parametrize(
    ("total", "enough", "short"),
    [
        (-5, ["meld 4 4s 4h 4d"], []),
        (0, ["meld A As Ah 2s"], ["meld K Ks Kh 2s"]),
        (1495, ["meld A As Ah 2s"], ["meld K Ks Kh 2s"]),
        (1500, ["meld K Ks Kh Jo", "meld A As Ah 2s"], ["meld K Ks Kh 2s", "meld 4 4s 4h 4d"]),
        (3000, ["meld A As Ah Jo", "meld K Ks Kh 2s"], ["meld A As Ah Jo", "meld 4 4s 4h 4d"]),
    ],
)
def test_the_first_turn_with_melds_reaches_the_minimum(
    rules: Rules, total: int, enough: list[str], short: list[str]
) -> None:
    hand = {0: "As Ah 2s Jo Ks Kh 4s 4h 4d 7s 7h"}
    game = Game(rules, 4, hand, totals=(total, 0)).play("draw", *enough, "discard 7s")
    assert game.deal.seat == 1
    if short:
        game = Game(rules, 4, hand, totals=(total, 0)).play("draw", *short)
        assert game.refused("discard 7s") == "initial-minimum"


def test_150_from_5000_on_in_ten_thousand() -> None:
    hand = {0: "As Ah Ad Jo Ks Kh 2s 7s"}
    game = Game(TEN_THOUSAND, 4, hand, totals=(5000, 0)).play("draw", "meld A As Ah Ad Jo", "meld K Ks Kh 2s")
    assert game.play("discard 7s").deal.seat == 1
    game = Game(TEN_THOUSAND, 4, hand, totals=(5000, 0)).play("draw", "meld A As Ah Ad Jo")
    assert game.refused("discard 7s") == "initial-minimum"


@BOTH
def test_melds_of_one_turn_add_up(rules: Rules) -> None:
    game = Game(rules, 4, {0: "4s 4h 4d 7s 7h 7d 9s 9h 9d Ks"}).play("draw", "meld 4 4s 4h 4d")
    assert game.deal.still_needed == 35
    game.play("meld 7 7s 7h 7d", "meld 9 9s 9h 9d")
    assert game.deal.still_needed == 0
    assert game.play("discard Ks").deal.seat == 1


@BOTH
def test_a_canasta_bonus_does_not_count_for_the_minimum(rules: Rules) -> None:
    game = Game(rules, 4, {0: "4s 4h 4d 4c 4s 4h 4d Ks Kh 3h"}).play("draw", "meld 4 4s 4h 4d 4c 4s 4h 4d")
    assert game.refused("discard Ks") == "initial-minimum"


@BOTH
def test_the_minimum_holds_once_for_the_side(rules: Rules) -> None:
    game = Game(rules, 4, {0: "As Ah Ad 9s", 2: "4s 4h 4d 7s"}).play("draw", "meld A As Ah Ad", "discard 9s")
    game.play("-", "draw", "meld 4 4s 4h 4d", "discard 7s")
    assert game.deal.seat == 3


@BOTH
def test_the_other_side_has_a_minimum_of_its_own(rules: Rules) -> None:
    hands = {0: "As Ah Ad 9s", 1: "4s 4h 4d 7s"}
    game = Game(rules, 4, hands).play("draw", "meld A As Ah Ad", "discard 9s", "draw", "meld 4 4s 4h 4d")
    assert game.refused("discard 7s") == "initial-minimum"


@BOTH
def test_a_turn_without_melds_needs_no_minimum(rules: Rules) -> None:
    assert Game(rules, 4, {0: "9s"}).play("draw", "discard 9s").deal.seat == 1
