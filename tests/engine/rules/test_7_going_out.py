"""Section 7: the canastas needed, the last card, concealed going out, and what must be kept."""

from typing import Any

import pytest

from tests.engine.rules.table import Refusal, Table, verdict

PAIR = Table("classic", 2)
CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])
ACES = "As As Ah Ah Ad Ad Ac"
KINGS = "Ks Ks Kh Kh Kd Kd Kc"


def up(table: Table) -> str:
    return "9c " if table.rules == "classic" else ""


def played(table: Table, hands: dict[int, str], stock: str, *moves: str) -> dict[str, Any]:
    return verdict(table.log(table.deal(*moves, hands=hands, then=f"{up(table)}{stock}")))


def told(said: dict[str, Any]) -> Refusal:
    return None if said["verdict"] == "verified" else (said["rule"], said["move"])


# The canastas needed


@BOTH
@pytest.mark.parametrize("canasta", [(), (f"meld A {ACES}",)], ids=["none", "the partner's"])
def test_a_canasta_of_the_partner_is_enough_and_none_is_not(table: Table, canasta: tuple[str, ...]) -> None:
    hands = {0: "Ks Kh Kd Kc Qs Qh Qd Qc 4s 4h 4d", 2: ACES}
    moves = ["draw", "discard 8s", "draw", "discard 8h", "draw", *canasta, "discard 8d", "draw", "discard 8c"]
    moves += ["draw", "meld K Ks Kh Kd Kc", "meld Q Qs Qh Qd Qc", "meld 4 4s 4h 4d"]
    said = played(table, hands, "8s 8h 8d 8c 8s", *moves, "discard 8s")
    assert told(said) == (None if canasta else ("must-keep", len(moves) - 1))


def test_two_players_need_two_in_classic() -> None:
    """Seventeen cards: seven aces, seven kings, three fours."""
    hands = {0: f"{ACES} {KINGS} 4s"}
    moves = ("draw", f"meld A {ACES}", f"meld K {KINGS}", "meld 4 4s 4h 4d")
    assert told(played(PAIR, hands, "4h 4d", *moves)) is None
    one = {0: f"{ACES} Ks Kh Kd Kc Qs Qh Qd Qc"}
    moves = ("draw", f"meld A {ACES}", "meld K Ks Kh Kd Kc", "meld Q Qs Qh Qd Qc")
    assert told(played(PAIR, one, "Ts Js", *moves, "discard Ts", "draw")) == ("deal-unfinished", 6)
    assert told(played(PAIR, one, "Ks Qs", *moves[:2], moves[2] + " Ks", moves[3] + " Qs")) == (
        "no-canasta",
        3,
    )


@pytest.mark.parametrize("players", [2, 3])
def test_one_is_enough_for_single_players_in_ten_thousand(players: int) -> None:
    table = Table("ten-thousand", players)
    more = {2: "Ks Kh Kd Kc Qs Qh Qd Qc", 3: "Ks Kh Kd Qs Qh Qd"}[players]
    melds = [f"meld {rank} {' '.join(c for c in more.split() if c[0] == rank)}" for rank in "KQ"]
    said = played(table, {0: f"{ACES} {more}"}, "Ts", "draw", f"meld A {ACES}", *melds, "discard Ts")
    assert told(said) is None


@BOTH
@pytest.mark.parametrize("canasta", ["As As Ah Ah Ad Ad Ac", "As As Ah Ah Ad Ad 2s", "As As Ah Ah Jo 2s 2h"])
def test_natural_and_mixed_canastas_count_alike(table: Table, canasta: str) -> None:
    moves = ("draw", f"meld A {canasta}", "meld K Ks Kh Kd Kc", "discard Ts")
    assert told(played(table, {0: f"{canasta} Ks Kh Kd Kc"}, "Ts", *moves)) is None


@BOTH
def test_six_cards_are_no_canasta(table: Table) -> None:
    moves = ("draw", "meld A As As Ah Ah Ad Ad", "meld K Ks Kh Kd Kc Ks", "discard Ts")
    assert told(played(table, {0: "As As Ah Ah Ad Ad Ks Kh Kd Kc Ks"}, "Ts", *moves)) == ("must-keep", 2)


def test_a_wild_canasta_is_one() -> None:
    wild = "2s 2h 2d 2c Jo Jo Jo"
    moves = ("draw", f"meld W {wild}", "meld K Ks Kh Kd Kc", "discard Ts")
    assert told(played(PAIRS, {0: f"{wild} Ks Kh Kd Kc"}, "Ts", *moves)) is None


# The last card


def test_in_classic_the_last_card_is_melded_or_discarded() -> None:
    hands = {0: f"{ACES} Ks Kh Kd Kc"}
    moves = ("draw", f"meld A {ACES}")
    assert told(played(CLASSIC, hands, "Ts", *moves, "meld K Ks Kh Kd Kc", "discard Ts")) is None
    assert told(played(CLASSIC, hands, "Ac", *moves, "meld K Ks Kh Kd Kc", "meld A Ac")) is None
    assert told(played(CLASSIC, hands, "Ac", *moves, "meld A Ac", "meld K Ks Kh Kd Kc")) is None


def test_in_ten_thousand_it_is_discarded() -> None:
    hands = {0: f"{ACES} Ks Kh Kd Kc"}
    moves = ("draw", f"meld A {ACES}")
    assert told(played(PAIRS, hands, "Ac", *moves, "meld K Ks Kh Kd Kc", "meld A Ac")) == ("must-discard", 3)
    assert told(played(PAIRS, hands, "Ac", *moves, "meld A Ac", "meld K Ks Kh Kd Kc")) == ("must-discard", 3)
    assert told(played(PAIRS, hands, "Ac", *moves, "meld K Ks Kh Kd Kc", "discard Ac")) is None


@BOTH
def test_without_the_canasta_the_hand_is_not_emptied(table: Table) -> None:
    hands = {0: "As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd"}
    moves = ("draw", "meld A As Ah Ad Ac", "meld K Ks Kh Kd Kc")
    assert told(played(table, hands, "Qc", *moves, "meld Q Qs Qh Qd Qc")) == ("no-canasta", 3)
    assert told(played(table, hands, "Qc", *moves, "meld Q Qs Qh Qd")) == ("must-keep", 3)


# The bonus. Side 1 holds two hands of dull tens, 220; the partner holds 110.


def scores(table: Table, hands: dict[int, str], stock: str, *moves: str) -> list[int]:
    said = played(table, hands, stock, *moves)
    assert said["verdict"] == "verified", said
    return list(said["scores"])


def test_classic_concealed_is_200() -> None:
    hands = {0: f"{ACES} Ks Kh Kd Kc"}
    moves = ("draw", f"meld A {ACES}", "meld K Ks Kh Kd Kc")
    assert scores(CLASSIC, hands, "Ts", *moves, "discard Ts") == [140 + 40 + 500 + 200 - 110, -220]
    assert scores(CLASSIC, hands, "Ac", *moves, "meld A Ac") == [160 + 40 + 500 + 200 - 110, -220]
    assert scores(CLASSIC, hands, "Ac", *moves, "discard Ac") == [140 + 40 + 500 + 200 - 110, -220]


def test_a_new_meld_of_this_turn_may_grow_in_it() -> None:
    hands = {0: f"{ACES} Ks Kh Kd Kc"}
    moves = ("draw", "meld A As As Ah", "meld K Ks Kh Kd", "meld A Ah Ad", "meld A Ad Ac", "meld K Kc")
    assert scores(CLASSIC, hands, "Ts", *moves, "discard Ts") == [140 + 40 + 500 + 200 - 110, -220]


def test_classic_100_after_an_earlier_meld() -> None:
    hands = {0: f"{ACES} Ks Kh Kd Kc"}
    moves = ["draw", f"meld A {ACES}", "discard Ts", "draw", "discard 8s", "draw", "discard 8h", "draw"]
    moves += ["discard 8d", "draw", "meld K Ks Kh Kd Kc", "discard 9s"]
    assert scores(CLASSIC, hands, "Ts 8s 8h 8d 9s", *moves) == [140 + 40 + 500 + 100 - 110, -220]


def test_classic_100_after_taking_the_pile() -> None:
    hands = {0: f"{ACES} 9s 9h Ks Kh"}
    moves = ("take 9s 9h", f"meld A {ACES}", "discard Ks")
    said = verdict(CLASSIC.log(CLASSIC.deal(*moves, hands=hands, then="9d")))
    assert (said["rule"], said["move"]) == ("deal-unfinished", 3), "Kh is left"
    hands = {0: f"{ACES} 9s 9h 9c Ks"}
    moves = ("take 9s 9h", f"meld A {ACES}", "meld 9 9c", "discard Ks")
    said = verdict(CLASSIC.log(CLASSIC.deal(*moves, hands=hands, then="9d")))
    assert said["scores"] == [40 + 140 + 500 + 100 - 110, -220]


def partner_first(melds: str, hand: str, *moves: str, drawn: str = "Ts") -> list[int]:
    """Classic: seat 0 makes the melds; seat 2, who has melded nothing, goes out in its first turn."""
    ranks = melds.split("; ")
    hands = {0: " ".join(cards[2:] for cards in ranks), 2: hand}
    before = ["draw", *(f"meld {cards}" for cards in ranks), "discard 8s", "draw", "discard 8h", "draw"]
    return scores(CLASSIC, hands, f"8s 8h {drawn}", *before, *moves)


def test_concealed_beside_other_melds_of_the_partner() -> None:
    """Fives 15 and jacks 40 of the partner, who holds four tens: the melds of the second are all new."""
    jacks = "J Js Jh Jd Jc; 5 5s 5h 5d"
    moves = (f"meld A {ACES}", "meld K Ks Kh Kd Kc", "discard Ts")
    assert partner_first(jacks, f"{ACES} Ks Kh Kd Kc", *moves)[0] == 55 + 140 + 40 + 500 + 200 - 40


def test_a_card_added_to_the_partners_meld_makes_it_ordinary() -> None:
    jacks = "J Js Jh Jd Jc; 5 5s 5h 5d"
    moves = (f"meld A {ACES}", "meld K Ks Kh Kd", "meld J Js", "discard Ts")
    assert partner_first(jacks, f"{ACES} Ks Kh Kd Js", *moves)[0] == 55 + 140 + 30 + 10 + 500 + 100 - 40


def test_the_canasta_must_be_among_the_new_melds_for_concealed() -> None:
    """The partner has the canasta: going out is lawful, and ordinary."""
    moves = ("meld K Ks Kh Kd Kc", "meld Q Qs Qh Qd Qc", "meld 4 4s 4h 4d", "discard Ts")
    hand = "Ks Kh Kd Kc Qs Qh Qd Qc 4s 4h 4d"
    assert partner_first(f"A {ACES}", hand, *moves)[0] == 140 + 500 + 40 + 40 + 15 + 100 - 40


def test_two_canastas_must_be_new_where_two_are_needed() -> None:
    hands = {0: f"{ACES} {KINGS} 4s"}
    moves = ("draw", f"meld A {ACES}", f"meld K {KINGS}", "meld 4 4s 4h 4d")
    assert scores(PAIR, hands, "4h 4d", *moves) == [140 + 70 + 15 + 1000 + 200, -150]


def test_black_threes_are_new_melds_too() -> None:
    moves = ("draw", f"meld A {ACES}", "meld 3 3s 3c 3s 3c", "discard Ts")
    assert scores(CLASSIC, {0: f"{ACES} 3s 3c 3s 3c"}, "Ts", *moves)[0] == 140 + 20 + 500 + 200 - 110


def test_ten_thousand_100_concealed_or_not_and_300_with_black_threes() -> None:
    moves = ("draw", f"meld A {ACES}")
    kings = (*moves, "meld K Ks Kh Kd Kc", "discard Ts")
    assert scores(PAIRS, {0: f"{ACES} Ks Kh Kd Kc"}, "Ts", *kings)[0] == 140 + 40 + 600 + 100 - 110
    threes = (*moves, "meld 3 3s 3c 3s 3c", "discard Ts")
    assert scores(PAIRS, {0: f"{ACES} 3s 3c 3s 3c"}, "Ts", *threes)[0] == 140 + 20 + 600 + 300 - 110
    empty = (*moves, "meld A Ac", "meld 3 3s 3c 3s 3c")
    assert scores(PAIRS, {0: f"{ACES} 3s 3c 3s 3c"}, "Ac", *empty)[0] == 160 + 20 + 600 + 300 - 110


@BOTH
def test_the_discard_that_goes_out_may_be_any_card(table: Table) -> None:
    """Face down: a wild card or a black three as well."""
    for last in ("2s", "Jo", "3s", "Kc"):
        moves = ("draw", f"meld A {ACES}", "meld 8 8s 8h 8d 8c", f"discard {last}")
        assert told(played(table, {0: f"{ACES} 8s 8h 8d 8c"}, last, *moves)) is None
