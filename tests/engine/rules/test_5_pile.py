"""Section 5: the pile frozen and blocked, and what that leaves of the ways to take it."""

import pytest

from tests.engine.rules.table import Refusal, Table

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
BOTH = pytest.mark.parametrize("table", [CLASSIC, PAIRS], ids=["classic", "ten-thousand"])
KINGS = "meld K Ks Kh Kd Jo"


def after(
    table: Table, discards: str, held: str, *moves: str, melded: bool = False, melds: str = KINGS
) -> Refusal:
    """One player after the other draws and discards one of these cards; the next one plays the moves.

    In classic the pile begins with 9c. With `melded` that player's side has melded kings: the cards
    for it are in the hand of the player two places before, who needs two discards at least.
    """
    cards = discards.split()
    hands = {place % table.players: "" for place in range(len(cards) + 1)}
    before = []
    melder = (len(cards) - 2) if melded else -1
    for place, card in enumerate(cards):
        hands[place % table.players] += f" {card}"
        before.append("draw")
        if place == melder:
            hands[place % table.players] += melds.removeprefix("meld K")
            before.append(melds)
        before.append(f"discard {card}")
    taker = len(cards) % table.players
    hands[taker] = f"{hands.get(taker, '')} {held}"
    said = table.refusal(*before, *moves, hands=hands, then="9c" if table.rules == "classic" else "")
    return said and (said[0], said[1] - len(before))


# Classic: blocked


@BOTH
@pytest.mark.parametrize("stopper", ["3s", "3c", "Jo", "2s", "2d"])
def test_a_black_three_or_a_wild_card_on_top_blocks_the_pile(table: Table, stopper: str) -> None:
    pair = {"3": "3s 3c", "J": "Jo Jo", "2": "2s 2h"}[stopper[0]]
    assert after(table, stopper, pair, f"take {pair}") == ("pile-blocked", 0)
    assert after(table, stopper, "7s 7h", "take 7s 7h") == ("pile-blocked", 0)
    assert after(table, stopper, "7s 7h", "take") == ("pile-blocked", 0)


@pytest.mark.parametrize("stopper", ["3s", "3c", "Jo", "2s"])
def test_in_classic_it_is_no_longer_blocked_once_another_card_is_on_top(stopper: str) -> None:
    assert after(CLASSIC, f"{stopper} 7c", "7s 7h As Ah Ad", "take 7s 7h", "meld A As Ah Ad") is None


def test_a_black_three_below_the_top_does_not_freeze() -> None:
    assert after(CLASSIC, "3s Tc 7c", "7s 2d", "take 7s 2d", melded=True) is None


# Classic: frozen


@pytest.mark.parametrize("held", ["7s Jo", "7s 2d", "7s 8s", "Jo 2d"])
def test_in_classic_the_pile_is_frozen_to_a_side_that_has_not_melded(held: str) -> None:
    assert after(CLASSIC, "7c", held, f"take {held}") == ("pile-frozen", 0)
    assert after(CLASSIC, "7c", held, "take") == ("pile-frozen", 0)


def test_two_naturals_of_the_top_cards_rank_take_a_frozen_pile() -> None:
    assert after(CLASSIC, "7c", "7s 7h", "take 7s 7h") is None
    assert after(CLASSIC, "2s Tc 7c", "7s 7h", "take 7s 7h", melded=True) is None


def test_melds_of_the_turn_before_taking_cannot_unfreeze() -> None:
    """A turn begins with the take; only an earlier turn of the side counts."""
    hands = "7s 2d As Ah Ad"
    assert after(CLASSIC, "7c", hands, "meld A As Ah Ad") == ("draw-first", 0)


@pytest.mark.parametrize("wild", ["Jo", "2s"])
def test_a_wild_card_anywhere_in_the_pile_freezes_it_for_a_side_that_has_melded(wild: str) -> None:
    for pile in (f"{wild} Tc 7c", f"{wild} Tc 9h 7c"):
        assert after(CLASSIC, pile, "7s 2d", "take 7s 2d", melded=True) == ("pile-frozen", 0)
    assert after(CLASSIC, f"{wild} Tc Kc", "7s", "take", melded=True) == ("pile-frozen", 0)
    assert after(CLASSIC, "8c Tc Kc", "7s", "take", melded=True) is None


@pytest.mark.parametrize("cards", ["Kc Jo", "Kc 2d", "Jo 2d"])
def test_in_a_frozen_pile_even_the_rank_of_an_own_meld_needs_two_naturals(cards: str) -> None:
    held = "Kc Ks Jo 2d"
    assert after(CLASSIC, "2s Tc Kd", held, f"take {cards}", melded=True) == ("pile-frozen", 0)
    assert after(CLASSIC, "2s Tc Kd", held, "take Kc Ks", melded=True) is None


def test_a_side_that_has_melded_takes_an_unfrozen_pile_in_each_way() -> None:
    assert after(CLASSIC, "8c Kc", "7s", "take", melded=True) is None
    assert after(CLASSIC, "8c 7c", "7s 2d", "take 7s 2d", melded=True) is None
    assert after(CLASSIC, "8c 7c", "7s 7h", "take 7s 7h", melded=True) is None


def test_a_frozen_pile_thaws_when_it_is_taken() -> None:
    """Seat 3 takes the pile with the deuce in it; the next pile is 8c and 8h."""
    hands = {0: "2s 8h", 1: "Ks Kh Kd Jo Tc 8s 2d", 2: "7c", 3: "7s 7h 8c"}
    moves = ["draw", "discard 2s", "draw", KINGS, "discard Tc", "draw", "discard 7c"]
    moves += ["take 7s 7h", "discard 8c", "draw", "discard 8h", "take 8s 2d"]
    assert CLASSIC.refusal(*moves, hands=hands, then="9c") is None


# Ten-thousand: never frozen


def test_in_ten_thousand_nothing_freezes_the_pile() -> None:
    """A wild card discarded a round ago lies in the pile."""
    assert after(PAIRS, "2s Tc 9h 8c 7c", "7h 2d As Ah Ad", "take 7h 2d", "meld A As Ah Ad") is None


@pytest.mark.parametrize("pair", ["7s Jo", "7s 2d", "Jo 7s", "7s 7h"])
def test_in_ten_thousand_a_natural_and_a_wild_card_take_it_for_the_first_meld(pair: str) -> None:
    assert after(PAIRS, "7c", f"{pair} As Ah Ad", f"take {pair}", "meld A As Ah Ad") is None


def test_the_first_meld_with_a_natural_and_a_wild_card_counts_all_three_cards() -> None:
    """With a joker 60, and the rest of the pile comes at once; with a deuce 30."""
    assert after(PAIRS, "Tc 7c", "7s Jo", "take 7s Jo", "discard Tc") is None
    assert after(PAIRS, "Tc 7c", "7s 2d As", "take 7s 2d", "discard As") == ("initial-minimum", 1)


def test_in_ten_thousand_the_top_card_goes_on_a_meld_once_the_side_has_melded() -> None:
    assert after(PAIRS, "8c Kc", "7s", "take", melded=True) is None
    assert after(PAIRS, "Kc", "7s", "take") == ("pile-top", 0)


# Ten-thousand: blocked for a round


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("wild", ["Jo", "2c"])
def test_a_wild_card_blocks_until_the_turn_comes_back_to_who_discarded_it(players: int, wild: str) -> None:
    table = Table("ten-thousand", players)
    held = "7s 7h As Ah Ad"
    for later in range(1, players - 1):
        natural = ["8c", "9c", "Tc", "Jc"][: later - 1]
        assert after(table, " ".join([wild, *natural, "7c"]), held, "take 7s 7h") == ("pile-blocked", 0)
    back = [wild, *["8c", "9c", "Tc", "Jc"][: players - 2], "7c"]
    assert after(table, " ".join(back), held, "take 7s 7h", "meld A As Ah Ad") is None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_second_wild_card_blocks_for_a_round_of_its_own(players: int) -> None:
    """The first is discarded by seat 0, the second by seat 1: it is free for seat 1 again, not for seat 0."""
    table = Table("ten-thousand", players)
    between = ["8c", "9c", "Tc", "Jc"][: players - 2]
    held = "7s 7h As Ah Ad"
    to_seat_0 = ["2s", "Jo", *between]
    if players > 2:
        to_seat_0[-1] = "7c"
    assert after(table, " ".join(to_seat_0), held, "take 7s 7h") == ("pile-blocked", 0)
    to_seat_1 = ["2s", "Jo", *between, "7c"]
    assert after(table, " ".join(to_seat_1), held, "take 7s 7h", "meld A As Ah Ad") is None


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_black_three_blocks_for_the_next_turn_only(players: int) -> None:
    table = Table("ten-thousand", players)
    assert after(table, "3s", "7s 7h", "take 7s 7h") == ("pile-blocked", 0)
    assert after(table, "3s 7c", "7s 7h", "take 7s 7h") is None


def test_a_black_three_after_a_wild_card_does_not_shorten_the_round() -> None:
    held = "7s 7h As Ah Ad"
    assert after(PAIRS, "2s 3s 7c", held, "take 7s 7h") == ("pile-blocked", 0)
    assert after(PAIRS, "2s 3s 8c 7c", held, "take 7s 7h") is None


def test_a_black_three_at_the_end_of_the_round_blocks_its_next_turn() -> None:
    assert after(PAIRS, "2s 8c 9c 3s", "7s 7h", "take 7s 7h") == ("pile-blocked", 0)
    assert after(PAIRS, "2s 8c 9c 3s 7c", "7s 7h", "take 7s 7h") is None


def test_two_players_are_blocked_for_one_turn_each_time() -> None:
    two = Table("ten-thousand", 2)
    assert after(two, "2s", "7s 7h", "take 7s 7h") == ("pile-blocked", 0)
    assert after(two, "2s 7c", "7s 7h", "take 7s 7h") is None
