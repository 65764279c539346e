"""Section 5: when the pile is frozen to a side, and when it is blocked."""

import pytest

from engine.cards import CARD
from engine.errors import IllegalMove
from engine.moves import read_move
from engine.pile import Pile
from engine.rules import CLASSIC, TEN_THOUSAND, Rules
from tests.engine.table import Game

MELD_ACES = ("draw", "meld A As Ah Ad", "discard Kd")
ACES = "As Ah Ad Kd"


# Frozen: classic


@pytest.mark.parametrize("named", ["take", "take Ad 2s", "take 2s Ad"])
def test_the_pile_is_frozen_to_a_side_that_has_not_melded(named: str) -> None:
    game = Game(CLASSIC, 4, {0: "Ad As 2s"}, up="Ah")
    assert game.deal.frozen
    assert game.refused(named) == "pile-frozen"
    assert not game.play("take Ad As").deal.over


def test_one_sides_melds_open_the_pile_for_that_side_only() -> None:
    game = Game(CLASSIC, 4, {0: ACES}).play(*MELD_ACES)
    assert game.deal.frozen
    game.play("-")
    assert not game.deal.frozen
    game.play("-")
    assert game.deal.frozen


@pytest.mark.parametrize("named", ["take", "take Ac 2s"])
def test_a_wild_card_in_the_pile_freezes_it_for_everybody(named: str) -> None:
    game = Game(CLASSIC, 4, {0: ACES, 3: "2h", 1: "As", 2: "Ac Ac 2s"})
    game.play(*MELD_ACES, "-", "-", "draw", "discard 2h", "-", "draw", "discard As")
    assert game.refused(named) == "pile-frozen"
    assert not game.play("take Ac Ac").deal.over


def test_the_pile_thaws_when_it_is_taken() -> None:
    game = Game(CLASSIC, 2, {0: f"{ACES} Ac Ac", 1: "As 4s"}, up="2h 9h")
    game.play(*MELD_ACES, "draw", "discard As")
    assert game.deal.frozen
    game.play("take Ac Ac", "discard 9h", "draw", "discard 4s")
    assert not game.deal.frozen


def test_a_discarded_wild_card_freezes_later_cards_too() -> None:
    game = Game(CLASSIC, 2, {0: f"{ACES} 2s Kc Qd", 1: "Ac"})
    game.play(*MELD_ACES, "-", "draw", "discard 2s", "-", "-", "draw", "discard Ac")
    assert game.refused("take") == "pile-frozen"


# Frozen: ten-thousand never


def test_in_ten_thousand_no_pile_is_frozen() -> None:
    game = Game(TEN_THOUSAND, 2, {0: "2s Kd", 1: "As Ac"}).play("draw", "discard 2s", "-")
    assert not game.deal.frozen
    game.play("-", "draw", "discard As")
    assert not game.deal.frozen


def test_in_ten_thousand_a_natural_and_a_wild_make_the_first_meld() -> None:
    game = Game(TEN_THOUSAND, 2, {0: "Ah 2s", 1: "As"}).play("-", "draw", "discard As")
    assert not game.play("take Ah 2s").deal.over
    assert game.deal.still_needed == 0


def test_in_ten_thousand_the_top_card_is_not_added_before_the_side_has_melded() -> None:
    game = Game(TEN_THOUSAND, 2, {0: "Ah 2s", 1: "As"}).play("-", "draw", "discard As")
    assert game.refused("take") == "pile-top"


# Blocked: classic


@pytest.mark.parametrize("stop", ["2s", "Jo", "3s", "3c"])
@pytest.mark.parametrize("named", ["take", "take As Ah", "take 2h 2h"])
def test_in_classic_a_wild_card_or_black_three_on_top_blocks(stop: str, named: str) -> None:
    game = Game(CLASSIC, 4, {0: stop, 1: "As Ah 2h 2h"}).play("draw", f"discard {stop}")
    assert game.deal.blocked
    assert game.refused(named) == "pile-blocked"


@pytest.mark.parametrize("stop", ["2s", "3s"])
def test_in_classic_the_next_discard_lifts_the_block(stop: str) -> None:
    game = Game(CLASSIC, 4, {0: stop, 1: "Ad", 2: "As Ah"}).play("draw", f"discard {stop}")
    game.play("draw", "discard Ad")
    assert not game.deal.blocked
    assert not game.play("take As Ah").deal.over


def test_a_black_three_freezes_nothing() -> None:
    game = Game(CLASSIC, 2, {0: f"{ACES} 3s", 1: "Ac"})
    game.play(*MELD_ACES, "-", "draw", "discard 3s", "draw", "discard Ac")
    assert not game.deal.frozen
    assert not game.play("take").deal.over


def test_a_red_three_freezes_and_blocks_nothing() -> None:
    pile = Pile(CLASSIC, CLASSIC.tables[4])
    pile.put(CARD["3h"])
    assert (pile.frozen, pile.blocked_turns) == (True, 0)


# Blocked: ten-thousand


def blocked_turns(players: int, stop: str) -> list[bool]:
    """Whether the pile is blocked in each turn of the round after the discard, and the turn after it."""
    game = Game(TEN_THOUSAND, players, {0: stop}).play("draw", f"discard {stop}")
    turns = []
    for _ in range(players):
        turns.append(game.deal.blocked)
        game.play("-")
    return turns


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("stop", ["2s", "Jo"])
def test_in_ten_thousand_a_wild_card_blocks_until_the_turn_comes_back(players: int, stop: str) -> None:
    assert blocked_turns(players, stop) == [True] * (players - 1) + [False]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_in_ten_thousand_a_black_three_blocks_the_next_turn(players: int) -> None:
    assert blocked_turns(players, "3c") == [True] + [False] * (players - 1)


def test_a_black_three_does_not_shorten_the_block_of_a_wild_card() -> None:
    game = Game(TEN_THOUSAND, 4, {0: "2s", 1: "3s", 3: "As Ah"})
    game.play("draw", "discard 2s", "draw", "discard 3s", "-")
    assert game.deal.seat == 3
    assert game.deal.blocked
    assert not game.play("-").deal.blocked


def test_a_second_wild_card_blocks_a_round_of_its_own() -> None:
    game = Game(TEN_THOUSAND, 3, {0: "2s", 1: "2h"}).play("draw", "discard 2s", "draw", "discard 2h")
    assert game.deal.blocked
    assert game.play("-").deal.seat == 0
    assert game.deal.blocked
    assert not game.play("-").deal.blocked


def test_who_discarded_the_wild_card_may_take_when_the_turn_comes_back() -> None:
    game = Game(TEN_THOUSAND, 3, {0: "2s As Ah", 2: "Ad"})
    game.play("draw", "discard 2s", "-", "draw", "discard Ad", "take As Ah")
    assert not game.deal.over
    assert "2s" in game.hand(0)


@pytest.mark.parametrize(
    ("rules", "discards", "card", "turns"),
    [
        (CLASSIC, "3c", "3c", 1),
        (CLASSIC, "2s", "2s", 1),
        (TEN_THOUSAND, "3c", "3c", 1),
        (TEN_THOUSAND, "Jo", "Jo", 3),
        (TEN_THOUSAND, "Jo 9s", "Jo", 2),
        (TEN_THOUSAND, "Jo 3c", "Jo", 2),
        (TEN_THOUSAND, "Jo 9s 3c", "3c", 1),
        (TEN_THOUSAND, "Jo 9s 9h", "Jo", 1),
        (TEN_THOUSAND, "Jo 2s 9h", "2s", 2),
    ],
)
def test_the_refusal_names_the_card_that_blocks(rules: Rules, discards: str, card: str, turns: int) -> None:
    cards = discards.split()
    game = Game(rules, 4, dict(enumerate(cards)))
    for discarded in cards:
        game.play("draw", f"discard {discarded}")
    with pytest.raises(IllegalMove) as refusal:
        game.deal.play(read_move("take"))
    assert refusal.value.params == {"card": card, "turns": turns}
