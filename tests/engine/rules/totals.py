"""First deals that bring side 0 of four players to a wanted total, so that a later deal starts with it."""

from __future__ import annotations

from typing import Any

from tests.engine.rules.table import Table

ACES = "As As Ah Ah Ad Ad Ac"
RED_THREES = "3h 3d 3h 3d"
FOURS = "4s 4h 4d 4c"
RICH, POOR = 1660, 860
"""What side 0 scores by `won` with all red threes and with none, before the partner's hand."""

DEALS_TO = {
    1495: (1495,),
    1500: (1500,),
    2495: (1435, 530, 530),
    2500: (1440, 530, 530),
    2995: (1500, 1495),
    3000: (1500, 1500),
    4995: (1500, 1500, 1400, 595),
    5000: (1500, 1500, 1400, 600),
}


def deals_to(table: Table, total: int) -> list[dict[str, Any]]:
    """Deals after which side 0 has just this total, or none for a total of 0."""
    parts = DEALS_TO[total] if total else ()
    return [won(table, number, part) for number, part in enumerate(parts)]


def begins(number: int) -> int:
    """The seat of side 0 that comes first in a deal: the one who begins, or the one after."""
    return (number + number % 2) % 4


def quiet(number: int) -> list[str]:
    """The turn before that, where side 1 begins: `8s` is drawn and goes."""
    return ["draw", "discard 8s"] * (number % 2)


def won(table: Table, number: int, score: int) -> dict[str, Any]:
    """Deal `number`, in which side 0 goes out in its first turn and scores so much.

    Seven aces, four fours and a discard: 140 + 20, in classic 500 + 200, in ten-thousand 600 + 100.
    """
    base = RICH if score > POOR else POOR
    seat = begins(number)
    hands = {
        seat: f"{ACES} {RED_THREES if base == RICH else FOURS}",
        (seat + 2) % 4: hand_worth(base - score),
    }
    then = ["9s"] if table.rules == "classic" else []
    then += FOURS.split() if base == RICH else []
    then += ["8s", "5s"] if number % 2 else ["5s"]
    moves = [*quiet(number), "draw", f"meld A {ACES}", f"meld 4 {FOURS}", "discard 5s"]
    return table.deal(*moves, hands=hands, then=" ".join(then), number=number)


def hand_worth(points: int) -> str:
    """Eleven cards worth so much."""
    deuces = [rank + suit for rank in "22" for suit in "shdc"]
    tens = [rank + suit for rank in "KQJ" for suit in "shdc"]
    fives = [rank + suit for rank in "767" for suit in "shdc"]
    for count in range(5):
        for twenties in range(9):
            for low in range(12 - count - twenties):
                high = 11 - count - twenties - low
                if 50 * count + 20 * twenties + 10 * high + 5 * low == points:
                    return " ".join([*["Jo"] * count, *deuces[:twenties], *tens[:high], *fives[:low]])
    raise ValueError(points)
