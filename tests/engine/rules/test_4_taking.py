"""Section 4: taking the pile, and what becomes of its rest before the minimum is reached."""

import pytest

from tests.engine.rules.table import Refusal, Table, refusal, verdict
from tests.engine.rules.totals import deals_to

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])
ACES = "As Ah Ad"
MELD_ACES = "meld A As Ah Ad"
MELDED = ("draw", "meld K Ks Kh Kd Jo")


def partner_takes(table: Table, top: str, held: str, *moves: str, then: str = "Tc Qs") -> Refusal:
    """Seat 0 melds kings and discards Tc, seat 1 discards the top card, seat 2 plays the moves.

    So the side has melded, and the pile is Tc and the top card (in classic on 9c).
    """
    up = "9c " if table.rules == "classic" else ""
    hands = {0: "Ks Kh Kd Jo", 1: top, 2: held}
    before = [*MELDED, f"discard {then[:2]}", "draw", f"discard {top}"]
    said = table.refusal(*before, *moves, hands=hands, then=f"{up}{then}")
    return said and (said[0], said[1] - len(before))


def first_take(table: Table, pile: str, held: str, *moves: str, total: int = 0) -> Refusal:
    """The moves of a player of a side that has not melded, before whom this pile lies.

    In classic its first card was turned up; the others were discarded by the players before. With a total the
    player must be of side 0.
    """
    deals = deals_to(table, total)
    number = len(deals)
    discarded = pile.split()[1 if table.rules == "classic" else 0 :]
    seat = (number + len(discarded)) % 4
    assert seat % 2 == 0 or not total
    hands = {(number + place) % 4: card for place, card in enumerate(discarded)} | {seat: held}
    then = " ".join(
        [*pile.split()[: 1 if table.rules == "classic" else 0], *("8s", "8h", "8d")[: len(discarded)]]
    )
    before = [move for card in discarded for move in ("draw", f"discard {card}")]
    said = refusal(table.log(*deals, table.deal(*before, *moves, hands=hands, then=then, number=number)))
    return said and (said[0], said[1] - len(before))


@BOTH
def test_the_top_card_may_be_added_to_the_sides_meld_with_no_card_from_hand(table: Table) -> None:
    assert partner_takes(table, "Kc", "7s", "take", "discard Tc") is None
    assert partner_takes(table, "7c", "7s", "take") == ("pile-top", 0)


@BOTH
def test_the_whole_pile_but_its_top_card_comes_to_the_hand(table: Table) -> None:
    assert partner_takes(table, "Kc", "7s", "take", "discard Tc") is None
    assert partner_takes(table, "Kc", "7s", "take", "discard Kc") == ("card-not-held", 1)


@BOTH
@pytest.mark.parametrize("pair", ["7s 7h", "7h 7s", "7s Jo", "2d 7h"])
def test_two_naturals_or_a_natural_and_a_wild_card_make_a_new_meld(table: Table, pair: str) -> None:
    assert partner_takes(table, "7c", "7s 7h Jo 2d", f"take {pair}", "discard Tc") is None


@BOTH
@pytest.mark.parametrize("pair", ["Ks Kh", "Ks 2s", "2s Kh"])
def test_the_two_cards_may_join_the_sides_meld(table: Table, pair: str) -> None:
    assert partner_takes(table, "Kc", "Ks Kh 2s", f"take {pair}") is None


@BOTH
@pytest.mark.parametrize("pair", ["7s 8s", "8s 8h", "8s Jo", "Jo Jo", "2s Jo", "7s As", "Ks Kh"])
def test_no_other_two_cards(table: Table, pair: str) -> None:
    assert partner_takes(table, "7c", "7s 8s 8h Jo Jo 2s As Ks Kh", f"take {pair}") == ("pile-top", 0)


@BOTH
@pytest.mark.parametrize("cards", ["7s", "7s 7h 7d", "7s 7h 7d 7c"])
def test_exactly_two_cards_are_named_or_none(table: Table, cards: str) -> None:
    said = verdict(table.log(table.deal(f"take {cards}")))
    assert (said["verdict"], said["rule"], said["move"]) == ("malformed", "move", 0)


@BOTH
def test_more_cards_follow_as_ordinary_melds_from_hand_and_pile(table: Table) -> None:
    moves = ("take 7s 7h", "meld 7 7d", "meld T Ts Th Tc", "discard As")
    assert partner_takes(table, "7c", "7s 7h 7d Ts Th As", *moves) is None


@BOTH
def test_a_pile_that_was_taken_is_gone(table: Table) -> None:
    """After the take the pile is the one card discarded on it; the next player to take gets no more."""
    moves = ("take", "discard Tc", "take Ts Th", MELD_ACES, "discard 9c")
    hands = {0: "Ks Kh Kd Jo", 1: "Kc", 3: f"Ts Th {ACES} 9c"}
    before = (*MELDED, "discard Tc", "draw", "discard Kc")
    said = table.refusal(
        *before, *moves[:4], "discard Kc", hands=hands, then="9s Tc" if table is CLASSIC else "Tc"
    )
    assert said == ("card-not-held", len(before) + 4)


def test_the_top_card_alone_needs_a_meld_of_the_own_side() -> None:
    hands = {0: "Ks Kh Kd Jo Kc"}
    assert PAIRS.refusal(*MELDED, "discard Kc", "take", hands=hands) == ("pile-top", 3)


# The rest of the pile and the minimum


@BOTH
def test_before_the_minimum_the_rest_of_the_pile_is_not_in_the_hand(table: Table) -> None:
    take = (table, "7c 9d", f"9s 9h {ACES} 7s 7h", "take 9s 9h")
    assert first_take(*take, "meld 7 7s 7h 7c") == ("card-not-held", 1)
    assert first_take(*take, MELD_ACES, "meld 7 7s 7h 7c") is None
    assert first_take(*take, MELD_ACES, "discard 7c") is None


@BOTH
def test_discarding_before_the_minimum(table: Table) -> None:
    assert first_take(table, "7c 9d", "9s 9h As", "take 9s 9h", "discard As") == ("initial-minimum", 1)


@BOTH
def test_the_rest_comes_as_soon_as_the_minimum_is_reached(table: Table) -> None:
    """Three aces are 60 at once; three nines and a fourth with a deuce are 30, 40, 60."""
    assert first_take(table, "7c As", "Ah Ad", "take Ah Ad", "discard 7c") is None
    nines = (table, "7c 9d", "9s 9h 9c 2s", "take 9s 9h")
    assert first_take(*nines, "meld 9 9c", "discard 7c") == ("card-not-held", 2)
    assert first_take(*nines, "meld 9 9c 2s", "discard 7c") is None
    assert first_take(*nines, "meld 9 9c", "meld 9 2s", "discard 7c") is None


@BOTH
def test_exactly_the_minimum_is_enough(table: Table) -> None:
    """Three nines are 30; with two more nines 50, with three fives 45."""
    nines = (table, "7c 9d", "9s 9h 9c 9c", "take 9s 9h")
    assert first_take(*nines, "meld 9 9c 9c", "discard 7c") is None
    fives = (table, "7c 9d", "9s 9h 5s 5h 5d", "take 9s 9h")
    assert first_take(*fives, "meld 5 5s 5h 5d", "discard 7c") == ("card-not-held", 2)


@BOTH
@pytest.mark.parametrize(
    "melds", [("meld 5 5s 5h 5d 5c 5s 5h 5d",), ("meld 5 5s 5h 5d", "meld 6 6s 6h 6d 6c")]
)
def test_a_meld_that_lays_the_last_card_before_the_minimum(table: Table, melds: tuple[str, ...]) -> None:
    """Twelve cards of 5 are 60 of the 90 that a total of 1500 asks for; a canasta makes no difference."""
    pile = "7c 4d" if table is CLASSIC else "7c 7d 4d"
    hand = " ".join(["4s 4h 4c 4s", *(meld[7:] for meld in melds)])
    said = first_take(table, pile, hand, "take 4s 4h", "meld 4 4c 4s", *melds, total=1500)
    assert said == ("initial-minimum", 1 + len(melds))


@BOTH
def test_once_it_is_reached_the_rest_is_the_hand_of_who_laid_down_all(table: Table) -> None:
    """The same sixty points at a total of 0."""
    moves = ("take 4s 4h", "meld 4 4c 4s", "meld 5 5s 5h 5d 5c 5s 5h 5d", "discard 7c")
    assert first_take(table, "7c 7d 4d", "4s 4h 4c 4s 5s 5h 5d 5c 5s 5h 5d", *moves) is None


@BOTH
def test_the_cards_of_the_rest_dont_count_for_the_minimum(table: Table) -> None:
    """Aces in the pile are worth nothing yet: 30 points of nines and an ace from the pile are no 50."""
    take = (table, "Ac 9d", f"9s 9h Kc {ACES[:5]}", "take 9s 9h")
    assert first_take(*take, "meld A As Ah Ac") == ("card-not-held", 1)


# Red threes in the pile


def test_red_threes_in_a_pile_are_laid_out_and_not_replaced() -> None:
    """The next player draws the top card of the stock, Qs, that a replacement would have been."""
    dealt = {"hands": {0: f"9s 9h {ACES} 4c"}, "then": "3h 9d Qs"}
    moves = ("take 9s 9h", MELD_ACES)
    assert CLASSIC.refusal(*moves, "discard 3h", **dealt) == ("card-not-held", 2)
    assert CLASSIC.refusal(*moves, "discard Qs", **dealt) == ("card-not-held", 2)
    assert CLASSIC.refusal(*moves, "discard 4c", "draw", "discard Qs", **dealt) is None


@pytest.mark.parametrize(
    ("threes", "bonus"), [("3h", 100), ("3h 3d", 200), ("3h 3d 3h", 300), ("3h 3d 3h 3d", 800)]
)
def test_red_threes_of_a_pile_score_for_the_taker(threes: str, bonus: int) -> None:
    """Nines 40, aces 140, their canasta 500, going out 100; the partner holds 110, the others 220."""
    dealt = {"hands": {0: "9s 9h 9c Ks As As Ah Ah Ad Ad Ac"}, "then": f"{threes} 9d"}
    moves = ("take 9s 9h", "meld A As As Ah Ah Ad Ad Ac", "meld 9 9c", "discard Ks")
    said = verdict(CLASSIC.log(CLASSIC.deal(*moves, **dealt)))
    assert said["scores"] == [40 + 140 + 500 + 100 + bonus - 110, -220]


# One card, and a pile of one card


def one_card_each(table: Table, top: str, *moves: str) -> Refusal:
    """Seat 0 has one card in hand, a queen, and melds of aces (a canasta) and kings; the pile is one card.

    Seat 3 took the pile before and discarded the card.
    """
    hands = {0: "As As Ah Ah Ad Ad Ac Ks Kh Kd Qs", 1: "5d", 2: "7c", 3: f"7s 7h 2s 2h {top}"}
    before = ["draw", "meld A As As Ah Ah Ad Ad Ac", "meld K Ks Kh Kd", "discard 4c", "draw", "discard 5d"]
    before += ["draw", "discard 7c", "take 7s 7h", "meld 7 2s 2h", f"discard {top}"]
    up = "9s " if table is CLASSIC else ""
    said = table.refusal(*before, *moves, hands=hands, then=f"{up}4c Qh Qd")
    return said and (said[0], said[1] - len(before))


def test_one_card_in_hand_takes_no_pile_of_one_card_in_classic() -> None:
    assert one_card_each(CLASSIC, "Kc", "take") == ("pile-one-card", 0)
    assert one_card_each(CLASSIC, "Kc", "take Kh Kd") == ("pile-one-card", 0)
    assert one_card_each(CLASSIC, "Qh", "take Qs Qd") == ("pile-one-card", 0)


def test_in_ten_thousand_it_does() -> None:
    assert one_card_each(PAIRS, "Kc", "take", "discard Qs") is None
