"""Section 10: of several rules that one move breaks, the first in its order is named."""

import pytest

from tests.engine.rules.table import Table, refusal, verdict
from tests.engine.rules.totals import deals_to, won

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])
ACES = "As As Ah Ah Ad Ad Ac"
ANY_MOVE = ["draw", "take", "take Qs Qh", "meld K Ks", "meld 3 3h 3d 3s", "discard Ks", "pass"]


def up(table: Table) -> str:
    return "9c " if table.rules == "classic" else ""


# Every move


@BOTH
@pytest.mark.parametrize("move", ANY_MOVE)
def test_deal_over_comes_before_all_else(table: Table, move: str) -> None:
    deal = won(table, 0, 1500)
    deal["moves"] += [move]
    said = verdict(table.log(deal))
    assert (said["rule"], said["deal"], said["move"]) == ("deal-over", 0, 4)
    assert "seat" not in said


@BOTH
def test_match_over_comes_before_the_moves_of_the_deal(table: Table) -> None:
    said = verdict(table.log(won(table, 0, 1500), table.deal("pass"), until={"deals": 1}))
    assert (said["rule"], said["deal"], said["move"]) == ("match-over", 1, 0)
    assert "seat" not in said


# draw


def test_draw_already_drawn_before_stock_empty() -> None:
    """The last card of the stock was drawn in this turn."""
    dealt = {"bottom": "5s"}
    moves = CLASSIC.drain(CLASSIC.deal(**dealt))[:-1]
    assert CLASSIC.refusal(*moves, "draw", **dealt) == ("already-drawn", len(moves))


# take


@BOTH
@pytest.mark.parametrize("move", ["take", "take Qs Qh", "take 3s 3c"])
def test_take_already_drawn_first(table: Table, move: str) -> None:
    """Before pile-empty (ten-thousand), card-not-held and pile-frozen (classic)."""
    assert table.refusal("draw", move) == ("already-drawn", 1)


@pytest.mark.parametrize("move", ["take", "take Qs Qh"])
def test_take_pile_empty_before_card_not_held(move: str) -> None:
    assert PAIRS.refusal(move, hands={0: "8s"}) == ("pile-empty", 0)


@BOTH
@pytest.mark.parametrize("move", ["take", "take Qs Qh", "take 2s 2h", "take Ks Qs"])
def test_take_pile_blocked_before_card_not_held_frozen_and_top(table: Table, move: str) -> None:
    dealt = {"hands": {0: "2d", 1: "8s"}, "then": f"{up(table)}8h"}
    assert table.refusal("draw", "discard 2d", move, **dealt) == ("pile-blocked", 2)


def test_take_pile_blocked_before_pile_one_card() -> None:
    """Seat 0 has one card; seat 3 took the pile and left a black three, the only card there."""
    hands = {0: f"{ACES} Ks Kh Kd Qs", 1: "5d", 2: "7c", 3: "7s 7h 2s 2h 3s"}
    moves = ["draw", f"meld A {ACES}", "meld K Ks Kh Kd", "discard 4c", "draw", "discard 5d", "draw"]
    moves += ["discard 7c", "take 7s 7h", "meld 7 2s 2h", "discard 3s"]
    said = CLASSIC.refusal(*moves, "take", hands=hands, then="9s 4c Qh Qd")
    assert said == ("pile-blocked", len(moves))


@BOTH
@pytest.mark.parametrize("move", ["take As Ah", "take As Jo", "take 5s Jo", "take Jo 2s"])
def test_take_card_not_held_before_frozen_and_top(table: Table, move: str) -> None:
    before = ["draw", "discard Ad"] if table is PAIRS else []
    said = table.refusal(*before, move, hands={0: "Ad"} if before else {}, then="" if before else "Ad")
    assert said == ("card-not-held", len(before))


@pytest.mark.parametrize("move", ["take", "take Qs Qh", "take 9s Jo", "take Jo 2s", "take 9s Qs"])
def test_take_pile_frozen_before_pile_top(move: str) -> None:
    """To a side that has not melded anything but two naturals of the rank is pile-frozen."""
    dealt = {"hands": {0: "9s Qs Qh Jo 2s"}, "then": "9d"}
    assert CLASSIC.refusal(move, **dealt) == ("pile-frozen", 0)


def test_take_a_wild_limit_broken_is_pile_top() -> None:
    """Classic: kings with three wild cards; a fourth with the take. Ten-thousand: three of five wild."""
    for table, kings, wild in ((CLASSIC, "Ks Kh 2s 2h 2d", "Jo"), (PAIRS, "Ks Kh 2s 2h", "Jo")):
        hands = {0: kings, 1: "Kc", 2: f"Kd {wild}"}
        moves = ["draw", f"meld K {kings}", "discard 8s", "draw", "discard Kc"]
        dealt = {"hands": hands, "then": f"{up(table)}8s 8h"}
        said = table.refusal(*moves, f"take Kd {wild}", **dealt)
        assert said == (("pile-top", 5) if table is CLASSIC else None), "three of six are half"
        assert table.refusal(*moves, "take", **dealt) is None


def test_take_the_half_of_wild_cards_broken_is_pile_top() -> None:
    """Ten-thousand: four of eight are wild; with two kings and a wild card more five of eleven."""
    hands = {0: "Ks Kh Ks Kh 2s 2h 2d 2c", 1: "Kc", 2: "Kd Jo Jo"}
    moves = ["draw", "meld K Ks Kh Ks Kh 2s 2h 2d 2c", "discard 8s", "draw", "discard Kc"]
    assert PAIRS.refusal(*moves, "take Kd Jo", hands=hands, then="8s 8h") is None
    assert PAIRS.refusal(*moves, "take Jo Jo", hands=hands, then="8s 8h") == ("pile-top", 5)


# meld


@BOTH
@pytest.mark.parametrize("move", ["meld K Ks", "meld 3 3s 3c 3s", "meld K Qs Qh", "meld W Jo Jo Jo"])
def test_meld_draw_first(table: Table, move: str) -> None:
    assert table.refusal(move, hands={0: "8s"}) == ("draw-first", 0)


@BOTH
@pytest.mark.parametrize(
    "move",
    ["meld K Ks", "meld 3 3s 3c 3s", "meld 3 3h 3d 3h", "meld 3 3s 3c Jo", "meld K Qs", "meld K Jo Jo Jo"],
)
def test_meld_card_not_held_before_the_rules_of_melds(table: Table, move: str) -> None:
    assert table.refusal("draw", move, hands={0: "8s"}) == ("card-not-held", 1)


@BOTH
@pytest.mark.parametrize(
    "move", ["meld 3 3s", "meld 3 3s 3c", "meld 3 3s Jo", "meld 3 3s 3c Ks", "meld 3 3s Ks Jo"]
)
def test_meld_threes_before_rank_and_size(table: Table, move: str) -> None:
    assert table.refusal("draw", move, hands={0: "3s 3c Jo Ks"}) == ("meld-threes", 1)


@BOTH
@pytest.mark.parametrize("move", ["meld K Qs", "meld K Ks Qs", "meld K Qs Jo 2s", "meld K Ks Qs Jo 2s 2h 2d"])
def test_meld_rank_before_size_naturals_and_wilds(table: Table, move: str) -> None:
    assert table.refusal("draw", move, hands={0: "Ks Qs Jo 2s 2h 2d"}) == ("meld-rank", 1)


@BOTH
@pytest.mark.parametrize("move", ["meld K Ks", "meld K Ks Jo", "meld K Jo", "meld K Jo 2s", "meld W Jo 2s"])
def test_meld_size_before_naturals_and_wilds(table: Table, move: str) -> None:
    assert table.refusal("draw", move, hands={0: "Ks Jo 2s"}) == ("meld-size", 1)


def test_meld_naturals_before_wilds() -> None:
    """One king and four wild cards."""
    move = "meld K Ks Jo 2s 2h 2d"
    assert CLASSIC.refusal("draw", move, hands={0: "Ks Jo 2s 2h 2d"}) == ("meld-naturals", 1)


@BOTH
def test_meld_the_rules_of_melds_before_the_empty_hand(table: Table) -> None:
    """The last five cards are queens and a king."""
    hands = {0: "Ks Kh Kd Kc Ks Kh Qs Qh Qd Qc 9s"}
    moves = ("draw", "meld K Ks Kh Kd Kc Ks Kh", "meld Q Qs Qh Qd Qc 9s Qs")
    assert table.refusal(*moves, hands=hands, then=f"{up(table)}Qs") == ("meld-rank", 2)


def test_meld_no_canasta_before_must_discard_and_initial_minimum() -> None:
    """Ten-thousand at 5 000: twelve cards of 5 are 60 of 150, no canasta, and no discard."""
    deals = deals_to(PAIRS, 5000)
    dealt = {"hands": {0: "4s 4h 4d 5s 5h 5d 6s 6h 6d 7s 7h"}, "then": "7d", "number": 4}
    melds = [f"meld {rank} {rank}s {rank}h {rank}d" for rank in "4567"]
    assert refusal(PAIRS.log(*deals, PAIRS.deal("draw", *melds, **dealt))) == ("no-canasta", 4)


def test_meld_must_discard_before_initial_minimum() -> None:
    deals = deals_to(PAIRS, 5000)
    dealt = {"hands": {0: "4s 4h 4d 4c 4s 4h 4d 5s 5h 5d 5c"}, "then": "5s", "number": 4}
    melds = ("meld 4 4s 4h 4d 4c 4s 4h 4d", "meld 5 5s 5h 5d 5c 5s")
    assert refusal(PAIRS.log(*deals, PAIRS.deal("draw", *melds, **dealt))) == ("must-discard", 2)


def test_meld_no_canasta_before_initial_minimum_in_classic() -> None:
    """At 3 000 with the pile taken: sixty of 120 and no canasta."""
    deals = deals_to(CLASSIC, 3000)
    dealt = {"hands": {2: "4s 4h 5s 5h 5d 6s 6h 6d 7s 7h 7d"}, "then": "4d", "number": 2}
    melds = ("meld 5 5s 5h 5d", "meld 6 6s 6h 6d", "meld 7 7s 7h 7d")
    assert refusal(CLASSIC.log(*deals, CLASSIC.deal("take 4s 4h", *melds, **dealt))) == ("no-canasta", 3)


@BOTH
def test_meld_initial_minimum_while_the_rest_is_still_to_come_even_without_a_canasta(table: Table) -> None:
    """At 1 500, sixty of 90."""
    deals = deals_to(table, 1500)
    discarded = ["4d"] if table is CLASSIC else ["8s", "7c", "4d"]
    seat = 2 if table is CLASSIC else 0
    hands = {(1 + place) % 4: card for place, card in enumerate(discarded)}
    hands[seat] = "4s 4h 5s 5h 5d 6s 6h 6d 7s 7h 7d"
    before = [move for card in discarded for move in ("draw", f"discard {card}")]
    melds = ("take 4s 4h", "meld 5 5s 5h 5d", "meld 6 6s 6h 6d", "meld 7 7s 7h 7d")
    deal = table.deal(*before, *melds, hands=hands, then="8c" if table is CLASSIC else "", number=1)
    assert refusal(table.log(*deals, deal)) == ("initial-minimum", len(before) + 3)


# discard


@BOTH
def test_discard_draw_first_before_card_not_held(table: Table) -> None:
    assert table.refusal("discard Ks", hands={0: "8s"}) == ("draw-first", 0)


@BOTH
def test_discard_card_not_held_before_initial_minimum(table: Table) -> None:
    dealt = {"hands": {0: "4s 4h 4d"}, "then": f"{up(table)}8s"}
    assert table.refusal("draw", "meld 4 4s 4h 4d", "discard Ac", **dealt) == ("card-not-held", 2)
    assert table.refusal("draw", "meld 4 4s 4h 4d", "discard 8s", **dealt) == ("initial-minimum", 2)


def test_discard_initial_minimum_before_no_canasta() -> None:
    """Classic at 3 000: the joker could be the seventh queen, but it is discarded at 85 of 120 instead."""
    deals = deals_to(CLASSIC, 3000)
    queens = "Qs Qs Qh Qh Qd Qd"
    dealt = {"hands": {2: f"4s 4h 4c 4s {queens} Jo"}, "then": "4d", "number": 2}
    melds = ("take 4s 4h", "meld 4 4c 4s", f"meld Q {queens}")
    deal = CLASSIC.deal(*melds, "discard Jo", **dealt)
    assert refusal(CLASSIC.log(*deals, deal)) == ("initial-minimum", 3)


# pass


@BOTH
def test_pass_already_drawn_before_stock_not_empty(table: Table) -> None:
    assert table.refusal("draw", "pass") == ("already-drawn", 1)


def test_pass_already_drawn_before_must_take() -> None:
    """The last card of the stock was drawn; the top card fits the side's kings."""
    hands = {0: "Jo Jo Jo 2s 2s 2h 2h 2d 2d 2c 2c", 2: "Ks Kh Kd Jo"}
    dealt = {"hands": hands, "bottom": "4s 5h Kc 6d"}
    moves = CLASSIC.drain(CLASSIC.deal(**dealt))
    moves.insert(5, "meld K Ks Kh Kd Jo")
    assert moves[-4:] == ["draw", "discard Kc", "draw", "discard 6d"]
    assert CLASSIC.refusal(*moves[:-1], "pass", **dealt) == ("already-drawn", len(moves) - 1)


def test_pass_stock_not_empty_before_must_take() -> None:
    hands = {0: "Ks Kh Kd Jo", 1: "Kc"}
    moves = ("draw", "meld K Ks Kh Kd Jo", "discard 8s", "draw", "discard Kc", "pass")
    assert CLASSIC.refusal(*moves, hands=hands, then="9c 8s") == ("stock-not-empty", 5)
