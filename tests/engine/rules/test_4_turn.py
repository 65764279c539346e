"""Section 4: drawing, taking the pile, melding, discarding, passing."""

from typing import Any

import pytest

from tests.engine.rules.table import Table, verdict

PAIR = Table("classic", 2)
CLASSIC = Table("classic", 4)
TWO = Table("ten-thousand", 2)
THREE = Table("ten-thousand", 3)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])
ACES = "As Ah Ad"
MELD_ACES = "meld A As Ah Ad"


# The order of a turn


@BOTH
@pytest.mark.parametrize("move", [MELD_ACES, "discard As"])
def test_nothing_is_melded_or_discarded_before_drawing(table: Table, move: str) -> None:
    assert table.refusal(move, hands={0: ACES}) == ("draw-first", 0)


@BOTH
def test_a_turn_may_have_any_number_of_melds_and_none(table: Table) -> None:
    hands = {0: f"{ACES} Ac Ks Kh Kd"}
    melds = [MELD_ACES, "meld K Ks Kh Kd", "meld A Ac"]
    for count in range(4):
        assert table.refusal("draw", *melds[:count], "discard 8s", hands=hands, then="8s 8s") is None


TAKE = {"hands": {0: f"9s 9h {ACES}"}, "then": "9d Qs Qh"}


@pytest.mark.parametrize(
    "moves",
    [
        ("draw", "draw"),
        ("draw", "take 9s 9h"),
        ("take 9s 9h", "draw"),
        ("take 9s 9h", "take"),
        ("draw", "pass"),
        ("take 9s 9h", "pass"),
        ("draw", MELD_ACES, "draw"),
        ("draw", MELD_ACES, "take"),
    ],
    ids="-".join,
)
def test_a_player_draws_or_takes_once_a_turn(moves: tuple[str, ...]) -> None:
    assert CLASSIC.refusal(*moves, **TAKE) == ("already-drawn", len(moves) - 1)


@BOTH
def test_the_discard_ends_the_turn(table: Table) -> None:
    said = verdict(table.log(table.deal("draw", "discard As", "discard As", hands={0: ACES, 1: "As"})))
    assert (said["rule"], said["move"], said["seat"]) == ("draw-first", 2, 1)


# Draw


@pytest.mark.parametrize(
    ("table", "turned_up", "cards"),
    [(PAIR, "9s", 2), (CLASSIC, "9s", 1), (TWO, "", 1), (THREE, "", 1), (PAIRS, "", 1)],
)
def test_two_cards_are_drawn_in_classic_by_two_players_and_else_one(
    table: Table, turned_up: str, cards: int
) -> None:
    dealt = {"then": f"{turned_up} Ac Ad As".strip(), "hands": {0: "8s"}}
    for place, card in enumerate(("Ac", "Ad", "As")):
        said = table.refusal("draw", f"discard {card}", **dealt)
        assert said == (None if place < cards else ("card-not-held", 1))


def test_what_is_left_is_drawn_if_it_is_less_than_two() -> None:
    dealt = {"bottom": "5s"}
    # 77 cards after the hands and the card turned up, 73 of them no red threes: the 37th draw gets one.
    until_one = PAIR.drain(PAIR.deal(**dealt), leave=5)
    assert len(until_one) == 72
    assert PAIR.refusal(*until_one, "draw", "discard 5s", "draw", **dealt) == ("stock-empty", 74)


@pytest.mark.parametrize("table", [PAIR, CLASSIC, TWO, THREE, PAIRS, Table("ten-thousand", 6)])
def test_an_empty_stock_gives_no_card_and_the_turn_before_goes_on(table: Table) -> None:
    dealt = {"bottom": "5s"}
    moves = table.drain(table.deal(**dealt))
    assert table.refusal(*moves, **dealt) is None
    assert table.refusal(*moves, "draw", **dealt) == ("stock-empty", len(moves))


@pytest.mark.parametrize("three", ["3h", "3d"])
def test_a_red_three_is_laid_out_and_replaced_before_the_next_card(three: str) -> None:
    dealt = {"then": f"9s {three} Ac Ad As"}
    assert PAIR.refusal("draw", "discard Ad", **dealt) is None
    assert PAIR.refusal("draw", f"discard {three}", **dealt) == ("card-not-held", 1)
    assert PAIR.refusal("draw", "discard As", **dealt) == ("card-not-held", 1)
    after_the_first = {"then": f"9s Ac {three} Ad As"}
    assert PAIR.refusal("draw", "discard Ad", **after_the_first) is None
    two_in_a_row = {"then": f"9s {three} 3d Ac Ad As"}
    assert PAIR.refusal("draw", "discard Ad", **two_in_a_row) is None


@pytest.mark.parametrize("table", [PAIR, CLASSIC, TWO, THREE, PAIRS])
def test_a_red_three_that_is_the_last_card_ends_the_deal_at_once(table: Table) -> None:
    dealt = {"bottom": "5s 3h"}
    moves = table.drain(table.deal(**dealt))
    assert moves[-1] == "draw"
    assert verdict(table.log(table.deal(*moves, **dealt)))["verdict"] == "verified"
    assert table.refusal(*moves, "discard 5s", **dealt) == ("deal-over", len(moves))


def test_a_red_three_that_is_the_second_of_two_and_the_last_card_ends_the_deal() -> None:
    dealt = {"bottom": "5s 6s 3h"}
    moves = PAIR.drain(PAIR.deal(**dealt))
    assert (len(moves), moves[-1]) == (73, "draw")
    assert verdict(PAIR.log(PAIR.deal(*moves, **dealt)))["verdict"] == "verified"
    assert PAIR.refusal(*moves, "discard 6s", **dealt) == ("deal-over", 73)


def test_a_red_three_before_the_last_card_is_replaced_by_it_and_the_deal_goes_on() -> None:
    dealt = {"bottom": "3h 5s"}
    moves = PAIR.drain(PAIR.deal(**dealt))
    assert moves[-1] == "discard 5s"
    assert PAIR.refusal(*moves, "pass", **dealt) is None


def test_a_last_red_three_counts_for_the_side_that_drew_it() -> None:
    """The last draw is four red threes in a row. Nobody melded, so they count against the side."""
    dealt = {"bottom": "3h 3d 3h 3d"}
    deal = CLASSIC.deal(**dealt)
    moves = CLASSIC.drain(deal)
    drawing = (len(moves) // 2) % 4
    said = verdict(CLASSIC.log(CLASSIC.deal(*moves, **dealt)))
    hands = [0, 0]
    held = [str(deal["deck"]).split()[seat:44:4] for seat in range(4)]
    for seat, hand in enumerate(held):
        hands[seat % 2] += sum(value(card) for card in hand)
    hands[drawing % 2] += 800
    assert said["scores"] == [-hands[0], -hands[1]]


def value(card: str) -> int:
    return 50 if card == "Jo" else {"A": 20, "2": 20}.get(card[0], 10 if card[0] in "89TJQK" else 5)


# Pass


def test_passing_needs_an_empty_stock() -> None:
    assert CLASSIC.refusal("pass") == ("stock-not-empty", 0)
    dealt = {"bottom": "5s 6s"}
    almost = CLASSIC.drain(CLASSIC.deal(**dealt), leave=1)
    assert CLASSIC.refusal(*almost, "pass", **dealt) == ("stock-not-empty", len(almost))


@pytest.mark.parametrize("table", [PAIR, CLASSIC, TWO, THREE, PAIRS])
def test_passing_with_an_empty_stock_ends_the_deal(table: Table) -> None:
    dealt = {"bottom": "5s"}
    moves = table.drain(table.deal(**dealt))
    assert verdict(table.log(table.deal(*moves, "pass", **dealt)))["verdict"] == "verified"
    assert table.refusal(*moves, "pass", "pass", **dealt) == ("deal-over", len(moves) + 1)


WILDS_HELD = "Jo Jo Jo 2s 2s 2h 2h 2d 2d 2c 2c"


def stock_used_up(
    table: Table, bottom: str, melder: int, hands: dict[int, str]
) -> tuple[list[str], dict[str, Any]]:
    """Seat `melder` melds kings in its first turn; the last card of the bottom ends as the top of the pile.

    Of the 60 cards that four players draw besides the red threes (59 in classic) seat 3 (2) draws the last.
    """
    dealt = {"hands": {melder: "Ks Kh Kd Jo"} | hands, "bottom": bottom}
    moves = table.drain(table.deal(**dealt))
    moves.insert(2 * melder + 1, "meld K Ks Kh Kd Jo")
    return moves, dealt


@pytest.mark.parametrize(("table", "melder"), [(CLASSIC, 1), (PAIRS, 2)])
def test_with_an_empty_stock_the_pile_is_taken_if_its_top_card_fits_a_meld(table: Table, melder: int) -> None:
    moves, dealt = stock_used_up(table, "4s 5h 6d Kc", melder, {0: WILDS_HELD})
    assert table.refusal(*moves, "pass", **dealt) == ("must-take", len(moves))
    assert table.refusal(*moves, "take", "discard 4s", **dealt) is None
    other, dealt = stock_used_up(table, "4s 5h 6d 7c", melder, {0: WILDS_HELD})
    assert verdict(table.log(table.deal(*other, "pass", **dealt)))["verdict"] == "verified"


def test_the_pile_may_be_taken_in_another_lawful_way_and_the_play_goes_on() -> None:
    moves, dealt = stock_used_up(CLASSIC, "4s 5h 6d Kh", 1, {0: WILDS_HELD, 3: "Kc Ks"})
    said = verdict(CLASSIC.log(CLASSIC.deal(*moves, "take Kc Ks", "discard 4s", "draw", **dealt)))
    assert (said["rule"], said["move"], said["seat"]) == ("stock-empty", len(moves) + 2, 0)


def test_a_frozen_pile_need_not_be_taken() -> None:
    """Classic: here wild cards were discarded, so the top card can't be added alone."""
    moves, dealt = stock_used_up(CLASSIC, "4s 5h 6d Kc", 1, {})
    assert verdict(CLASSIC.log(CLASSIC.deal(*moves, "pass", **dealt)))["verdict"] == "verified"
    assert CLASSIC.refusal(*moves, "take", **dealt) == ("pile-frozen", len(moves))


@pytest.mark.parametrize("wild", ["Jo", "2s"])
def test_a_blocked_pile_need_not_be_taken(wild: str) -> None:
    """Ten-thousand: a wild card was discarded less than a round ago."""
    moves, dealt = stock_used_up(PAIRS, f"4s 5h 6d {wild} Kc", 2, {})
    assert verdict(PAIRS.log(PAIRS.deal(*moves, "pass", **dealt)))["verdict"] == "verified"
    assert PAIRS.refusal(*moves, "take", **dealt) == ("pile-blocked", len(moves))


def test_a_take_that_would_leave_too_few_cards_is_not_lawful_and_so_no_duty() -> None:
    """Seat 1 has one card in hand and no canasta; seat 0 takes all and leaves a king, which fits its meld."""
    hands = {0: f"7s 7h {ACES} Kc", 1: "Ks Kh Kd 2s Qs Qh Qd Js Jh Jd Ts"}
    dealt = {"hands": hands, "bottom": "4s 4h 4d 5s 7c"}
    moves = PAIRS.drain(PAIRS.deal(**dealt))
    moves[3:3] = ["meld K Ks Kh Kd 2s", "meld Q Qs Qh Qd", "meld J Js Jh Jd"]
    moves += ["take 7s 7h", MELD_ACES, "discard Kc"]
    assert PAIRS.refusal(*moves, "take", **dealt) == ("must-keep", len(moves))
    assert verdict(PAIRS.log(PAIRS.deal(*moves, "pass", **dealt)))["verdict"] == "verified"


# Cards named


@BOTH
@pytest.mark.parametrize(
    "move", ["discard Ac", "meld A As Ah Ac", "meld A As As Ad", "meld A As Ah Ad Ad", "meld A As Ah Jo"]
)
def test_a_card_named_is_held_and_as_often_as_it_is_named(table: Table, move: str) -> None:
    assert table.refusal("draw", move, hands={0: ACES}) == ("card-not-held", 1)


@BOTH
def test_equal_cards_are_the_same_card(table: Table) -> None:
    hands = {0: "As As Ad"}
    assert table.refusal("draw", "meld A As Ad As", "discard 9h", hands=hands, then="9h 9h") is None
