"""The written forms of a move."""

import pytest

from engine.cards import CARD
from engine.errors import Field, LogError
from engine.moves import KNOWN_MOVES, LONGEST_KNOWN, Kind, _known, read_move, read_moves


@pytest.mark.parametrize(
    ("text", "kind", "cards"),
    [
        ("draw", Kind.DRAW, ""),
        ("pass", Kind.PASS, ""),
        ("take", Kind.TAKE, ""),
        ("take Ks Kh", Kind.TAKE, "Ks Kh"),
        ("take Jo Jo", Kind.TAKE, "Jo Jo"),
        ("discard 9c", Kind.DISCARD, "9c"),
        ("discard 3h", Kind.DISCARD, "3h"),
        ("meld K Ks", Kind.MELD, "Ks"),
        ("meld W Jo 2s 2h", Kind.MELD, "Jo 2s 2h"),
        ("meld 3 3s 3s 3c", Kind.MELD, "3s 3s 3c"),
        ("meld T Td Th 3h", Kind.MELD, "Td Th 3h"),
    ],
)
def test_a_move_is_read_and_keeps_its_text(text: str, kind: Kind, cards: str) -> None:
    move = read_move(text)
    assert (move.text, move.kind) == (text, kind)
    assert move.cards == tuple(CARD[code] for code in cards.split())


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "draw ", " draw", "Draw", "DRAW", "draw Ks", "pass ", "pass 4s", "shuffle",
        "take ", "take Ks", "take Ks Kh Kd", "take  Ks Kh", "take Ks  Kh", "take Ks Kh ", "take K Ks",
        "discard", "discard ", "discard K", "discard Ks Kh", "discard  Ks", "discard ks", "discard KS",
        "discard 10s", "discard sK", "discard Jo ", "discard jo",
        "meld", "meld K", "meld K ", "meld  K Ks", "meld K  Ks Kh", "meld Ks Kh Kd", "meld 2 2s 2h 2d",
        "meld Jo Jo Jo Jo", "meld w Jo Jo Jo", "meld k Ks Kh Kd", "meld 10 Ts Th Td", "meld K Ks,Kh,Kd",
        "meld K Ks Kh X", "meld K\tKs", "draw\n", "draw\u00a0", "meld K Ks\u2003Kh", "ｄraw",
        "meld\u0000K Ks", "discard 9с",
    ],
)  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(LogError) as error:
        read_move(text)
    assert error.value.field is Field.MOVE


@pytest.mark.parametrize("text", [None, 7, 1.5, True, ["draw"], {"draw": 1}], ids=repr)
def test_a_move_is_text(text: object) -> None:
    with pytest.raises(LogError) as error:
        read_moves(["draw", text])  # type: ignore[list-item]
    assert (error.value.field, error.value.move) == (Field.MOVE, 1)


def test_the_first_unreadable_move_is_named() -> None:
    with pytest.raises(LogError) as error:
        read_moves(["draw", "discard 9c", "fold", "shuffle"])
    assert error.value.move == 2


def test_what_the_checks_want_to_know_of_a_meld() -> None:
    move = read_move("meld K Ks Kh Jo 2s 9c Ks")
    assert (move.wilds, move.strays, move.points) == (2, 1, 10 + 10 + 50 + 20 + 10 + 10)


def test_the_memory_of_moves_is_bounded() -> None:
    read_moves([f"meld K {' '.join(['Ks'] * LONGEST_KNOWN)}"])
    assert all(len(text) <= LONGEST_KNOWN for text in _known)
    suits = [f"{rank}{suit}" for rank in "456789TJQKA" for suit in "shdc"]
    texts = [f"meld {a[0]} {a} {b} {c}" for a in suits for b in suits for c in suits[:12]]
    assert len(texts) > KNOWN_MOVES
    read_moves(texts)
    assert len(_known) <= KNOWN_MOVES
    assert read_moves(texts[:1])[0].text == texts[0]
