"""Section 4: drawing, discarding, passing, in that order."""

import pytest

from engine.cards import CARD
from engine.moves import read_move
from engine.rules import CLASSIC, TEN_THOUSAND, Out, Rules
from tests.engine.table import Game

BOTH = pytest.mark.parametrize("rules", [CLASSIC, TEN_THOUSAND], ids=lambda rules: rules.code)

# Order of a turn


@BOTH
@pytest.mark.parametrize("move", ["discard 4s", "meld 4 4s 4h 4d", "discard Kc"])
def test_nothing_is_played_before_drawing(rules: Rules, move: str) -> None:
    assert Game(rules, 4, {0: "4s 4h 4d"}).refused(move) == "draw-first"


@BOTH
@pytest.mark.parametrize("move", ["draw", "take", "take 4s 4h", "pass"])
def test_one_draws_once_a_turn(rules: Rules, move: str) -> None:
    game = Game(rules, 4, {0: "4s 4h 4d"}).play("draw")
    assert game.refused(move) == "already-drawn"


def test_taking_the_pile_is_drawing() -> None:
    game = Game(CLASSIC, 4, {0: "As Ah"}, up="Ad").play("take As Ah")
    assert game.refused("draw") == "already-drawn"
    assert game.refused("take") == "already-drawn"


@BOTH
def test_a_discard_ends_the_turn_and_is_the_top_of_the_pile(rules: Rules) -> None:
    game = Game(rules, 4, {0: "4s"}).play("draw", "discard 4s")
    assert game.deal.seat == 1
    assert game.deal.pile[-1] == CARD["4s"]
    assert not game.deal.drawn


@BOTH
def test_a_discard_must_be_held(rules: Rules) -> None:
    assert Game(rules, 4, {0: "4s", 1: "As As"}).play("draw").refused("discard As") == "card-not-held"


# Drawing


@pytest.mark.parametrize(
    ("rules", "players", "cards"),
    [(CLASSIC, 2, 2), (CLASSIC, 4, 1), (TEN_THOUSAND, 2, 1), (TEN_THOUSAND, 3, 1), (TEN_THOUSAND, 6, 1)],
)
def test_two_cards_are_drawn_in_classic_with_two_players_else_one(
    rules: Rules, players: int, cards: int
) -> None:
    game = Game(rules, players)
    before, stock = len(game.deal.hand(0)), game.deal.stock
    game.play("draw")
    assert len(game.deal.hand(0)) == before + cards
    assert game.deal.stock == stock - cards


def test_a_red_three_drawn_is_laid_out_and_replaced_before_the_next_card() -> None:
    game = Game(CLASSIC, 2, stock="3h 3d As Ah Ad").play("draw")
    assert game.deal.red_threes(0) == (CARD["3h"], CARD["3d"])
    assert "Ah As" in " ".join(sorted(game.hand(0).split()))
    assert "Ad" not in game.hand(0)
    assert len(game.deal.hand(0)) == 17


def test_one_card_is_drawn_where_the_stock_has_only_one() -> None:
    game = Game(CLASSIC, 2, bottom="4s").idle_until(1)
    before = len(game.deal.hand(game.deal.seat))
    game.play("draw")
    assert len(game.deal.hand(game.deal.seat)) == before + 1
    assert not game.deal.over


def test_a_red_three_replaced_by_the_last_card_leaves_no_second_card() -> None:
    game = Game(CLASSIC, 2, bottom="3h As").idle_until(2)
    seat = game.deal.seat
    before = len(game.deal.hand(seat))
    game.play("draw")
    assert not game.deal.over
    assert CARD["3h"] in game.deal.red_threes(seat)
    assert len(game.deal.hand(seat)) == before + 1


def test_a_red_three_as_second_and_last_card_ends_the_deal() -> None:
    game = Game(CLASSIC, 2, up="3d 9h", bottom="As 3h").idle_until(2)
    assert game.play("draw").deal.over


@BOTH
def test_a_red_three_as_last_card_of_the_stock_ends_the_deal(rules: Rules) -> None:
    game = Game(rules, 4, bottom="3h").idle_until(1)
    seat = game.deal.seat
    game.play("draw")
    assert game.deal.over
    assert CARD["3h"] in game.deal.red_threes(seat % 2)
    assert [items.out for items in game.deal.items()] == [Out.NO, Out.NO]
    assert game.refused("discard 4s") == "deal-over"


@BOTH
def test_nothing_is_drawn_from_an_empty_stock(rules: Rules) -> None:
    assert Game(rules, 4, bottom="4s").idle_until(0).refused("draw") == "stock-empty"


# Passing


@BOTH
def test_one_passes_only_when_the_stock_is_empty(rules: Rules) -> None:
    game = Game(rules, 4, bottom="4s")
    assert game.refused("pass") == "stock-not-empty"
    game.idle_until(0).play("pass")
    assert game.deal.over
    assert [items.out for items in game.deal.items()] == [Out.NO, Out.NO]
    assert game.refused("draw") == "deal-over"
    assert game.refused("pass") == "deal-over"


@BOTH
def test_nobody_passes_after_drawing_even_the_last_card(rules: Rules) -> None:
    game = Game(rules, 4, bottom="4s").idle_until(1)
    assert game.play("draw").refused("pass") == "already-drawn"


MELDED_ACES = ("draw", "meld A As Ah Ad", "discard Kd")


def test_with_an_empty_stock_a_top_card_that_fits_a_meld_must_be_taken() -> None:
    game = Game(TEN_THOUSAND, 2, {0: "As Ah Ad Kd", 1: "Ac"}, bottom="5s").play(*MELDED_ACES)
    game.idle_until(1, seat=1).play("draw", "discard Ac")
    assert game.refused("pass") == "must-take"
    assert game.play("take").deal.seat == 0
    assert not game.deal.over


def test_one_may_pass_where_no_meld_takes_the_top_card() -> None:
    game = Game(TEN_THOUSAND, 2, {0: "As Ah Ad Kd Ks Kh", 1: "Kc"}, bottom="5s").play(*MELDED_ACES)
    game.idle_until(1, seat=1).play("draw", "discard Kc")
    assert game.deal.allows(read_move("take Ks Kh"))
    assert game.play("pass").deal.over


def test_one_may_take_an_empty_stocks_pile_in_any_lawful_way() -> None:
    game = Game(TEN_THOUSAND, 2, {0: "As Ah Ad Kd Ks Kh", 1: "Kc"}, bottom="5s").play(*MELDED_ACES)
    game.idle_until(1, seat=1).play("draw", "discard Kc", "take Ks Kh")
    assert not game.deal.over


def test_one_may_pass_where_the_pile_is_blocked() -> None:
    game = Game(TEN_THOUSAND, 2, {0: "As Ah Ad Kd", 1: "3s"}, bottom="5s").play(*MELDED_ACES)
    game.idle_until(1, seat=1).play("draw", "discard 3s")
    assert game.play("pass").deal.over


def test_one_may_pass_where_the_pile_is_frozen() -> None:
    game = Game(CLASSIC, 2, {0: "2s Ac", 1: "As Ah Ad Kd"}, bottom="5s")
    game.play("draw", "discard 2s", "draw", "meld A As Ah Ad", "discard Kd")
    game.idle_until(1, seat=0).play("draw", "discard Ac")
    assert game.deal.frozen
    assert game.play("pass").deal.over


def test_in_classic_too_a_fitting_top_card_must_be_taken() -> None:
    game = Game(CLASSIC, 2, {1: "As Ah Ad Kd", 0: "Ac"}, bottom="5s").play("-", *MELDED_ACES)
    game.idle_until(1, seat=0).play("draw", "discard Ac")
    assert game.refused("pass") == "must-take"
