"""Points: what a side scores in a deal, and the minimum its first meld must reach (sections 6 and 8).

Works from the items of a score sheet as well as from a played deal, and knows nothing of either.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.rules import Need, Out, Rules


class DealItems(NamedTuple):
    """What one side has at the end of a deal, as on a score sheet.

    `card_points` are the values of the melded cards and `hand` the values of the cards left in the side's
    hands, both as counts of points of 0 or more; `natural`, `mixed` and `wild` count canastas.
    """

    card_points: int = 0
    natural: int = 0
    mixed: int = 0
    wild: int = 0
    red_threes: int = 0
    out: Out = Out.NO
    hand: int = 0

    @property
    def canastas(self) -> int:
        """All canastas of the side."""
        return self.natural + self.mixed + self.wild


class DealScore(NamedTuple):
    """The signed parts of a side's score of a deal, and their sum."""

    cards: int
    canastas: int
    red_threes: int
    out: int
    hand: int

    @property
    def total(self) -> int:
        """The side's score of the deal."""
        return sum(self)


def score_parts(rules: Rules, items: DealItems) -> DealScore:
    """The score of a deal part by part (section 8).

    Raises IndexError or KeyError for red threes or a way out that the rule set doesn't know; `sheets.faults`
    names such items beforehand.
    """
    needed = items.card_points if rules.red_threes_need is Need.MELD else items.canastas
    red_threes = rules.red_threes[items.red_threes]
    melds_count = items.canastas > 0 or not rules.melds_need_canasta
    return DealScore(
        cards=items.card_points if melds_count else -items.card_points,
        canastas=items.natural * rules.natural_canasta
        + items.mixed * rules.mixed_canasta
        + items.wild * rules.wild_canasta,
        red_threes=red_threes if needed else -red_threes,
        out=rules.out_bonus[items.out],
        hand=-items.hand,
    )


def score(rules: Rules, items: DealItems) -> int:
    """The score of a side for a deal (section 8)."""
    return sum(score_parts(rules, items))


def minimum(rules: Rules, total: int) -> int:
    """What a side's first meld must reach with this total at the start of the deal (section 6)."""
    for start, least in rules.minimums:
        if total >= start:
            return least
    return rules.minimum_below
