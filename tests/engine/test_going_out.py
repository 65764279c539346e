"""Section 7: going out, concealed going out, black threes, and the cards that must be kept."""

import pytest

from engine.rules import CLASSIC, TEN_THOUSAND, Out, Rules
from tests.engine.table import Game

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)

KINGS = "Ks Ks Kh Kh Kd Kd Kc"
MELD_KINGS = f"meld K {KINGS}"
LOW = (-5, -5)


def opened(rules: Rules, hand: str, *, draw: str = "4s", totals: tuple[int, int] = (0, 0)) -> Game:
    """Seat 0 of four holds these eleven cards and has drawn one."""
    assert len(hand.split()) == 11
    return Game(rules, 4, {0: hand}, stock=draw, totals=totals).play("draw")


# Canastas needed


@BOTH
def test_with_a_canasta_the_last_card_is_discarded(rules: Rules) -> None:
    game = opened(rules, f"{KINGS} 4s 4h 4d 9s", draw="4c").play(
        MELD_KINGS, "meld 4 4s 4h 4d 4c", "discard 9s"
    )
    assert game.deal.over
    assert game.deal.items()[0].out in (Out.PLAIN, Out.CONCEALED)
    assert game.deal.items()[1].out is Out.NO


@pytest.mark.parametrize(("players", "needed"), [(2, 2), (4, 1)])
def test_classic_with_two_players_needs_two_canastas(players: int, needed: int) -> None:
    assert CLASSIC.tables[players].canastas_to_go_out == needed
    assert {table.canastas_to_go_out for table in TEN_THOUSAND.tables.values()} == {1}


def test_one_canasta_is_too_few_in_classic_with_two_players() -> None:
    hand = f"{KINGS} 4s 4h 4d 4c 4s 4h 9s 9c"
    game = Game(CLASSIC, 2, {0: hand}, stock="9h 9d").play("draw", MELD_KINGS, "meld 4 4s 4h 4d 4c 4s 4h")
    assert game.refused("meld 9 9s 9h 9d 9c") == "no-canasta"


def test_two_canastas_go_out_in_classic_with_two_players() -> None:
    hand = f"{KINGS} 4s 4h 4d 4c 4s 4h 9s"
    game = Game(CLASSIC, 2, {0: f"{hand} 4d"}, stock="9h 9d").play("draw", MELD_KINGS)
    game.play("meld 4 4s 4h 4d 4c 4s 4h 4d", "meld 9 9s 9h 9d")
    assert game.deal.over
    assert game.deal.items()[0].out is Out.CONCEALED


@BOTH
def test_the_partners_canasta_counts(rules: Rules) -> None:
    hands = {0: f"{KINGS} 9s", 2: "4s 4h 4d 4c 5s 5h 5d 5c 6s 6h 6d"}
    game = Game(rules, 4, hands, stock="9h 9d 6c").play(
        "draw", MELD_KINGS, "discard 9s", "draw", "discard 9d"
    )
    game.play("draw", "meld 4 4s 4h 4d 4c", "meld 5 5s 5h 5d 5c", "meld 6 6s 6h 6d", "discard 6c")
    assert game.deal.over
    assert game.deal.items()[0].out is Out.PLAIN


# The last card


def test_in_classic_the_last_card_is_melded_or_discarded() -> None:
    game = opened(CLASSIC, f"{KINGS} 4s 4h 4d 4c").play(MELD_KINGS, "meld 4 4s 4h 4d 4c 4s")
    assert game.deal.over
    game = opened(CLASSIC, f"{KINGS} 4s 4h 4d 4c").play(MELD_KINGS, "meld 4 4s 4h 4d 4c", "discard 4s")
    assert game.deal.over


def test_in_ten_thousand_the_last_card_is_discarded() -> None:
    game = opened(TEN_THOUSAND, f"{KINGS} 4s 4h 4d 4c").play(MELD_KINGS)
    assert game.refused("meld 4 4s 4h 4d 4c 4s") == "must-discard"
    game.play("meld 4 4s 4h 4d 4c")
    assert game.refused("meld 4 4s") == "must-discard"
    assert game.play("discard 4s").deal.over


def test_the_canasta_comes_before_the_discard() -> None:
    game = opened(TEN_THOUSAND, "Ks Ks Kh Kh Kd Kd 4s 4h 4d 4c 4c").play("meld K Ks Ks Kh Kh Kd Kd")
    assert game.refused("meld 4 4s 4h 4d 4c 4c 4s") == "no-canasta"


# One card left


@BOTH
@pytest.mark.parametrize("last", ["9s", "3s", "4c", "2s", "Jo"])
def test_one_card_left_that_makes_no_canasta(rules: Rules, last: str) -> None:
    game = opened(rules, f"Ks Ks Kh Kh 4s 4h 4d 9d 9h 9c {last}", draw="Kd").play("meld K Ks Ks Kh Kh Kd")
    game.play("meld 4 4s 4h 4d")
    assert game.refused("meld 9 9d 9h 9c") == "must-keep"


def test_with_two_players_the_card_left_makes_the_second_canasta() -> None:
    hand = "Ks Ks Kh Kh Kd Kd Kc 4s 4h 4d 4c 4s 4h 4d 9s"
    game = Game(CLASSIC, 2, {0: hand}, stock="9h 9d").play("draw", "meld K Ks Ks Kh Kh Kd Kd")
    game.play("meld 4 4s 4h 4d 4c 4s 4h 4d", "meld 9 9s 9h 9d")
    assert game.hand(0) == "Kc"
    assert game.play("meld K Kc").deal.items()[0].natural == 2


def test_with_two_players_one_more_canasta_is_not_the_second() -> None:
    hand = "Ks Ks Kh Kh Kd Kd Kc 4s 4h 4d 4c 4s 4h 5d 9s"
    game = Game(CLASSIC, 2, {0: hand}, stock="9h 9d").play("draw", "meld K Ks Ks Kh Kh Kd Kd")
    game.play("meld 4 4s 4h 4d 4c 4s 4h", "meld 9 9s 9h 9d")
    assert game.hand(0) == "5d Kc"
    assert game.refused("meld K Kc") == "must-keep"


def test_in_classic_one_card_may_be_left_that_makes_the_canasta() -> None:
    game = opened(CLASSIC, "Ks Ks Kh Kh Kd Kd Kc 4s 4h 4d 4c").play("meld K Ks Ks Kh Kh Kd Kd")
    game.play("meld 4 4s 4h 4d 4c 4s")
    assert game.hand(0) == "Kc"
    assert game.refused("discard Kc") == "no-canasta"
    assert game.play("meld K Kc").deal.over


@pytest.mark.parametrize("last", ["2s", "Jo"])
def test_a_wild_card_may_be_the_one_that_makes_the_canasta(last: str) -> None:
    game = opened(CLASSIC, f"Ks Ks Kh Kh Kd Kd {last} 4s 4h 4d 4c").play("meld K Ks Ks Kh Kh Kd Kd")
    game.play("meld 4 4s 4h 4d 4c 4s")
    assert game.play(f"meld K {last}").deal.over
    assert game.deal.items()[0].mixed == 1


def test_a_fourth_wild_card_does_not_make_the_canasta() -> None:
    game = opened(CLASSIC, "Ks Ks Kh 2s 2h 2d Jo 4s 4h 4d 4c").play("meld K Ks Ks Kh 2s 2h 2d")
    assert game.refused("meld 4 4s 4h 4d 4c 4s") == "must-keep"


def test_in_ten_thousand_no_last_card_may_be_left_to_be_melded() -> None:
    game = opened(TEN_THOUSAND, "Ks Ks Kh Kh Kd Kd Kc 4s 4h 4d 4c").play("meld K Ks Ks Kh Kh Kd Kd")
    assert game.refused("meld 4 4s 4h 4d 4c 4s") == "must-keep"


# Black threes


@BOTH
def test_black_threes_are_melded_by_the_going_out_move(rules: Rules) -> None:
    game = opened(rules, f"{KINGS} 3s 3s 3c 9s", draw="9h").play(MELD_KINGS)
    assert game.refused("meld 3 3s 3s 3c") == "meld-threes"
    game = opened(rules, f"{KINGS} 3s 3s 3c 3c", draw="9h").play(MELD_KINGS, "meld 3 3s 3s 3c 3c")
    assert not game.deal.over
    assert game.play("discard 9h").deal.over


@BOTH
def test_a_meld_of_black_threes_may_empty_the_hand(rules: Rules) -> None:
    game = opened(rules, f"{KINGS} Kc 3s 3s 3c", draw="3c").play(f"{MELD_KINGS} Kc", "meld 3 3s 3s 3c 3c")
    assert game.deal.over


@BOTH
def test_after_black_threes_nothing_else_is_melded(rules: Rules) -> None:
    game = opened(rules, f"{KINGS} 3s 3s 3c 3c", draw="Kc").play(MELD_KINGS, "meld 3 3s 3s 3c 3c")
    assert game.refused("meld K Kc") == "meld-threes"
    game = opened(rules, f"{KINGS} Kc 3s 3s 3c", draw="3c").play(f"{MELD_KINGS} Kc", "meld 3 3s 3s 3c")
    assert game.refused("meld 3 3c") == "meld-threes"
    assert game.play("discard 3c").deal.over


@BOTH
def test_two_black_threes_are_too_few(rules: Rules) -> None:
    game = opened(rules, f"{KINGS} 4s 4h 4d 3s", draw="3c").play(MELD_KINGS, "meld 4 4s 4h 4d")
    assert game.refused("meld 3 3s 3c") == "meld-size"
    assert game.refused("meld 3 3s") == "meld-size"


@BOTH
def test_black_threes_without_a_canasta(rules: Rules) -> None:
    game = opened(rules, "Ks Ks Kh Kh Kd Kd 3s 3s 3c 9h 9d", draw="9c").play("meld K Ks Ks Kh Kh Kd Kd")
    game.play("meld 9 9h 9d 9c")
    assert game.refused("meld 3 3s 3s 3c") == "no-canasta"
    game = opened(rules, "Ks Ks Kh Kh Kd Kd 3s 3s 3c 9h 9d", draw="9c").play("meld K Ks Ks Kh Kh Kd")
    game.play("meld 9 9h 9d 9c")
    assert game.refused("meld 3 3s 3s 3c") == "must-keep"


@BOTH
def test_black_threes_with_another_rank_among_them(rules: Rules) -> None:
    game = opened(rules, f"{KINGS} 3s 3s 3c 9s", draw="9h").play(MELD_KINGS)
    assert game.refused("meld 3 3s 3s 3c 9s") == "meld-rank"


def test_black_threes_bring_300_in_ten_thousand_and_100_in_classic() -> None:
    for rules, out in ((TEN_THOUSAND, Out.BLACK_THREES), (CLASSIC, Out.CONCEALED)):
        game = opened(rules, f"{KINGS} 3s 3s 3c 3c", draw="9h").play(MELD_KINGS, "meld 3 3s 3s 3c 3c")
        assert game.play("discard 9h").deal.items()[0].out is out


# Concealed


def test_a_whole_hand_of_new_melds_is_concealed() -> None:
    game = opened(CLASSIC, f"{KINGS} 4s 4h 4d 9s", draw="4c").play(
        MELD_KINGS, "meld 4 4s 4h 4d 4c", "discard 9s"
    )
    assert game.deal.items()[0].out is Out.CONCEALED
    game = opened(CLASSIC, f"{KINGS} 4s 4h 4d 4c").play(MELD_KINGS, "meld 4 4s 4h 4d 4c 4s")
    assert game.deal.items()[0].out is Out.CONCEALED


def test_a_concealed_hand_needs_no_minimum() -> None:
    hand = "5s 5s 5h 5h 5d 5d 5c 4s 4h 4d 9s"
    game = opened(CLASSIC, hand, draw="4c", totals=(3000, 0))
    game.play("meld 5 5s 5s 5h 5h 5d 5d 5c", "meld 4 4s 4h 4d 4c", "discard 9s")
    assert game.deal.items()[0].out is Out.CONCEALED
    game = opened(CLASSIC, hand[:-2] + "4c", totals=(3000, 0))
    game.play("meld 5 5s 5s 5h 5h 5d 5d 5c", "meld 4 4s 4h 4d 4c 4s")
    assert game.deal.items()[0].out is Out.CONCEALED


def test_in_ten_thousand_there_is_no_concealed_going_out() -> None:
    hand = "5s 5s 5h 5h 5d 5d 5c 4s 4h 4d 9s"
    game = opened(TEN_THOUSAND, hand, draw="4c", totals=(3000, 0))
    game.play("meld 5 5s 5s 5h 5h 5d 5d 5c", "meld 4 4s 4h 4d 4c")
    assert game.refused("discard 9s") == "initial-minimum"
    game = opened(TEN_THOUSAND, f"{KINGS} 4s 4h 4d 9s", draw="4c").play(MELD_KINGS, "meld 4 4s 4h 4d 4c")
    assert game.play("discard 9s").deal.items()[0].out is Out.PLAIN


def test_who_melded_earlier_does_not_go_out_concealed() -> None:
    hand = "As Ah Ad 5s 5s 5h 5h 5d 5d 5c 9s"
    game = Game(CLASSIC, 4, {0: hand}, stock="Ac 7s 7h 7d 9d").play("draw", "meld A As Ah Ad Ac")
    game.play("discard 9s", "draw", "discard 7s", "draw", "discard 7h", "draw", "discard 7d", "draw")
    game.play("meld 5 5s 5s 5h 5h 5d 5d 5c", "discard 9d")
    assert game.deal.items()[0].out is Out.PLAIN


def test_a_partners_meld_does_not_spoil_a_concealed_hand_of_other_ranks() -> None:
    hands = {0: "As Ah Ad 7s", 2: f"{KINGS} 4s 4h 4d 9s"}
    game = Game(CLASSIC, 4, hands, stock="7h 7d 4c").play("draw", "meld A As Ah Ad", "discard 7s")
    game.play("draw", "discard 7d", "draw", MELD_KINGS, "meld 4 4s 4h 4d 4c", "discard 9s")
    assert game.deal.items()[0].out is Out.CONCEALED


def test_a_card_added_to_the_partners_meld_makes_it_an_ordinary_going_out() -> None:
    hands = {0: "As Ah Ad 7s", 2: f"{KINGS} 4s 4h 4d Ac"}
    game = Game(CLASSIC, 4, hands, stock="7h 7d 9s").play("draw", "meld A As Ah Ad", "discard 7s")
    game.play("draw", "discard 7d", "draw", MELD_KINGS, "meld 4 4s 4h 4d", "meld A Ac", "discard 9s")
    assert game.deal.items()[0].out is Out.PLAIN


def test_a_canasta_of_the_partners_is_not_among_the_new_melds() -> None:
    hands = {0: f"{KINGS} 7s", 2: "4s 4h 4d 4c 5s 5h 5d 5c 6s 6h 6d"}
    game = Game(CLASSIC, 4, hands, stock="7h 7d 6c").play("draw", MELD_KINGS, "discard 7s")
    game.play("draw", "discard 7d", "draw", "meld 4 4s 4h 4d 4c", "meld 5 5s 5h 5d 5c", "meld 6 6s 6h 6d 6c")
    assert game.deal.over
    assert game.deal.items()[0].out is Out.PLAIN


def test_melds_begun_and_added_to_in_one_turn_are_new() -> None:
    game = opened(CLASSIC, f"{KINGS} 4s 4h 4d 4c").play("meld K Ks Ks Kh", "meld K Kh Kd Kd Kc")
    assert game.play("meld 4 4s 4h 4d 4c", "discard 4s").deal.items()[0].out is Out.CONCEALED


def test_who_took_the_pile_does_not_go_out_concealed() -> None:
    hands = {0: "Ks Ks Kh Kh Kd Kd 4s 4h 4d 4c 9s"}
    game = Game(CLASSIC, 4, hands, up="Kc").play("take Ks Ks", "meld K Kh Kh Kd Kd", "meld 4 4s 4h 4d 4c")
    assert game.play("discard 9s").deal.items()[0].out is Out.PLAIN


def test_the_player_may_have_discarded_in_earlier_turns() -> None:
    hands = {0: f"{KINGS} 4s 4h 4d 9s"}
    game = Game(CLASSIC, 4, hands, stock="8s 7h 7d 7c 4c").play("draw", "discard 8s", "draw", "discard 7h")
    game.play(
        "draw", "discard 7d", "draw", "discard 7c", "draw", MELD_KINGS, "meld 4 4s 4h 4d 4c", "discard 9s"
    )
    assert game.deal.items()[0].out is Out.CONCEALED
