"""Section 3: the dealer, the cut, dealing, the card turned up, red threes in hand."""

import pytest

from tests.engine.rules.table import Table, pack, refusal, verdict

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
THREE = Table("ten-thousand", 3)
CUTTER = 2
"""The seat before the dealer of four."""


# 1: the dealer


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_player_to_the_dealers_left_begins(dealer: int, first: int) -> None:
    said = verdict(PAIRS.log(PAIRS.deal("discard 4s"), dealer=dealer))
    assert (said["rule"], said["seat"]) == ("draw-first", first)


def test_after_each_deal_the_next_seat_deals() -> None:
    deals = []
    for number in range(4):
        open_deal = THREE.deal("discard 4s", number=number)
        said = verdict(THREE.log(*deals, open_deal, until={"deals": 9}))
        assert (said["rule"], said["deal"], said["seat"]) == ("draw-first", number, number % 3)
        moves = THREE.drain(THREE.deal(number=number, bottom="5s"))
        deals.append(THREE.deal(*moves, "pass", number=number, bottom="5s"))


# 2: the deck


def test_the_deck_is_dealt_from_its_first_card() -> None:
    deck = str(PAIRS.deal(hands={0: "Ac", 1: "Ad"})["deck"]).split()
    assert deck[:2] == ["Ac", deck[1]]
    assert PAIRS.refusal("draw", "discard Ac", hands={0: "Ac"}) is None


# 3: the cut


def cut(cards: str, bottom: str) -> dict[str, str]:
    return {"cut": cards, "bottom": bottom}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("card", ["Jo", "2s", "2c"])
def test_the_cards_kept_are_in_the_hand_of_the_seat_before_the_dealer(players: int, card: str) -> None:
    table = Table("ten-thousand", players)
    cutter = (table.dealer - 1) % players
    for kept, said in ((card, None), ("", ("card-not-held", 2 * cutter + 1))):
        dealt = cut(kept, f"5s {card} 4d")
        quiet = table.drain(table.deal(**dealt))[: 2 * cutter]
        assert table.refusal(*quiet, "draw", f"discard {card}", **dealt) == said


@pytest.mark.parametrize("kept", ["Jo", "Jo 2h", "3h Jo 2h", "2h 3h Jo"])
def test_any_of_jokers_deuces_and_red_threes_may_be_kept(kept: str) -> None:
    assert PAIRS.refusal("draw", **cut(kept, "Jo 3h 2h")) is None


@pytest.mark.parametrize("three", ["3h", "3d"])
def test_a_red_three_that_was_kept_is_laid_out_and_replaced(three: str) -> None:
    dealt = {"then": "Ac 8s 8h 8d", **cut(three, f"{three} 4s 4d")}
    quiet = ["draw", "discard 8s", "draw", "discard 8h"]
    assert PAIRS.refusal(*quiet, "draw", "discard Ac", **dealt) is None
    assert PAIRS.refusal(*quiet, "draw", "discard 8d", "draw", "discard 8d", **dealt) == ("card-not-held", 7)


@pytest.mark.parametrize("kept", ["3s", "4s", "3c", "As"])
def test_another_card_may_not_be_kept(kept: str) -> None:
    said = verdict(PAIRS.log({**PAIRS.deal(bottom=f"Jo 2s {kept}"), "cut": kept}))
    assert (said["verdict"], said["rule"], said["deal"]) == ("malformed", "cut", 0)


@pytest.mark.parametrize("kept", ["2c", "2s 2s", "Jo Jo", "2d", "Jo 2s 3h 3h"])
def test_a_card_that_is_not_among_the_three_may_not_be_kept(kept: str) -> None:
    said = verdict(PAIRS.log({**PAIRS.deal(bottom="2d Jo 2s 3h"), "cut": kept}))
    assert (said["verdict"], said["rule"], said["deal"]) == ("malformed", "cut", 0)


def test_of_equal_cards_the_upper_one_leaves_and_the_others_keep_their_order() -> None:
    dealt = cut("Jo", "Jo 5d Jo")
    moves = THREE.drain(THREE.deal(**dealt))
    assert moves[-4:] == ["draw", "discard 5d", "draw", "discard Jo"]
    assert THREE.refusal(*moves, "pass", **dealt) is None
    low = cut("Jo", "5d Jo Jo")
    moves = THREE.drain(THREE.deal(**low))
    assert moves[-4:] == ["draw", "discard 5d", "draw", "discard Jo"]
    assert THREE.refusal(*moves, "pass", **low) is None


def test_the_cards_kept_leave_the_bottom_of_the_deck() -> None:
    dealt = cut("Jo 2s", "Jo 4d 2s")
    moves = THREE.drain(THREE.deal(**dealt))
    assert len(moves) // 2 == 108 - 3 * 13 - 4, "four red threes and no card of the cut are drawn"
    assert moves[-1] == "discard 4d"
    assert THREE.refusal(*moves, "pass", **dealt) is None
    assert THREE.refusal(*moves, "draw", **dealt) == ("stock-empty", len(moves))


# 4: dealing


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(seat: int) -> None:
    deck = str(PAIRS.deal(then="8s 8h 8d 9s", hands={seat: "Ac"})["deck"]).split()
    assert deck[seat] == "Ac"
    moves = [move for card in ["8s", "8h", "8d"][:seat] for move in ("draw", f"discard {card}")]
    said = PAIRS.refusal(*moves, "draw", "discard Ac", then="8s 8h 8d 9s", hands={seat: "Ac"})
    assert said is None


@pytest.mark.parametrize(("seat", "late"), [(0, "Ks Kc Ad"), (1, "Kh As Ac"), (3, "Kd Ah 4s")])
def test_a_hand_full_because_of_the_cut_is_passed_over(seat: int, late: str) -> None:
    """Eight cards for everybody, then three more for all but seat 2, who kept three."""
    bottom = ["Jo", "2s", "2h"]
    in_three_rounds = ["Ks", "Kh", "Kd", "Kc", "As", "Ah", "Ad", "Ac", "4s"]
    others = pack(4)
    for card in [*bottom, *in_three_rounds]:
        others.remove(card)
    eight_rounds, stock = others[:32], others[32:]
    deck = " ".join([*eight_rounds, *in_three_rounds, *stock, *bottom])
    quiet = [move for card in stock[:seat] for move in ("draw", f"discard {card}")]
    for held in late.split():
        moves = [*quiet, "draw", f"discard {held}"]
        assert refusal(PAIRS.log({"deck": deck, "cut": "Jo 2s 2h", "moves": moves})) is None


# 5: the card turned up


@pytest.mark.parametrize("first", ["Jo", "2s", "3h", "3d", "2s 3h", "3d Jo 2c"])
def test_on_a_wild_card_or_a_red_three_the_next_is_turned_up(first: str) -> None:
    hands = {0: "9s 9h As Ah Ad 2d"}
    dealt = {"hands": hands, "then": f"{first} 9d 8s"}
    assert CLASSIC.refusal("take 9s 9h", "meld A As Ah Ad 2d", **dealt) is None


@pytest.mark.parametrize("first", ["Jo", "2s", "3h"])
def test_a_pile_that_began_with_a_wild_card_or_a_red_three_is_frozen(first: str) -> None:
    """For a side that has melded too, and until it is taken."""
    hands = {0: "As Ah Ad 9c", 2: "8d 2d 8c"}
    moves = ("draw", "meld A As Ah Ad", "discard 9c", "draw", "discard 8h")
    assert CLASSIC.refusal(*moves, "take 8d 2d", hands=hands, then=f"{first} 9d Ts 8h") == ("pile-frozen", 5)
    assert CLASSIC.refusal(*moves, "take 8d 8c", hands=hands, then=f"{first} 9d Ts 8h") is None
    assert CLASSIC.refusal(*moves, "take 8d 2d", hands=hands, then="9d Ts 8h") is None


def test_a_black_three_turned_up_stays_on_top_and_blocks() -> None:
    assert CLASSIC.refusal("take 9s 9h", hands={0: "9s 9h"}, then="3s 9d") == ("pile-blocked", 0)
    assert CLASSIC.refusal("draw", "discard 9d", hands={0: "9s 9h"}, then="3s 9d") is None


def test_in_ten_thousand_the_pile_starts_empty() -> None:
    assert PAIRS.refusal("take 9s 9h", hands={0: "9s 9h"}, then="9d") == ("pile-empty", 0)


# 6: red threes in hand


def test_red_threes_are_replaced_from_the_dealers_left_and_again_while_they_come() -> None:
    hands = {0: "3h 3d", 1: "3h"}
    dealt = {"hands": hands, "then": "Qs 3d Ac Ad Ah As Ks"}
    # Seat 0 draws 3d and Ac for its two, Ad for the third; seat 1 draws Ah; As is the first of the stock.
    assert CLASSIC.refusal("draw", "discard Ac", "draw", "discard Ah", **dealt) is None
    assert CLASSIC.refusal("draw", "discard Ad", "draw", "discard Ks", **dealt) is None
    assert CLASSIC.refusal("draw", "discard As", **dealt) is None
    assert CLASSIC.refusal("draw", "discard Ah", **dealt) == ("card-not-held", 1)


def test_the_card_turned_up_comes_before_the_red_threes_are_replaced() -> None:
    dealt = {"hands": {0: "3h 9s 9h As Ah Ad"}, "then": "9d Ac"}
    assert CLASSIC.refusal("take 9s 9h", "meld A As Ah Ad Ac", **dealt) is None
