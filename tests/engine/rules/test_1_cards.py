"""Section 1: the cards, and what each is worth."""

import pytest

from tests.engine.rules.table import Table, verdict

OUT = ("draw", "meld A As As Ah Ah Ad Ad Ac", "meld 4 4s 4h 4d 4c", "discard 5s")
ACES_AND_FOURS = "As As Ah Ah Ad Ad Ac 4s 4h 4d 4c"
VALUES = {"Jo": 50, "2s": 20, "Ac": 20} | dict.fromkeys(["8h", "9h", "Th", "Jh", "Qh", "Kh"], 10)
VALUES |= dict.fromkeys(["7h", "6h", "5h", "4h", "3s", "3c"], 5)


@pytest.mark.parametrize(("card", "value"), VALUES.items())
def test_a_card_left_in_hand_costs_its_value(card: str, value: int) -> None:
    classic = Table("classic", 4)
    deal = classic.deal(*OUT, hands={0: ACES_AND_FOURS, 1: card}, then="9s 5s")
    said = verdict(classic.log(deal))
    assert said["scores"] == [500 + 140 + 20 + 200 - 110, -(value + 100) - 110]


@pytest.mark.parametrize("card", ["1s", "10s", "kS", "Ks.", "jo", "JO", "Joker", "W", "", "3", "Kx"])
def test_no_other_card_code_can_be_read(card: str) -> None:
    classic = Table("classic", 4)
    deal = classic.deal()
    deck = str(deal["deck"]).split()
    deck[0] = card
    said = verdict(classic.log({**deal, "deck": " ".join(deck)}))
    assert (said["verdict"], said["rule"], said["deal"]) == ("malformed", "deck", 0)


@pytest.mark.parametrize("wild", ["Jo", "2s", "2h", "2d", "2c"])
def test_jokers_and_deuces_are_wild(wild: str) -> None:
    hands = {0: f"As Ah Ad {wild}"}
    assert Table("classic", 4).refusal("draw", f"meld A As Ah Ad {wild}", hands=hands) is None


@pytest.mark.parametrize("card", ["3s", "4s", "Ks"])
def test_nothing_else_is_wild(card: str) -> None:
    table = Table("classic", 4)
    assert table.refusal("draw", f"meld A As Ah Ad {card}", hands={0: f"As Ah Ad {card}"}) == ("meld-rank", 1)


@pytest.mark.parametrize(("cards", "points"), [(6, -120), (7, 140 + 600)])
def test_seven_cards_are_a_canasta_and_six_are_none(cards: int, points: int) -> None:
    table = Table("ten-thousand", 3)
    aces = " ".join(["As", "As", "Ah", "Ah", "Ad", "Ad", "Ac"][:cards])
    dealt = {"hands": {0: aces}, "then": "8s", "bottom": "5s"}
    rest = table.drain(table.deal(**dealt))[2:]
    said = verdict(table.log(table.deal("draw", f"meld A {aces}", "discard 8s", *rest, "pass", **dealt)))
    left_in_hand = 10 * (13 - cards)
    assert said["scores"][0] == points - left_in_hand
