"""Positions gathered into turns."""

from __future__ import annotations

from engine import CLASSIC, Out, TableMeld, positions
from engine.show.turns import Action, turns
from tests.engine.logs import case, classic
from tests.engine.table import make_deck


def test_a_turn_ends_with_the_discard_and_the_last_with_the_deal() -> None:
    log = classic()
    told = list(turns(positions(log)))
    assert [action.text for turn in told for action in turn.actions] == log["deals"][0]["moves"]
    assert all(turn.actions[-1].text.startswith("discard") for turn in told)
    assert [turn.over for turn in told] == [False] * (len(told) - 1) + [True]
    assert told[-1].out is Out.CONCEALED
    assert [turn.seat for turn in told] == [(told[0].seat + place) % 4 for place in range(len(told))]


def test_an_unfinished_turn_is_told_too() -> None:
    log = classic()
    log["deals"][0]["moves"] = log["deals"][0]["moves"][:1]
    (turn,) = turns(positions(log))
    assert [action.text for action in turn.actions] == ["draw"]
    assert not turn.over


def actions(name: str) -> list[Action]:
    return [action for turn in turns(positions(case(name))) for action in turn.actions]


def test_a_draw_tells_the_cards_and_the_red_threes_laid_out() -> None:
    draw = actions("tiny-red-three-drawn")[0]
    assert draw.drawn == ("As",)
    assert draw.red_threes == ("3h", "3d")


def test_the_rest_of_a_pile_comes_with_the_meld_that_reaches_the_minimum() -> None:
    _, _, take, jacks, queens, _ = actions("tiny-pending-joins")
    assert (take.pile, take.drawn, take.meld) == (2, (), TableMeld("K", ("Ks", "Kh", "Kd"), None))
    assert jacks.drawn == ("Qs",)
    assert queens.drawn == ()


def test_the_move_that_makes_a_canasta_says_so() -> None:
    log = case("tiny-must-keep-exception")
    made = [action for turn in turns(positions(log)) for action in turn.actions if action.canasta]
    assert [(action.text, action.meld and action.meld.canasta) for action in made] == [
        ("meld K Kc", "natural")
    ]


def test_a_meld_added_to_a_canasta_makes_none() -> None:
    log = classic()
    kings = "Ks Ks Kh Kh Kd Kd Kc"
    log["deals"][0] = {
        "deck": make_deck(CLASSIC, 4, {0: f"{kings} Kc 9s"}),
        "moves": ["draw", f"meld K {kings}", "meld K Kc", "discard 9s"],
    }
    (turn,) = turns(positions(log))
    assert [action.canasta for action in turn.actions] == [False, True, False, False]
    assert [len(action.meld.cards) for action in turn.actions if action.meld] == [7, 8]
