"""Section 6: the minimum of a side's first melds."""

import pytest

from tests.engine.rules.table import Refusal, Table, refusal, verdict
from tests.engine.rules.totals import DEALS_TO, begins, deals_to, quiet

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])

WORTH = {
    15: ("4s 4h 4d",),
    45: ("Ks Kh Kd", "4s 4h 4d"),
    50: ("Ks Kh Kd Kc Ks",),
    85: ("As Ah Ad", "5s 5h 5d 5c 5s"),
    90: ("As Ah Ad", "Ks Kh Kd"),
    115: ("As Ah Ad Ac As", "4s 4h 4d"),
    120: ("As Ah Ad Ac As Ah",),
    145: ("As Ah Ad Ac Jo", "4s 4h 4d"),
    150: ("As Ah Ad Ac Jo", "4s 4h 4d 4c"),
}
"""Melds worth just so much, of ten cards at most."""


def first_melds(table: Table, total: int, points: int, side: int = 0) -> Refusal:
    """A player of the side melds so much and discards Tc, in the deal that starts with side 0's total."""
    deals = deals_to(table, total)
    number = len(deals)
    seat = begins(number) if side == 0 else (number + 1 - number % 2) % 4
    turns_before = quiet(number) if side == 0 else ["draw", "discard 8s"] * (1 - number % 2)
    melds = WORTH[points]
    moves = [*turns_before, "draw", *(f"meld {cards[0]} {cards}" for cards in melds), "discard Tc"]
    up = "9c " if table.rules == "classic" else ""
    then = f"{up}{'8s ' if turns_before else ''}Tc"
    deal = table.deal(*moves, hands={seat: " ".join(melds)}, then=then, number=number)
    said = refusal(table.log(*deals, deal))
    assert said is None or said[1] == len(moves) - 1, "the move that ends the turn is refused"
    return said and (said[0], said[1] - len(turns_before))


@BOTH
@pytest.mark.parametrize("total", DEALS_TO)
def test_the_deals_of_these_tests_reach_the_totals_they_say(table: Table, total: int) -> None:
    said = verdict(table.log(*deals_to(table, total)))
    assert said["scores"][0] == total


@pytest.mark.parametrize(
    ("table", "total", "least"),
    [
        (CLASSIC, 0, 50),
        (CLASSIC, 1495, 50),
        (CLASSIC, 1500, 90),
        (CLASSIC, 2500, 90),
        (CLASSIC, 2995, 90),
        (CLASSIC, 3000, 120),
        (CLASSIC, 5000, 120),
        (PAIRS, 0, 50),
        (PAIRS, 1495, 50),
        (PAIRS, 1500, 90),
        (PAIRS, 2495, 90),
        (PAIRS, 2500, 120),
        (PAIRS, 3000, 120),
        (PAIRS, 4995, 120),
        (PAIRS, 5000, 150),
    ],
)
def test_the_minimum_depends_on_the_total_at_the_start_of_the_deal(
    table: Table, total: int, least: int
) -> None:
    melds = 1 + len(WORTH[least - 5])
    assert first_melds(table, total, least - 5) == ("initial-minimum", melds)
    assert first_melds(table, total, least) is None


@BOTH
def test_below_zero_it_is_fifteen(table: Table) -> None:
    """Side 1 lost every deal before."""
    assert first_melds(table, 1500, 15, side=1) is None
    assert first_melds(table, 0, 15, side=1) == ("initial-minimum", 2)


@BOTH
def test_a_canasta_and_red_threes_are_worth_nothing_for_it(table: Table) -> None:
    """Seven fours are 35 of 50, whatever the canasta and the red three will bring."""
    up = "9c " if table is CLASSIC else ""
    dealt = {"hands": {0: "4s 4h 4d 4c 4s 4h 4d 3h 3d"}, "then": f"{up}Js Jh Tc"}
    moves = ("draw", "meld 4 4s 4h 4d 4c 4s 4h 4d", "discard Tc")
    assert table.refusal(*moves, **dealt) == ("initial-minimum", 2)


@BOTH
def test_wild_cards_count_their_own_value(table: Table) -> None:
    up = "9c " if table is CLASSIC else ""
    for wild, said in (("Jo", None), ("2s", ("initial-minimum", 2))):
        dealt = {"hands": {0: f"4s 4h {wild}"}, "then": f"{up}Tc"}
        assert table.refusal("draw", f"meld 4 4s 4h {wild}", "discard Tc", **dealt) == said


@BOTH
def test_only_the_first_turn_with_melds_has_a_minimum(table: Table) -> None:
    """Neither the player nor the partner needs one later in the deal."""
    up = "9c " if table is CLASSIC else ""
    hands = {0: "As Ah Ad 4s 4h 4d", 2: "5s 5h 5d"}
    moves = ["draw", "meld A As Ah Ad", "discard 8s", "draw", "discard 8h", "draw", "meld 5 5s 5h 5d"]
    moves += ["discard 8d", "draw", "discard 8c", "draw", "meld 4 4s 4h 4d", "discard 8s"]
    assert table.refusal(*moves, hands=hands, then=f"{up}8s 8h 8d 8c 8s") is None


@BOTH
def test_the_other_side_still_has_its_own(table: Table) -> None:
    up = "9c " if table is CLASSIC else ""
    moves = ["draw", "meld A As Ah Ad", "discard 8s", "draw", "meld 5 5s 5h 5d", "discard 8h"]
    assert table.refusal(*moves, hands={0: "As Ah Ad", 1: "5s 5h 5d"}, then=f"{up}8s 8h") == (
        "initial-minimum",
        5,
    )


@BOTH
def test_a_turn_without_melds_needs_none(table: Table) -> None:
    up = "9c " if table is CLASSIC else ""
    assert table.refusal("draw", "discard 8s", "draw", "discard 8h", then=f"{up}8s 8h") is None


# Going out in that turn


FIVES_AND_FOURS = "4s 4h 4c 4s 5s 5h 5d 5c 5s 5h 5d"
LAID = ("meld 4 4c 4s", "meld 5 5s 5h 5d 5c 5s 5h 5d")
"""With the top card 4d twelve cards of 5, 60 points, a canasta among them."""


def test_classic_going_out_with_the_pile_needs_the_minimum() -> None:
    """At 3000 it is 120. The pile is one card, so that nothing of it is still to come."""
    deals = deals_to(CLASSIC, 3000)
    dealt = {"hands": {2: FIVES_AND_FOURS}, "then": "4d", "number": 2}
    for melds in (LAID, LAID[::-1]):
        deal = CLASSIC.deal("take 4s 4h", *melds, **dealt)
        assert refusal(CLASSIC.log(*deals, deal)) == ("initial-minimum", 2), "canasta last or first"


def test_classic_going_out_concealed_needs_none() -> None:
    deals = deals_to(CLASSIC, 3000)
    dealt = {"hands": {2: FIVES_AND_FOURS}, "then": "9c 4d", "number": 2}
    deal = CLASSIC.deal("draw", "meld 4 4s 4h 4d", *LAID, **dealt)
    assert verdict(CLASSIC.log(*deals, deal))["verdict"] == "verified"


def test_classic_going_out_concealed_with_a_discard_needs_none() -> None:
    deals = deals_to(CLASSIC, 3000)
    dealt = {"hands": {2: FIVES_AND_FOURS}, "then": "9c Tc", "number": 2}
    deal = CLASSIC.deal("draw", "meld 4 4s 4h", *LAID, "discard Tc", **dealt)
    assert refusal(CLASSIC.log(*deals, deal)) == ("meld-size", 1)
    deal = CLASSIC.deal("draw", "meld 4 4s 4h 4c 4s", LAID[1], "discard Tc", **dealt)
    assert verdict(CLASSIC.log(*deals, deal))["verdict"] == "verified"


def test_ten_thousand_going_out_in_one_turn_needs_it() -> None:
    """At 5000 it is 150; the discard that goes out is refused, and so are black threes."""
    deals = deals_to(PAIRS, 5000)
    dealt = {"hands": {0: FIVES_AND_FOURS}, "then": "Tc", "number": 4}
    deal = PAIRS.deal("draw", "meld 4 4s 4h 4c 4s", LAID[1], "discard Tc", **dealt)
    assert refusal(PAIRS.log(*deals, deal)) == ("initial-minimum", 3)
    dealt = {"hands": {0: "5s 5h 5d 5c 5s 5h 5d 3s 3c 3s 3c"}, "then": "5c", "number": 4}
    deal = PAIRS.deal("draw", LAID[1] + " 5c", "meld 3 3s 3c 3s 3c", **dealt)
    assert refusal(PAIRS.log(*deals, deal)) == ("initial-minimum", 2)
