"""Sections 4 and 7: taking the pile with few cards left, and the last cards while its rest waits."""

import pytest

from engine.cards import CARD
from engine.rules import CLASSIC, TEN_THOUSAND, Out, Rules
from tests.engine.table import Game

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)


def lean(rules: Rules, left: str, top: str, *, canasta: bool, under: str = "") -> Game:
    """It is the turn of seat 2, which holds the cards `left`; the pile is `top` on `under`.

    Its side has melded fives with a canasta, or aces and queens without one.
    """
    pool = "5s 5h 5d 5c 5s 5h 5d 2s 2h 2d" if canasta else "As Ah Ad Ac Qs Qh Qd Qc As Qs"
    laid = pool.split()[: 11 - len(left.split())]
    hands = {0: f"9h 9s {under}", 1: f"9s 9d {top}", 2: f"{' '.join(laid)} {left}", 3: "9d"}
    game = Game(rules, 4, hands, stock="6s 6h 8s 6d 6c", totals=(-5, -5)).play("-", "-", "draw")
    for rank in "5" if canasta else "AQ":
        game.play(f"meld {rank} {' '.join(laid if canasta else [code for code in laid if code[0] == rank])}")
    game.play("discard 8s")
    if under:
        game.play("draw", "discard 9d", "take 9h 9s", f"discard {under}", "draw", f"discard {top}")
    else:
        game.play("-", "draw", "discard 9h", "take 9s 9d", f"discard {top}")
    assert game.deal.seat == 2
    assert len(game.deal.pile) == 1 + len(under.split())
    return game


@BOTH
def test_a_take_that_leaves_one_card_without_a_canasta(rules: Rules) -> None:
    assert lean(rules, "Ks Kh 7s", "Kd", canasta=False).refused("take Ks Kh") == "must-keep"


@BOTH
def test_a_take_that_leaves_one_card_with_a_canasta(rules: Rules) -> None:
    game = lean(rules, "Ks Kh 7s", "Kd", canasta=True).play("take Ks Kh", "discard 7s")
    assert game.deal.items()[0].out is Out.PLAIN


@BOTH
def test_a_take_that_empties_the_hand_without_a_canasta(rules: Rules) -> None:
    assert lean(rules, "Ks Kh", "Kd", canasta=False).refused("take Ks Kh") == "no-canasta"


def test_in_classic_a_take_may_go_out() -> None:
    game = lean(CLASSIC, "Ks Kh", "Kd", canasta=True).play("take Ks Kh")
    assert game.deal.over
    assert game.deal.items()[0].out is Out.PLAIN


def test_in_ten_thousand_a_take_may_not_empty_the_hand() -> None:
    assert lean(TEN_THOUSAND, "Ks Kh", "Kd", canasta=True).refused("take Ks Kh") == "must-discard"


@pytest.mark.parametrize("move", ["take", "take As Ah"])
def test_in_classic_one_card_in_hand_takes_no_pile_of_one_card(move: str) -> None:
    assert lean(CLASSIC, "Ks", "5c", canasta=True).refused(move) == "pile-one-card"


def test_in_ten_thousand_one_card_in_hand_may_take_a_pile_of_one_card() -> None:
    game = lean(TEN_THOUSAND, "Ks", "5c", canasta=True).play("take")
    assert game.hand(2) == "Ks"


def test_in_ten_thousand_that_take_leaves_one_card() -> None:
    assert lean(TEN_THOUSAND, "Ks", "Ac", canasta=False).refused("take") == "must-keep"


@BOTH
def test_two_cards_in_hand_may_take_a_pile_of_one_card(rules: Rules) -> None:
    assert not lean(rules, "Ks 7s", "Ac", canasta=False).play("take").deal.over


def test_one_card_in_hand_may_take_a_pile_of_two() -> None:
    game = lean(CLASSIC, "Ks", "5c", canasta=True, under="7h").play("take")
    assert game.hand(2) == "7h Ks"


# While the rest of a taken pile waits

KINGS = "Ks Kh 4s 4h 4d 5s 5h 5d 6s 6h 6d"


def taken(hand: str, up: str, take: str = "take Ks Kh") -> Game:
    """Seat 0 took the pile in its first turn, and needs 120 points."""
    return Game(CLASSIC, 4, {0: hand}, up=up, totals=(3000, 0)).play(take)


def test_a_meld_of_the_last_card_while_the_rest_waits() -> None:
    game = taken(KINGS, "3h 2s Kd").play("meld 4 4s 4h 4d", "meld 5 5s 5h 5d")
    assert game.refused("meld 6 6s 6h 6d") == "initial-minimum"


def test_a_waiting_red_three_is_still_to_come() -> None:
    game = taken(KINGS, "3h Kd").play("meld 4 4s 4h 4d", "meld 5 5s 5h 5d")
    assert game.refused("meld 6 6s 6h 6d") == "initial-minimum"


def test_without_a_rest_the_canasta_comes_first() -> None:
    game = taken(KINGS, "Kd").play("meld 4 4s 4h 4d", "meld 5 5s 5h 5d")
    assert game.refused("meld 6 6s 6h 6d") == "no-canasta"


def test_a_waiting_card_counts_as_in_hand() -> None:
    game = taken("Ks Kh 4s 4h 4d 4c 5s 5h 5d 5c 9d", "2s Kd").play("meld 4 4s 4h 4d 4c", "meld 5 5s 5h 5d 5c")
    assert game.hand(0) == "9d"
    assert game.deal.rest == (CARD["2s"],)


def test_a_waiting_red_three_does_not_count_as_in_hand() -> None:
    game = taken("Ks Kh 4s 4h 4d 4c 5s 5h 5d 5c 9d", "3h Kd").play("meld 4 4s 4h 4d 4c")
    assert game.refused("meld 5 5s 5h 5d 5c") == "must-keep"


def test_waiting_cards_keep_black_threes_from_going_out() -> None:
    hand = "5s 5h 5d 5d 5c 5c 3s 3s 3c 3c 9s"
    game = taken(hand, "2s 5s", "take 5s 5h").play("meld 5 5d 5d 5c 5c")
    assert game.refused("meld 3 3s 3s 3c 3c") == "meld-threes"
    game = taken(hand, "3h 5s", "take 5s 5h").play("meld 5 5d 5d 5c 5c", "meld 3 3s 3s 3c 3c")
    assert game.refused("discard 9s") == "initial-minimum"


def test_a_meld_that_reaches_the_minimum_may_lay_the_last_card() -> None:
    hand = "Ks Kh As Ah Ad Ac 2s Jo 4s 4h 4d"
    game = taken(hand, "2h Kd").play("meld 4 4s 4h 4d", "meld A As Ah Ad Ac 2s Jo")
    assert game.hand(0) == "2h"
    assert len(game.deal.rest) == 0


def test_the_joined_rest_may_leave_one_card_too_few() -> None:
    hand = "Ks Kh As Ah Ad Ac 2s 4c 4s 4h 4d"
    game = taken(hand, "2h Kd").play("meld 4 4s 4h 4d 4c")
    assert game.refused("meld A As Ah Ad Ac 2s") == "must-keep"


@BOTH
def test_a_take_may_empty_the_hand_while_the_rest_waits(rules: Rules) -> None:
    """By the letter of section 10; before its first meld no side gets down to two cards."""
    game = Game(rules, 4, {0: "Kd", 1: "Ks Kh"}).play("draw", "discard Kd")
    game.deal._pile.cards[:0] = [CARD["9s"], CARD["9h"]]
    game.deal._hand[:] = [CARD["Ks"], CARD["Kh"]]
    game.play("take Ks Kh")
    assert not game.deal.over
    assert len(game.deal.rest) >= 2
    assert (game.hand(1), game.deal.still_needed) == ("", 20)
