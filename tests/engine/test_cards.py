"""Section 1: the cards and their values."""

import pytest

from engine.cards import CARD, CODES, RANK_OF, RANKS, VALUE, pack, points, text


@pytest.mark.parametrize(
    ("codes", "value"),
    [
        ("Jo", 50),
        ("As Ah Ad Ac", 20),
        ("2s 2h 2d 2c", 20),
        ("Ks Qh Jd Tc 9s 8h", 10),
        ("7s 6h 5d 4c", 5),
        ("3s 3c", 5),
        ("3h 3d", 0),
    ],
)
def test_card_values(codes: str, value: int) -> None:
    assert [VALUE[CARD[code]] for code in codes.split()] == [value] * len(codes.split())


def test_there_are_53_different_cards() -> None:
    assert len(set(CODES)) == 53


@pytest.mark.parametrize(("packs", "cards", "jokers"), [(2, 108, 4), (3, 162, 6)])
def test_a_pack_has_two_jokers_and_every_card_once(packs: int, cards: int, jokers: int) -> None:
    deck = pack(packs)
    assert len(deck) == cards
    assert deck.count(CARD["Jo"]) == jokers
    assert all(deck.count(card) == packs for card in range(52))


def test_two_packs_are_worth_1180_points() -> None:
    assert points(pack(2)) == 4 * 50 + 8 * 20 + 8 * 20 + 48 * 10 + 32 * 5 + 4 * 5 == 1180


def test_jokers_and_deuces_are_the_wild_rank() -> None:
    assert {code for code in CODES if RANKS[RANK_OF[CARD[code]]] == "W"} == {"Jo", "2s", "2h", "2d", "2c"}
    assert RANKS[RANK_OF[CARD["Th"]]] == "T"


def test_cards_are_written_as_codes() -> None:
    assert text([CARD["Jo"], CARD["Td"]]) == "Jo Td"
