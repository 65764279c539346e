"""Section 7: `must-keep`, a single card left by a meld or a take, and its one exception."""

import pytest

from tests.engine.rules.table import Refusal, Table, refusal, verdict
from tests.engine.rules.totals import deals_to

PAIR = Table("classic", 2)
CLASSIC = Table("classic", 4)
TWO = Table("ten-thousand", 2)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])
SIX_ACES = "As As Ah Ah Ad Ad"
ACES = f"{SIX_ACES} Ac"


def up(table: Table) -> str:
    return "9c " if table.rules == "classic" else ""


def refused(table: Table, held: str, drawn: str, *moves: str) -> Refusal:
    """Seat 0 holds these cards, draws these, and plays the moves; they count from 0."""
    said = table.refusal("draw", *moves, hands={0: held}, then=f"{up(table)}{drawn}")
    return said and (said[0], said[1] - 1)


@BOTH
def test_a_meld_that_leaves_one_card_without_the_canasta(table: Table) -> None:
    kings, queens = "meld K Ks Kh Kd Kc", "meld Q Qs Qh Qd Qc"
    held = "Ks Kh Kd Kc Qs Qh Qd Qc 4s 4h 4d"
    assert refused(table, held, "Ts", kings, queens, "meld 4 4s 4h 4d") == ("must-keep", 2)


@BOTH
def test_two_cards_may_be_left_and_one_by_a_discard(table: Table) -> None:
    held = "Ks Kh Kd Kc Qs Qh Qd 4s 4h 4d Js"
    melds = ("meld K Ks Kh Kd Kc", "meld Q Qs Qh Qd", "meld 4 4s 4h 4d")
    assert refused(table, held, "Ts", *melds, "discard Ts") is None


@BOTH
def test_with_the_canasta_one_card_may_be_left(table: Table) -> None:
    moves = (f"meld A {ACES}", "meld K Ks Kh Kd Kc")
    assert refused(table, f"{ACES} Ks Kh Kd Kc", "Ts", *moves) is None


@BOTH
def test_the_meld_that_makes_the_canasta_may_leave_one(table: Table) -> None:
    moves = ("meld K Ks Kh Kd Kc", f"meld A {ACES}")
    assert refused(table, f"{ACES} Ks Kh Kd Kc", "Ts", *moves) is None


# The exception


SIX_AND_FIVE = (f"meld A {SIX_ACES}", "meld K Ks Kh Kd Kc Ks")
HELD = f"{SIX_ACES} Ks Kh Kd Kc Ks"


@pytest.mark.parametrize("last", ["Ac", "Jo", "2s"])
def test_the_last_card_can_be_melded_as_the_seventh_and_goes_out_so(last: str) -> None:
    said = verdict(
        CLASSIC.log(CLASSIC.deal("draw", *SIX_AND_FIVE, f"meld A {last}", hands={0: HELD}, then=f"9c {last}"))
    )
    assert said["verdict"] == "verified"


@pytest.mark.parametrize("last", ["Kd", "Ts", "3s"])
def test_a_last_card_that_makes_no_canasta_is_no_exception(last: str) -> None:
    assert refused(CLASSIC, HELD, last, *SIX_AND_FIVE) == ("must-keep", 1)


def test_the_last_card_that_could_be_melded_may_not_be_discarded_instead() -> None:
    assert refused(CLASSIC, HELD, "Ac", *SIX_AND_FIVE, "discard Ac") == ("no-canasta", 2)


def test_a_fourth_wild_card_is_no_lawful_seventh() -> None:
    held = "As Ah Ad Jo 2s 2h Ks Kh Kd Kc Ks"
    moves = ("meld A As Ah Ad Jo 2s 2h", "meld K Ks Kh Kd Kc Ks")
    assert refused(CLASSIC, held, "2d", *moves) == ("must-keep", 1)
    assert refused(CLASSIC, held, "Ac", *moves) is None


def test_two_players_need_one_before_it() -> None:
    queens = "Qs Qh Qd"
    kings = "Ks Ks Kh Kh Kd Kd"
    one = f"{ACES} {kings} Qs Qh"
    moves = (f"meld A {ACES}", f"meld K {kings}", f"meld Q {queens}")
    assert refused(PAIR, one, "Qd Kc", *moves) is None
    assert refused(PAIR, one, "Qd Kc", *moves, "meld K Kc") is None
    assert refused(PAIR, one, "Qd Tc", *moves) == ("must-keep", 2)
    none = f"{SIX_ACES} {kings} Qs Qh Qc"
    moves = (f"meld A {SIX_ACES}", f"meld K {kings}", "meld Q Qs Qh Qc Qd")
    assert refused(PAIR, none, "Qd Kc", *moves) == ("must-keep", 2), (
        "the seventh king would be the first canasta"
    )


@pytest.mark.parametrize("table", [TWO, PAIRS])
def test_in_ten_thousand_the_last_card_is_not_melded_and_so_there_is_no_exception(table: Table) -> None:
    more = ["meld Q Qs Qh Qd Qc"] if table is TWO else []
    held = HELD + (" Qs Qh Qd Qc" if table is TWO else "")
    assert refused(table, held, "Ac", *more, *SIX_AND_FIVE) == ("must-keep", 1 + len(more))


def test_after_black_threes_the_last_card_can_only_be_discarded() -> None:
    """Two players: the seventh ace would be the second canasta, but nothing is melded after black threes."""
    kings = "Ks Ks Kh Kh Kd Kd Kc"
    moves = (f"meld A {SIX_ACES}", f"meld K {kings}")
    held = f"{SIX_ACES} {kings} 3s 3c"
    assert refused(PAIR, held, "3s Ac", *moves, "meld 3 3s 3c 3s") == ("must-keep", 2)
    assert refused(PAIR, f"{held[:-5]}4s 4h", "4d Ac", *moves, "meld 4 4s 4h 4d") is None


def test_it_must_be_lawful_to_go_out_so_and_the_minimum_counts() -> None:
    """At 3000: fours and fives are 60. Concealed they need no minimum; with the pile 120."""
    deals = deals_to(CLASSIC, 3000)
    hands = {2: "4s 4h 4c 4s 5s 5h 5d 5c 5s 5h 5d"}
    melds = ("meld 4 4c 4s", "meld 5 5s 5h 5d 5c 5s 5h")
    taken = CLASSIC.deal("take 4s 4h", *melds, hands=hands, then="4d", number=2)
    assert refusal(CLASSIC.log(*deals, taken)) == ("must-keep", 2)
    drawn = CLASSIC.deal("draw", "meld 4 4s 4h 4d", *melds, "meld 5 5d", hands=hands, then="9c 4d", number=2)
    assert verdict(CLASSIC.log(*deals, drawn))["verdict"] == "verified"


# A take


def taking(table: Table, *moves: str, kings: str = "") -> Refusal:
    """Seat 0 holds Qs Qh Kd, its side has melds of four aces and four kings; before it lies the one card Qc.

    `kings` are added by the partner.
    """
    hands = {0: "As Ah Ad Ac Ks Kh Ks Kh Qs Qh Kd", 2: f"7c {kings}", 3: "7s 7h Js Jh Jd Jo Qc"}
    before = ["draw", "meld A As Ah Ad Ac", "meld K Ks Kh Ks Kh", "discard 4c", "draw", "discard 5d", "draw"]
    before += [f"meld K {kings}"] if kings else []
    before += ["discard 7c", "take 7s 7h", "meld J Js Jh Jd Jo", "discard Qc"]
    said = table.refusal(*before, *moves, hands=hands, then=f"{up(table)}4c 5d 6d")
    return said and (said[0], said[1] - len(before))


@BOTH
def test_a_take_that_leaves_one_card_without_the_canasta(table: Table) -> None:
    assert taking(table, "take Qs Qh") == ("must-keep", 0)
    assert taking(table, "take Qs Qh", kings="Kd") == ("must-keep", 0)


@BOTH
def test_a_take_with_the_canasta_may_leave_one(table: Table) -> None:
    assert taking(table, "take Qs Qh", "discard Kd", kings="Kd Kc Kc") is None


def test_a_take_may_leave_the_card_that_makes_the_canasta() -> None:
    """The partner brought the kings to six; Kd is the seventh. In ten-thousand it may not be melded last."""
    assert taking(CLASSIC, "take Qs Qh", "meld K Kd", kings="Kc Kc") is None
    assert taking(CLASSIC, "take Qs Qh", "discard Kd", kings="Kc Kc") == ("no-canasta", 1)
    assert taking(PAIRS, "take Qs Qh", kings="Kc Kc") == ("must-keep", 0)


# The rest of a taken pile


FIFTY = "4s 4h 4c 4s 5s 5h 5d 6s 6h 6d"
MELDS = ("take 4s 4h", "meld 4 4c 4s", "meld 5 5s 5h 5d", "meld 6 6s 6h 6d")
"""With the top card 4d eleven cards of 5 and no canasta."""


def test_the_rest_still_to_come_counts_as_in_hand() -> None:
    """At 1500, 55 of 90: one card in hand and one to come are two; discarding is too early."""
    deals = deals_to(CLASSIC, 1500)
    dealt = {"hands": {1: "4d", 2: f"{FIFTY} Ts"}, "then": "7c", "number": 1}
    for more, said in (((), None), (("discard Ts",), ("initial-minimum", 6))):
        deal = CLASSIC.deal("draw", "discard 4d", *MELDS, *more, **dealt)
        assert refusal(CLASSIC.log(*deals, deal)) == said


@pytest.mark.parametrize(("pile", "said"), [("3h 4d", ("must-keep", 3)), ("2s 4d", None)])
def test_red_threes_of_the_rest_dont_count(pile: str, said: Refusal) -> None:
    deals = deals_to(CLASSIC, 3000)
    deal = CLASSIC.deal(*MELDS, hands={2: f"{FIFTY} Ts"}, then=pile, number=2)
    assert refusal(CLASSIC.log(*deals, deal)) == said


@pytest.mark.parametrize(("last", "rule"), [("Jo", None), ("Qc", "must-keep")])
def test_the_last_card_may_reach_minimum_and_canasta_at_once(last: str, rule: str | None) -> None:
    """At 3000 fours 25 and queens 60 are 85 of 120: a joker is enough, a seventh queen is not."""
    deals = deals_to(CLASSIC, 3000)
    queens = "Qs Qs Qh Qh Qd Qd"
    dealt = {"hands": {2: f"4s 4h 4c 4s {queens} {last}"}, "then": "3h 4d", "number": 2}
    melds = ("take 4s 4h", "meld 4 4c 4s", f"meld Q {queens}")
    said = verdict(CLASSIC.log(*deals, CLASSIC.deal(*melds, f"meld Q {last}", **dealt)))
    assert said.get("rule") == rule
    assert said.get("move") == (2 if rule else None)
