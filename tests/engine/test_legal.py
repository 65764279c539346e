"""What legal_moves lists is what the rules allow to a player who wants to end the turn."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RULE_SETS, Until, legal, legal_moves, play_match, positions, replay
from engine.moves import read_move
from engine.rules import CLASSIC, TEN_THOUSAND, Rules
from tests.engine.chance_positions import after, can_end, chance_deal, every_move, key
from tests.engine.table import Game, snapshot

TABLES = [(code, players) for code, rules in RULE_SETS.items() for players in rules.tables]


def listed(game: Game, kind: str = "") -> list[str]:
    """The moves listed whose text begins so."""
    return [move.text for move in legal.moves(game.deal) if move.text.startswith(kind)]


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 2**40))
def test_the_list_is_every_accepted_move_after_which_the_turn_can_end(seed: int) -> None:
    rng = Random(seed)
    deal = chance_deal(rng)
    seat = deal.seat
    while not deal.over and deal.seat == seat:
        moves = legal.moves(deal)
        trials = {key(move): after(deal, move) for move in every_move(deal)}
        expected = {look for look, trial in trials.items() if trial is not None and can_end(trial)}
        assert {key(move) for move in moves} == expected
        assert len(moves) == len(expected)
        assert moves
        deal.play(rng.choice(moves))


@pytest.mark.parametrize(("code", "players"), TABLES)
def test_in_a_bots_match_the_replay_accepts_what_is_listed_and_the_move_played_is(
    code: str, players: int
) -> None:
    log = play_match(RULE_SETS[code], players, seed=4, until=Until(deals=1), bots=["random"])
    (logged,) = log["deals"]
    played = logged["moves"]
    for position in positions(log):
        moves = legal_moves(position)
        if position.over:
            assert moves == []
        elif position.move % 11 == 0:
            assert played[position.move] in moves
            for move in moves:
                tried = {**logged, "moves": [*played[: position.move], move]}
                verdict = replay({**log, "deals": [tried]})
                assert verdict.rule in {None, "deal-unfinished", "result"}


# A take or a meld that would lead nowhere


def eights(rules: Rules, hand: str) -> Game:
    """Seat 1 of four holds these eleven cards; an eight of hearts was just discarded."""
    assert len(hand.split()) == 11
    return Game(rules, 4, {0: "8h", 1: hand}).play("draw", "discard 8h")


def test_a_take_is_listed_only_if_the_hand_can_reach_the_minimum() -> None:
    at_45 = eights(CLASSIC, "8s 8d 4s 4h 4d 9s Js Qs Ks As Ts")
    at_50 = eights(CLASSIC, "8s 8d 4s 4h 4d 4c 9s Js Qs Ks As")
    assert at_45.deal.allows(read_move("take 8s 8d"))
    assert listed(at_45) == ["draw"]
    assert listed(at_50) == ["draw", "take 8s 8d"]


def test_after_a_take_only_what_still_reaches_the_minimum_is_listed() -> None:
    game = eights(CLASSIC, "8s 8d 4s 4h 4d 4c 9s Js Qs Ks As").play("take 8s 8d")
    assert game.deal.allows(read_move("meld 4 4s 4h 4d"))
    assert listed(game) == ["meld 4 4s 4h 4d", "meld 4 4s 4h 4d 4c"]
    assert listed(game.play("meld 4 4s 4h 4d")) == ["meld 4 4c"]
    assert listed(game.play("meld 4 4c"), "discard")


def test_a_first_meld_of_the_wrong_wild_card_is_not_listed() -> None:
    game = eights(TEN_THOUSAND, "8s 8d Jo 2s 4s 4h 9s Js Qs Ks As")
    assert listed(game) == ["draw", "take 8s 8d", "take 8s 2s", "take 8s Jo"]
    game.play("take 8s 2s")
    assert "meld 4 4s 4h Jo" in listed(game)
    assert "meld 8 8d" not in listed(eights(TEN_THOUSAND, "8s 8d 2s 4s 4h 9s 9h Js Qs Ks As"))


def test_a_meld_that_leaves_one_card_without_a_canasta_is_not_listed() -> None:
    game = Game(CLASSIC, 4, {0: "Ks Kh Kd Qs Qh Qd Js Jh Jd Ts Th"}, stock="Td").play("draw")
    game.play("meld K Ks Kh Kd", "meld Q Qs Qh Qd", "meld J Js Jh Jd")
    assert game.hand(0) == "Ts Th Td"
    assert listed(game) == ["discard Ts", "discard Th", "discard Td"]


def test_in_ten_thousand_the_meld_of_the_last_card_is_not_listed() -> None:
    game = Game(TEN_THOUSAND, 4, {0: "5s 5s 5h 5h 5d 5d 5c 4s 4h 4d 4c"}, stock="4s").play("draw")
    game.play("meld 5 5s 5s 5h 5h 5d 5d 5c", "meld 4 4s 4h 4d")
    assert listed(game) == ["meld 4 4s", "discard 4s", "discard 4c"]


# Going out


def test_black_threes_are_listed_only_when_they_go_out() -> None:
    fives, threes = "5s 5s 5h 5h 5d 5d 5c 5c", "3s 3s 3c"
    game = Game(CLASSIC, 4, {0: f"{fives} {threes}"}, stock="9h", totals=(-5, -5)).play("draw")
    assert listed(game, "meld 3") == []
    game.play(f"meld 5 {fives}")
    assert listed(game, "meld") == [f"meld 3 {threes}"]
    assert listed(game.play(f"meld 3 {threes}")) == ["discard 9h"]


def test_concealed_going_out_is_listed_below_the_minimum() -> None:
    fives, fours = "5s 5s 5h 5h 5d 5d 5c", "4s 4h 4d 4c"
    game = Game(CLASSIC, 4, {0: f"{fives} {fours}"}, stock="9h", totals=(3000, 0)).play("draw")
    assert f"meld 5 {fives}" in listed(game)
    assert "meld 5 5s 5s 5h" in listed(game)
    game.play(f"meld 5 {fives}")
    assert listed(game) == ["meld 4 4s 4h 4d", "meld 4 4s 4h 4d 4c"]
    assert listed(game.play("meld 4 4s 4h 4d")) == ["meld 4 4c"]
    assert listed(game.play("meld 4 4c")) == ["discard 9h"]


def test_without_the_last_card_going_out_concealed_nothing_below_the_minimum_is_listed() -> None:
    fives, others = "5s 5s 5h 5h 5d 5d 5c", "4s 4h 4d 9s"
    game = Game(CLASSIC, 4, {0: f"{fives} {others}"}, stock="Ks", totals=(3000, 0)).play("draw")
    assert game.deal.allows(read_move(f"meld 5 {fives}"))
    assert listed(game, "meld") == []


# The end of the stock


def test_with_an_empty_stock_a_player_passes_or_takes() -> None:
    game = Game(CLASSIC, 4).idle_until(0)
    assert "draw" not in listed(game)
    assert listed(game)
    assert listed(Game(CLASSIC, 4)) == ["draw"]


# Suits


def test_melds_differ_in_what_the_rules_see_and_not_in_suits() -> None:
    game = Game(CLASSIC, 4, {0: "Ks Kh Kd 2h 2d Jo 4s 6s 7s 9s Js"}, stock="Qs").play("draw")
    assert listed(game, "meld K") == [
        *("meld K Ks Kh Jo", "meld K Ks Kh 2h", "meld K Ks Kh 2h Jo"),
        *("meld K Ks Kh 2h 2d", "meld K Ks Kh 2h 2d Jo"),
        *("meld K Ks Kh Kd", "meld K Ks Kh Kd Jo", "meld K Ks Kh Kd 2h", "meld K Ks Kh Kd 2h Jo"),
        *("meld K Ks Kh Kd 2h 2d", "meld K Ks Kh Kd 2h 2d Jo"),
    ]


def test_a_listed_move_changes_nothing() -> None:
    game = Game(CLASSIC, 4, {0: "Ks Kh Kd 2h 2d Jo 4s 6s 7s 9s Js"}).play("draw")
    before = snapshot(game.deal)
    legal.moves(game.deal)
    assert snapshot(game.deal) == before
