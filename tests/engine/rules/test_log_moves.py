"""The format of a move log: decks, cuts and moves as they are written."""

from typing import Any

import pytest

from tests.engine.rules.table import Table, verdict
from tests.engine.rules.totals import won

CLASSIC = Table("classic", 4)
PAIRS = Table("ten-thousand", 4)
DEAL = won(CLASSIC, 0, 1500)


def deal_with(**fields: Any) -> dict[str, Any]:
    return CLASSIC.log(DEAL | fields)


def malformed(log: dict[str, Any]) -> Any:
    said = verdict(log)
    assert said["verdict"] == "malformed", said
    return said["rule"]


# Cards


@pytest.mark.parametrize("value", [None, "", 5, [], "Ks", ["Ks"] * 108])
def test_deck(value: object) -> None:
    said = verdict(deal_with(deck=value))
    assert (said["verdict"], said["rule"], said["deal"]) == ("malformed", "deck", 0)
    assert malformed(CLASSIC.log({"moves": []})) == "deck"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda deck: deck + " ",
        lambda deck: " " + deck,
        lambda deck: deck.replace(" ", "  ", 1),
        lambda deck: deck.replace(" ", "\t", 1),
        lambda deck: deck.replace(" ", "\n", 1),
        lambda deck: deck.replace(" ", "\u00a0", 1),
        lambda deck: deck.replace(" ", ",", 1),
        lambda deck: deck.replace(" ", "", 1),
        lambda deck: deck + " Ks",
        lambda deck: deck[3:],
        lambda deck: deck.replace("Ks", "Kh"),
        lambda deck: deck.lower(),
        lambda deck: deck.replace("Jo", "*"),
    ],
)
def test_a_deck_is_just_its_cards_with_single_spaces(spoil: Any) -> None:
    assert malformed(deal_with(deck=spoil(DEAL["deck"]))) == "deck"


@pytest.mark.parametrize("value", [None, 3, ["Jo"], " ", "Jo ", " Jo", "Jo  2s", "Jo,2s", "Joker", "jo"])
def test_cut(value: object) -> None:
    deal = PAIRS.deal(bottom="Jo 2s 3h") | {"cut": value}
    said = verdict(PAIRS.log(deal))
    assert (said["verdict"], said["rule"], said["deal"]) == ("malformed", "cut", 0)


def test_an_empty_cut_keeps_nothing_and_in_classic_any_cut_is_too_much() -> None:
    deal = PAIRS.deal() | {"cut": ""}
    assert verdict(PAIRS.log(deal, forfeit={"seat": 0}))["verdict"] == "verified"
    for cut in ("", "Jo", None):
        assert malformed(deal_with(cut=cut)) == "cut"


# Moves


@pytest.mark.parametrize(
    "move",
    [
        None,
        5,
        True,
        [],
        ["draw"],
        {"draw": 1},
        "",
        " ",
        "Draw",
        "DRAW",
        "draw ",
        " draw",
        "draw\n",
        "draw 2",
        "pass now",
        "take ",
        "take Ks",
        "take Ks Kh Kd",
        "take  Ks Kh",
        "take Ks  Kh",
        "take Ks\u00a0Kh",
        "take Ks\tKh",
        "take K K",
        "meld",
        "meld K",
        "meld K ",
        "meld Ks Kh Kd",
        "meld 2 2s 2h 2d",
        "meld 1 Ks Kh Kd",
        "meld 10 Ts Th Td",
        "meld k Ks Kh Kd",
        "meld J0 Jo",
        "meld Jo Jo Jo Jo",
        "meld R 3h 3d 3h",
        "meld  K Ks Kh Kd",
        "meld K Ks Kh Kd ",
        "meld K Ks Kh 1d",
        "meld K Ks, Kh, Kd",
        "discard",
        "discard ",
        "discard K",
        "discard Ks Kh",
        "discard  Ks",
        "discard ks",
        "discard W",
        "lay off",
        "ｄraw",
    ],
)
def test_a_move_that_cannot_be_read(move: object) -> None:
    said = verdict(deal_with(moves=["draw", move, "draw"]))
    assert (said["verdict"], said["rule"], said["deal"], said["move"]) == ("malformed", "move", 0, 1)


@pytest.mark.parametrize("rank", "3456789TJQKAW")
@pytest.mark.parametrize("cards", ["Ks", "3h", "Jo 2s", "As As As As As As As As As As As As"])
def test_any_rank_and_cards_can_be_read(rank: str, cards: str) -> None:
    said = verdict(deal_with(moves=["draw", f"meld {rank} {cards}"]))
    assert (said["verdict"], said["move"]) == ("rejected", 1)


@pytest.mark.parametrize(
    "move", ["draw", "take", "take Ks Kh", "take Ks Ks", "take Jo 3h", "discard 3h", "pass"]
)
def test_the_other_forms_can_be_read_whatever_the_cards(move: str) -> None:
    assert verdict(deal_with(moves=[move]))["verdict"] == "rejected"
