"""Sections 2 and 3: who sits where, the cut, the hands, the first card of the pile."""

import pytest

from engine.cards import CARD
from engine.dealing import read_shuffle
from engine.errors import Field, LogError
from engine.rules import CLASSIC, TEN_THOUSAND, Rules
from tests.engine.table import Game, make_deck

SIXTEEN = "4s 5s 6s 7s 8s 9s Ts Js Qs Ks 4h 5h 6h 7h 8h"


@pytest.mark.parametrize(
    ("rules", "players", "sides", "packs", "hand", "draw"),
    [
        (CLASSIC, 2, 2, 2, 15, 2),
        (CLASSIC, 4, 2, 2, 11, 1),
        (TEN_THOUSAND, 2, 2, 2, 15, 1),
        (TEN_THOUSAND, 3, 3, 2, 13, 1),
        (TEN_THOUSAND, 4, 2, 2, 11, 1),
        (TEN_THOUSAND, 5, 5, 3, 11, 1),
        (TEN_THOUSAND, 6, 3, 3, 11, 1),
    ],
)
def test_the_tables_of_both_rule_sets(
    rules: Rules, players: int, sides: int, packs: int, hand: int, draw: int
) -> None:
    table = rules.tables[players]
    assert (table.sides, table.packs, table.hand, table.draw) == (sides, packs, hand, draw)


def test_classic_has_no_other_tables() -> None:
    assert set(CLASSIC.tables) == {2, 4}
    assert set(TEN_THOUSAND.tables) == {2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 0, 1]), (5, [0, 1, 2, 3, 4]), (6, [0, 1, 2, 0, 1, 2])],
)
def test_partners_sit_opposite_each_other(players: int, seats: list[int]) -> None:
    table = TEN_THOUSAND.tables[players]
    assert [table.side_of(seat) for seat in range(players)] == seats
    assert [seat for side in range(table.sides) for seat in table.seats_of(side)] == sorted(
        range(players), key=lambda seat: (seats[seat], seat)
    )


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    deck = make_deck(TEN_THOUSAND, 3, {0: SIXTEEN[:38], 1: "As Ah Ad"})
    dealt = deck.split()
    game = Game(TEN_THOUSAND, 3, deck=deck)
    assert game.hand(0).split() == sorted(dealt[0:39:3], key=CARD.__getitem__)
    assert game.hand(1).split() == sorted(dealt[1:39:3], key=CARD.__getitem__)
    assert game.hand(2).split() == sorted(dealt[2:39:3], key=CARD.__getitem__)
    assert game.deal.stock == 108 - 39
    assert game.deal.seat == 0


def test_in_ten_thousand_the_pile_starts_empty() -> None:
    assert Game(TEN_THOUSAND, 4).deal.pile == ()


def test_in_classic_one_card_is_turned_up() -> None:
    game = Game(CLASSIC, 4, up="9h")
    assert game.deal.pile == (CARD["9h"],)
    assert game.deal.stock == 108 - 44 - 1


def test_wild_cards_and_red_threes_turned_up_are_covered_and_freeze_the_pile() -> None:
    game = Game(CLASSIC, 4, up="Jo 3h 2d 9h")
    assert game.deal.pile == tuple(CARD[code] for code in ("Jo", "3h", "2d", "9h"))
    assert game.deal.frozen
    assert not game.deal.blocked
    assert game.deal.red_threes(0) == game.deal.red_threes(1) == ()


def test_a_red_three_alone_freezes_the_pile_for_a_side_that_has_melded() -> None:
    game = Game(CLASSIC, 4, {0: "As Ah Ad Ac Kd Kd"}, up="3h 9h")
    game.play("draw", "meld A As Ah Ad", "discard Ac", "-", "-", "-")
    assert game.deal.frozen


def test_a_black_three_turned_up_blocks_the_first_player_only() -> None:
    game = Game(CLASSIC, 4, {0: "4s"}, up="3s")
    assert game.deal.pile == (CARD["3s"],)
    assert game.deal.blocked
    assert not game.play("draw", "discard 4s").deal.blocked


def test_red_threes_in_hand_are_replaced_from_the_dealers_left() -> None:
    game = Game(TEN_THOUSAND, 4, {0: "3h", 1: "3d 3h"}, stock="Ah 3d As Ad")
    assert game.deal.red_threes(0) == (CARD["3h"],)
    assert "Ah" in game.hand(0)
    assert game.deal.red_threes(1) == (CARD["3d"], CARD["3h"], CARD["3d"])
    assert "As Ad" in game.hand(1)
    assert [len(game.deal.hand(seat)) for seat in range(4)] == [11] * 4
    assert game.deal.stock == 108 - 44 - 4


def test_red_threes_are_replaced_after_a_card_is_turned_up() -> None:
    game = Game(CLASSIC, 4, {0: "3h"}, up="9h", stock="Ah")
    assert game.deal.pile == (CARD["9h"],)
    assert "Ah" in game.hand(0)


def test_cards_kept_of_the_cut_are_in_the_hand_before_the_dealer() -> None:
    deck = make_deck(TEN_THOUSAND, 4, {}, bottom="Jo 2h 4s")
    game = Game(TEN_THOUSAND, 4, deck=deck, cut="Jo 2h")
    assert "2h" in game.hand(2)
    assert "Jo" in game.hand(2)
    assert [len(game.deal.hand(seat)) for seat in range(4)] == [11] * 4
    assert game.deal.stock == 108 - 44


def test_a_hand_filled_by_the_cut_is_passed_over() -> None:
    deck = make_deck(TEN_THOUSAND, 4, {}, bottom="Jo 2h 4s")
    dealt = deck.split()
    game = Game(TEN_THOUSAND, 4, deck=deck, cut="Jo 2h")
    full = 9 * 4
    mine = [*dealt[0:full:4], dealt[full], dealt[full + 3]]
    assert game.hand(0).split() == sorted(mine, key=CARD.__getitem__)
    dealers = [*dealt[3:full:4], dealt[full + 2], dealt[full + 5]]
    assert game.hand(3).split() == sorted(dealers, key=CARD.__getitem__)


def test_a_red_three_kept_of_the_cut_is_laid_out_and_replaced() -> None:
    game = Game(TEN_THOUSAND, 2, bottom="3h 4s 5s", stock="Ac", cut="3h")
    assert game.deal.red_threes(0) == (CARD["3h"],)
    assert len(game.deal.hand(0)) == 15


def test_with_two_players_the_one_who_cuts_begins() -> None:
    game = Game(TEN_THOUSAND, 2, bottom="Jo 4s 5s", cut="Jo")
    assert game.deal.seat == 0
    assert "Jo" in game.hand(0)


def test_of_equal_cards_the_upper_one_leaves_the_deck() -> None:
    table = TEN_THOUSAND.tables[2]
    deck = make_deck(TEN_THOUSAND, 2, {}, bottom="Jo 4s Jo")
    shuffle = read_shuffle(TEN_THOUSAND, table, deck, "Jo")
    assert shuffle.deck[-2:] == (CARD["4s"], CARD["Jo"])
    assert len(shuffle.deck) == 107


def test_the_other_cards_of_the_cut_keep_their_order() -> None:
    deck = make_deck(TEN_THOUSAND, 2, {}, bottom="2s 4s Jo")
    shuffle = read_shuffle(TEN_THOUSAND, TEN_THOUSAND.tables[2], deck, "Jo")
    assert shuffle.deck[-2:] == (CARD["2s"], CARD["4s"])


def test_all_three_cards_of_the_cut_may_be_kept_in_any_order() -> None:
    deck = make_deck(TEN_THOUSAND, 2, {}, bottom="2s Jo 3h")
    shuffle = read_shuffle(TEN_THOUSAND, TEN_THOUSAND.tables[2], deck, "3h 2s Jo")
    assert len(shuffle.deck) == 105


def test_an_empty_cut_keeps_nothing() -> None:
    deck = make_deck(TEN_THOUSAND, 2, {}, bottom="2s Jo 3h")
    assert read_shuffle(TEN_THOUSAND, TEN_THOUSAND.tables[2], deck, "").kept == ()


@pytest.mark.parametrize(
    "cut",
    ["4s", "Jo Jo", "2h", "3s", "2s Jo 4s", "2s  Jo", " 2s", "2s ", "jo", "X", None, ["2s"], 7, " "],
    ids=repr,
)
def test_an_impossible_cut(cut: object) -> None:
    deck = make_deck(TEN_THOUSAND, 2, {}, bottom="2s 4s Jo")
    with pytest.raises(LogError) as error:
        read_shuffle(TEN_THOUSAND, TEN_THOUSAND.tables[2], deck, cut)
    assert error.value.field is Field.CUT


@pytest.mark.parametrize("cut", ["", "Jo", None])
def test_in_classic_any_cut_is_impossible(cut: object) -> None:
    deck = make_deck(CLASSIC, 2, {}, bottom="2s 4s Jo")
    with pytest.raises(LogError) as error:
        read_shuffle(CLASSIC, CLASSIC.tables[2], deck, cut)
    assert error.value.field is Field.CUT


@pytest.mark.parametrize(
    "change",
    [
        lambda deck: deck + " 4s",
        lambda deck: deck[3:],
        lambda deck: "4s" + deck[2:] if not deck.startswith("4s") else "5s" + deck[2:],
        lambda deck: deck.replace(" ", "  ", 1),
        lambda deck: " " + deck,
        lambda deck: deck + " ",
        lambda deck: deck.replace(" ", "\t", 1),
        lambda deck: deck.replace("Jo", "JO", 1),
        lambda deck: deck.lower(),
        lambda deck: "",
        lambda deck: None,
        lambda deck: deck.split(" "),
        lambda deck: 108,
    ],
)
def test_a_deck_that_is_not_the_right_cards(change: object) -> None:
    deck = make_deck(CLASSIC, 4, {})
    with pytest.raises(LogError) as error:
        read_shuffle(CLASSIC, CLASSIC.tables[4], change(deck))  # type: ignore[operator]
    assert error.value.field is Field.DECK


def test_five_players_need_three_packs() -> None:
    deck = make_deck(TEN_THOUSAND, 4, {})
    with pytest.raises(LogError):
        read_shuffle(TEN_THOUSAND, TEN_THOUSAND.tables[5], deck)
