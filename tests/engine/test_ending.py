"""A turn that can only be ended one way, or not at all: the hardest first melds."""

from __future__ import annotations

from engine import legal
from engine.cards import CARD, pack
from engine.cards import text as codes
from engine.deal import Deal
from engine.dealing import read_shuffle
from engine.moves import read_move
from engine.rules import CLASSIC, TEN_THOUSAND, Rules


def turn(rules: Rules, players: int, least: int, hand: str, pile: str = "", *moves: str) -> Deal:
    """A turn with this hand and pile, of a side that has not melded and must reach so many points."""
    table = rules.tables[players]
    deal = Deal(rules, table, 0, read_shuffle(rules, table, codes(pack(table.packs))), (0,) * table.sides)
    deal.minimums = (least,) * table.sides
    deal._hand[:] = map(CARD.__getitem__, hand.split())
    deal._pile.cards[:] = map(CARD.__getitem__, pile.split())
    deal._drawn = not pile
    for move in moves:
        deal.play(read_move(move))
    return deal


def listed(deal: Deal, kind: str) -> list[str]:
    return [move.text for move in legal.moves(deal) if move.text.startswith(kind)]


ACES = "As Ah Ad Ac As"


def test_the_last_card_of_the_pile_may_complete_the_canasta_and_go_out() -> None:
    deal = turn(CLASSIC, 4, 120, ACES, "Ah Ad")
    assert listed(deal, "take") == ["take As As"]
    deal.play(read_move("take As As"))
    assert listed(deal, "meld") == ["meld A Ah", "meld A Ah Ad", "meld A Ah Ad Ac"]
    deal.play(read_move("meld A Ah Ad Ac"))
    assert listed(deal, "") == ["meld A Ah"]


def test_in_ten_thousand_that_card_would_have_to_be_discarded() -> None:
    assert listed(turn(TEN_THOUSAND, 4, 120, ACES, "Ah Ad"), "take") == []


def test_a_last_card_that_does_not_fit_completes_nothing() -> None:
    assert listed(turn(CLASSIC, 4, 120, ACES, "Kh Ad"), "take") == []


def test_a_last_wild_card_completes_one_canasta_and_not_two() -> None:
    hand = "4s 4d 4c 4s 4d Ks Ks Kh Kh Kd Kd"
    assert listed(turn(CLASSIC, 4, 90, hand, "2s 4h"), "take") == ["take 4s 4s"]
    assert listed(turn(CLASSIC, 2, 90, hand, "2s 4h"), "take") == []


def test_a_last_wild_card_keeps_to_the_limit_of_the_meld() -> None:
    hand = "Ks Kh 2h 2d 2c"
    assert listed(turn(CLASSIC, 4, 90, hand, "Kd Kc"), "take Ks Kh") == ["take Ks Kh"]
    assert listed(turn(CLASSIC, 4, 90, hand, "Jo Kc"), "take Ks Kh") == []


def test_a_red_three_in_the_pile_is_no_card_to_keep() -> None:
    hand = "As Ah Ad Ac As Kh"
    assert listed(turn(CLASSIC, 4, 120, hand, "4h Ad"), "take") == ["take As As"]
    assert listed(turn(CLASSIC, 4, 120, hand, "3h Ad"), "take") == []


def test_a_last_card_is_not_there_before_the_black_threes_that_reach_the_minimum() -> None:
    hand = "2h 3s 3s 3c 3c 8h 8h 8h 8c"
    assert listed(turn(TEN_THOUSAND, 4, 90, hand, "3h 8d 8s"), "take") == []
    assert listed(turn(TEN_THOUSAND, 4, 70, hand, "3h 8d 8s"), "take")


FIVES = "5s 5s 5h 5h 5d 5d 5c"


def test_black_threes_may_reach_the_minimum_with_the_last_cards() -> None:
    hand = f"{FIVES} 3s 3s 3c 9s"
    assert f"meld 5 {FIVES}" in listed(turn(TEN_THOUSAND, 4, 50, hand), "meld")
    assert listed(turn(TEN_THOUSAND, 4, 55, hand), "meld") == []
    deal = turn(TEN_THOUSAND, 4, 50, hand, "", f"meld 5 {FIVES}")
    assert listed(deal, "") == ["meld 3 3s 3s 3c"]


def test_black_threes_may_be_the_very_last_cards_in_ten_thousand() -> None:
    deal = turn(TEN_THOUSAND, 4, 50, f"{FIVES} 3s 3s 3c")
    assert f"meld 5 {FIVES}" in listed(deal, "meld")


def test_black_threes_with_two_cards_left_reach_nothing() -> None:
    assert listed(turn(TEN_THOUSAND, 4, 50, f"{FIVES} 3s 3s 3c 9s 6s"), "meld") == []


def test_nothing_reaches_the_minimum_after_black_threes() -> None:
    moves = ["take 5s 5s", "meld 5 5h 5h 5d 5d"]
    for rules in (CLASSIC, TEN_THOUSAND):
        deal = turn(rules, 4, 55, f"{FIVES} 3s 3s 3c", "5c", *moves)
        assert deal.allows(read_move("meld 3 3s 3s 3c"))
        assert listed(deal, "") == ["meld 5 5c"]


def test_two_black_threes_reach_nothing() -> None:
    assert listed(turn(TEN_THOUSAND, 4, 45, f"{FIVES} 3s 3s 9s"), "meld") == []


def test_a_concealed_hand_needs_no_points_but_all_its_cards() -> None:
    assert listed(turn(CLASSIC, 4, 120, f"{FIVES} 9s"), "meld")
    assert listed(turn(CLASSIC, 4, 120, f"{FIVES} 9s 9h"), "meld") == []
    assert listed(turn(CLASSIC, 2, 120, f"{FIVES} 9s"), "meld") == []
    assert listed(turn(TEN_THOUSAND, 4, 120, f"{FIVES} 9s"), "meld") == []


def test_who_took_the_pile_does_not_go_out_concealed() -> None:
    hand = "5s 5s 5h 5h 5d 5d 9s"
    assert listed(turn(CLASSIC, 4, 120, hand, "5c"), "take") == []
    assert listed(turn(CLASSIC, 4, 35, hand, "5c"), "take") == ["take 5s 5s"]


def test_cards_are_held_back_so_that_the_turn_can_end() -> None:
    """Kings first would need the aces too, and one king would be left without a canasta."""
    assert listed(turn(CLASSIC, 4, 50, "Ks Kh Kd Kc As Ah Ad"), "meld") == ["meld A As Ah Ad"]
    four = turn(CLASSIC, 4, 50, "Ks Kh Kd Ac As Ah Ad 4s", "", "meld K Ks Kh Kd")
    assert listed(four, "") == ["meld A As Ah Ad"]
