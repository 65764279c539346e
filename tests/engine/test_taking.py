"""Section 4: taking the pile, and the first meld that does it."""

import pytest

from engine.cards import CARD
from engine.rules import CLASSIC, TEN_THOUSAND, Rules
from tests.engine.table import Game

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)

MELDED_ACES = ("draw", "meld A As Ah Ad", "discard Kd")


# Taking the pile: lawful uses of the top card


def test_an_empty_pile_is_not_taken() -> None:
    assert Game(TEN_THOUSAND, 4, {0: "As Ah"}).refused("take As Ah") == "pile-empty"
    assert Game(TEN_THOUSAND, 4).refused("take") == "pile-empty"


def test_the_pile_is_empty_after_it_was_taken() -> None:
    game = Game(CLASSIC, 2, {0: "As Ah 4s"}, up="Ad").play("take As Ah")
    assert game.deal.pile == ()
    assert game.play("discard 4s").deal.pile == (CARD["4s"],)


@BOTH
def test_the_whole_pile_joins_the_hand_of_a_side_that_has_melded(rules: Rules) -> None:
    game = Game(rules, 4, {0: "As Ah Ad Kd", 1: "Ac"}).play(*MELDED_ACES, "draw", "discard Ac")
    under = game.deal.pile[:-1]
    before = sorted(game.deal.hand(2))
    game.play("take")
    assert sorted(game.deal.hand(2)) == sorted([*before, *under])


@BOTH
def test_the_top_card_is_added_to_the_sides_meld(rules: Rules) -> None:
    game = Game(rules, 4, {0: "As Ah Ad Kd", 1: "Ac"}).play(*MELDED_ACES, "draw", "discard Ac", "take")
    assert game.deal.seat == 2
    assert [CARD[code] for code in ("As", "Ah", "Ad", "Ac")] == list(game.deal.melds(0)[12].cards)
    assert "Kd" in game.hand(2)
    assert game.deal.pile == ()


@BOTH
def test_without_a_meld_of_the_side_the_top_card_is_not_taken_alone(rules: Rules) -> None:
    game = Game(rules, 4, {0: "As Ah Ad Kd", 1: "Kc"}).play(*MELDED_ACES, "draw", "discard Kc")
    assert game.refused("take") == "pile-top"


@BOTH
def test_the_other_sides_meld_is_no_use(rules: Rules) -> None:
    game = Game(rules, 4, {0: "As Ah Ad Ac"}).play("draw", "meld A As Ah Ad", "discard Ac")
    assert game.refused("take") == ("pile-frozen" if rules is CLASSIC else "pile-top")


@BOTH
@pytest.mark.parametrize("named", ["Kh Kd", "Kh 2s", "2s Kh", "Kh Jo"])
def test_the_top_card_is_melded_with_two_from_hand(rules: Rules, named: str) -> None:
    hands = {0: "As Ah Ad Kd", 1: "Kc", 2: f"{named} Ks"}
    game = Game(rules, 4, hands).play(*MELDED_ACES, "draw", "discard Kc", f"take {named}")
    assert {CARD["Kc"], *(CARD[code] for code in named.split())} == set(game.deal.melds(0)[11].cards)


@BOTH
@pytest.mark.parametrize("named", ["2s Jo", "Kh Qs", "Qs Qh", "2s Qs", "Qs 2s"])
def test_the_top_card_is_not_melded_with_others(rules: Rules, named: str) -> None:
    hands = {0: "As Ah Ad Kd", 1: "Kc", 2: "2s Jo Kh Qs Qh"}
    game = Game(rules, 4, hands).play(*MELDED_ACES, "draw", "discard Kc")
    assert game.refused(f"take {named}") == "pile-top"


@BOTH
@pytest.mark.parametrize("named", ["Kh Ks", "Kh Kh", "Kh Ac"])
def test_the_cards_named_must_be_held(rules: Rules, named: str) -> None:
    hands = {0: "As Ah Ad Kd", 1: "Kc Ks Ks Kh Ac Ac", 2: "Kh"}
    game = Game(rules, 4, hands).play(*MELDED_ACES, "draw", "discard Kc")
    assert game.refused(f"take {named}") == "card-not-held"


@BOTH
def test_the_two_from_hand_may_join_the_sides_meld(rules: Rules) -> None:
    hands = {0: "As Ah Ad Kd", 1: "Ac", 2: "As 2s"}
    game = Game(rules, 4, hands).play(*MELDED_ACES, "draw", "discard Ac", "take As 2s")
    assert len(game.deal.melds(0)[12].cards) == 6


def test_a_wild_limit_broken_by_the_take_is_about_the_top_card() -> None:
    hands = {0: "As Ah Ad 2s 2h Jo Kd", 1: "Ac", 2: "As 2d"}
    game = Game(CLASSIC, 4, hands).play("draw", "meld A As Ah 2s 2h Jo", "discard Kd", "draw", "discard Ac")
    assert game.refused("take As 2d") == "pile-top"
    assert not game.play("take").deal.over


# Codes in the order of section 10


def test_an_empty_pile_comes_before_the_cards_named() -> None:
    assert Game(TEN_THOUSAND, 4, {1: "As As"}).refused("take As As") == "pile-empty"


def test_a_blocked_pile_comes_before_the_cards_named() -> None:
    assert Game(CLASSIC, 4, {1: "As As"}, up="3s").refused("take As As") == "pile-blocked"


def test_the_cards_named_come_before_the_frozen_pile() -> None:
    assert Game(CLASSIC, 4, {1: "As As"}, up="Ad").refused("take As 4s") == "card-not-held"


def test_the_frozen_pile_comes_before_the_use_of_the_top_card() -> None:
    assert Game(CLASSIC, 4, {0: "Ks Kh"}, up="Ad").refused("take Ks Kh") == "pile-frozen"


# Taking before the first meld's minimum


def waiting(rules: Rules = CLASSIC, **hands: str) -> Game:
    """Seat 1 took kings worth 30 of 50, and two cards wait under the top card."""
    start = {0: "Kd 4s 9h", 1: "Ks Kh Qs Qh Qd 6s"}
    start.update({int(seat[1:]): cards for seat, cards in hands.items()})
    game = Game(rules, 2, start, up="9d" if rules is CLASSIC else "")
    if rules is TEN_THOUSAND:
        game.play("draw", "discard 9h", "-")
    return game.play("draw", "discard Kd", "take Ks Kh")


@BOTH
def test_the_rest_of_the_pile_waits_for_the_minimum_and_then_joins_the_hand(rules: Rules) -> None:
    game = waiting(rules)
    assert game.deal.rest
    assert game.deal.still_needed == 20
    held = len(game.deal.hand(1))
    waits = len(game.deal.rest)
    game.play("meld Q Qs Qh Qd")
    assert game.deal.rest == ()
    assert game.deal.still_needed == 0
    assert len(game.deal.hand(1)) == held - 3 + waits
    game.play("discard 6s")


@BOTH
def test_a_discard_while_the_rest_waits_is_below_the_minimum(rules: Rules) -> None:
    assert waiting(rules).refused("discard 6s") == "initial-minimum"


def test_cards_of_the_waiting_rest_are_not_in_hand() -> None:
    game = waiting()
    assert CARD["9d"] in game.deal.rest
    assert CARD["9d"] not in game.deal.hand(1)
    assert game.refused("discard 9d") == "card-not-held"
    assert game.refused("meld 9 9d 9d 9d") == "card-not-held"


def test_the_pile_joins_at_once_where_the_take_reaches_the_minimum() -> None:
    game = Game(CLASSIC, 2, {0: "Ad", 1: "As Ah"}, up="9d").play("draw", "discard Ad", "take As Ah")
    assert game.deal.rest == ()
    assert CARD["9d"] in game.deal.hand(1)


def test_red_threes_in_a_taken_pile_are_laid_out_and_not_replaced() -> None:
    game = Game(CLASSIC, 4, {0: "As Ah"}, up="3h 3d Ad")
    stock = game.deal.stock
    game.play("take As Ah")
    assert game.deal.red_threes(0) == (CARD["3h"], CARD["3d"])
    assert len(game.deal.hand(0)) == 11 - 2
    assert game.deal.stock == stock
