"""Section 6: what makes a meld lawful, and the black threes."""

from typing import Any

import pytest

from tests.engine.rules.table import Refusal, Table, verdict

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])
SEVEN_ACES = "As As Ah Ah Ad Ad Ac"


def melding(table: Table, held: str, *melds: str) -> Refusal:
    """Seat 0 holds these cards, draws Tc and melds; the refused meld counts from 0."""
    up = "9c " if table.rules == "classic" else ""
    said = table.refusal("draw", *(f"meld {meld}" for meld in melds), hands={0: held}, then=f"{up}Tc")
    return said and (said[0], said[1] - 1)


# Size and rank


@BOTH
def test_a_meld_has_three_cards_at_least(table: Table) -> None:
    assert melding(table, "Ks Kh Kd", "K Ks Kh") == ("meld-size", 0)
    assert melding(table, "Ks", "K Ks") == ("meld-size", 0)
    assert melding(table, "Ks Jo", "K Ks Jo") == ("meld-size", 0)
    assert melding(table, "Ks Kh Kd", "K Ks Kh Kd") is None


@BOTH
def test_a_meld_that_lies_there_takes_single_cards(table: Table) -> None:
    assert melding(table, "Ks Kh Kd Kc Jo", "K Ks Kh Kd", "K Kc", "K Jo") is None


@BOTH
@pytest.mark.parametrize("rank", "456789TJQKA")
def test_each_rank_from_four_to_ace_can_be_melded(table: Table, rank: str) -> None:
    cards = " ".join(rank + suit for suit in "shd")
    assert melding(table, cards, f"{rank} {cards}") is None


@BOTH
@pytest.mark.parametrize("meld", ["K Ks Kh Qd", "K Qs Qh Qd", "K Ks Kh Kd Qs", "Q Ks Kh Kd"])
def test_naturals_of_another_rank(table: Table, meld: str) -> None:
    assert melding(table, "Ks Kh Kd Qs Qh Qd", meld) == ("meld-rank", 0)


@BOTH
def test_a_side_has_one_meld_of_each_rank(table: Table) -> None:
    """Cards too few for a meld of their own join the one there is, and with the seventh it is a canasta."""
    kings = ("meld K Ks Kh Kd", "meld K Ks Kh", "meld K Kd Kc")
    dealt = {"hands": {0: "Ks Kh Kd Ks Kh Kd Kc 9s 9h 9d Js"}, "then": "8c Js" if table is CLASSIC else "Js"}
    assert table.refusal("draw", *kings, "meld 9 9s 9h 9d", "discard Js", **dealt) is None
    assert table.refusal("draw", *kings[:2], "meld 9 9s 9h 9d", "discard Js", **dealt) is None


# Naturals and wild cards


@pytest.mark.parametrize(
    ("meld", "rule"),
    [
        ("K Ks Kh Jo", None),
        ("K Ks Kh Jo 2s", None),
        ("K Ks Kh Jo 2s 2h", None),
        ("K Ks Jo 2s", "meld-naturals"),
        ("K Ks Jo 2s 2h", "meld-naturals"),
        ("K Jo 2s 2h", "meld-naturals"),
        ("K Ks Jo 2s 2h 2d", "meld-naturals"),
        ("K Ks Kh Jo 2s 2h 2d", "meld-wilds"),
        ("K Ks Kh Kd Kc Jo 2s 2h 2d", "meld-wilds"),
        ("W Jo 2s 2h", "meld-naturals"),
        ("W Jo 2s 2h 2d", "meld-naturals"),
        ("W 2s 2h", "meld-size"),
    ],
)
def test_classic_two_naturals_at_least_and_three_wild_cards_at_most(meld: str, rule: str | None) -> None:
    assert melding(CLASSIC, "Ks Kh Kd Kc Jo 2s 2h 2d", meld) == (rule and (rule, 0))


@pytest.mark.parametrize(
    ("meld", "rule"),
    [
        ("K Ks Kh Jo", None),
        ("K Ks Kh Jo 2s", None),
        ("K Ks Kh Jo 2s 2h", "meld-wilds"),
        ("K Ks Kh Kd Jo 2s 2h", None),
        ("K Ks Kh Kd Kc Jo 2s 2h 2d", None),
        ("K Ks Kh Kd Jo 2s 2h 2d", "meld-wilds"),
        ("K Ks Jo 2s", "meld-wilds"),
        ("K Jo 2s 2h", "meld-wilds"),
        ("W Jo 2s 2h", None),
        ("W 2s 2h 2d", None),
        ("W 2s 2h", "meld-size"),
        ("W Jo", "meld-size"),
        ("W Jo 2s Ks", "meld-rank"),
    ],
)
def test_ten_thousand_half_may_be_wild_or_all(meld: str, rule: str | None) -> None:
    assert melding(PAIRS, "Ks Kh Kd Kc Jo 2s 2h 2d", meld) == (rule and (rule, 0))


def test_the_limit_of_wild_cards_holds_after_each_move() -> None:
    """Ten-thousand: with a king still to come, two of five may be wild now, three of six after it."""
    assert melding(PAIRS, "Ks Kh Kd 2s 2h 2d", "K Ks Kh 2s 2h", "K 2d", "K Kd") == ("meld-wilds", 1)
    assert melding(PAIRS, "Ks Kh Kd 2s 2h 2d", "K Ks Kh 2s 2h", "K Kd", "K 2d") is None
    assert melding(CLASSIC, "Ks Kh Kd 2s 2h 2d", "K Ks 2s 2h", "K Kh Kd") == ("meld-naturals", 0)


def test_a_canasta_keeps_the_limit_too() -> None:
    """Five kings: a fourth wild card is too many in classic; ten-thousand allows five and no sixth."""
    held = "Ks Kh Kd Kc Ks 2s 2h 2d 2c Jo Jo"
    canasta = "K Ks Kh Kd Kc Ks 2s 2h 2d"
    assert melding(CLASSIC, held, canasta, "K Jo") == ("meld-wilds", 1)
    assert melding(PAIRS, held, canasta, "K Jo", "K 2c") is None
    assert melding(PAIRS, held, canasta, "K Jo", "K 2c Jo") == ("meld-wilds", 2)


def test_a_wild_meld_grows_by_wild_cards_only() -> None:
    held = "2s 2h 2d 2c Jo Jo Ks"
    assert melding(PAIRS, held, "W 2s 2h 2d", "W 2c", "W Jo Jo") is None
    assert melding(PAIRS, held, "W 2s 2h 2d", "W Ks") == ("meld-rank", 1)


# Black and red threes


@BOTH
def test_red_threes_are_never_in_the_hand_to_be_melded(table: Table) -> None:
    assert melding(table, "3h 3d 3h", "3 3h 3d 3h") == ("card-not-held", 0)


@BOTH
@pytest.mark.parametrize("meld", ["3 3s 3c 3s", "3 3s 3c 3s 3c", "3 3s 3c"])
def test_black_threes_are_not_melded_when_not_going_out(table: Table, meld: str) -> None:
    assert melding(table, "3s 3c 3s 3c", meld) == ("meld-threes", 0)


@BOTH
@pytest.mark.parametrize("meld", ["3 3s 3c Jo", "3 3s 3c 3s 2d", "3 Jo 2d 2h"])
def test_wild_cards_among_threes(table: Table, meld: str) -> None:
    assert melding(table, "3s 3c 3s Jo 2d 2h", meld) == ("meld-threes", 0)


def going_out(table: Table, rest: str, draws: str, *moves: str) -> dict[str, Any]:
    """Seat 0 holds seven aces and four cards, draws one, melds the aces and plays on."""
    deal = table.deal(
        "draw",
        f"meld A {SEVEN_ACES}",
        *moves,
        hands={0: f"{SEVEN_ACES} {rest}"},
        then=f"9c {draws}" if table is CLASSIC else draws,
    )
    return verdict(table.log(deal))


@BOTH
def test_black_threes_may_leave_one_card_which_is_discarded(table: Table) -> None:
    out = ("meld 3 3s 3c 3s 3c", "discard Tc")
    assert going_out(table, "3s 3c 3s 3c", "Tc", *out)["verdict"] == "verified"
    said = going_out(table, "3s 3c 3s 3c", "Tc", "meld 3 3s 3c 3s")
    assert (said["rule"], said["move"]) == ("meld-threes", 2), "3c and Tc would be left"


@BOTH
def test_the_card_left_may_be_a_black_three(table: Table) -> None:
    out = ("meld A Ac", "meld 3 3s 3c 3s", "discard 3c")
    assert going_out(table, "3s 3c 3s 3c", "Ac", *out)["verdict"] == "verified"


@BOTH
def test_black_threes_may_empty_the_hand(table: Table) -> None:
    out = ("meld A Ac", "meld 3 3s 3c 3s 3c")
    assert going_out(table, "3s 3c 3s 3c", "Ac", *out)["verdict"] == "verified"


@BOTH
def test_fewer_than_three_even_when_going_out(table: Table) -> None:
    said = going_out(table, "3s 3c 2s 2h", "Ac", "meld A Ac 2s 2h", "meld 3 3s 3c")
    assert (said["rule"], said["move"]) == ("meld-size", 3)
    said = going_out(table, "3s 3c 2s 2h", "Ac", "meld A Ac 2s 2h", "meld 3 3s")
    assert (said["rule"], said["move"]) == ("meld-size", 3)


@BOTH
@pytest.mark.parametrize("last", ["Ac", "3c", "2d"])
def test_after_black_threes_nothing_else_is_melded(table: Table, last: str) -> None:
    moves = (f"3s 3c 3s {last}", "2h", "meld A 2h", "meld 3 3s 3c 3s")
    said = going_out(table, *moves, f"meld {'3' if last == '3c' else 'A'} {last}")
    assert (said["rule"], said["move"]) == ("meld-threes", 4)
    assert going_out(table, *moves, f"discard {last}")["verdict"] == "verified"


def test_a_black_three_is_a_natural_of_another_rank_elsewhere() -> None:
    assert melding(PAIRS, "Ks Kh 3s", "K Ks Kh 3s") == ("meld-rank", 0)
