"""What makes one thinking bot differ from another: numbers, not code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """How a bot likes to play."""

    pile_alone: int
    """The smallest pile that is taken by adding its top card to a meld."""
    pile_pair: int
    """The smallest pile that is taken with two naturals from hand."""
    pile_wild: int
    """The smallest pile that is taken with a wild card from hand."""
    opening_wilds: int
    """The most wild cards given for a first meld."""
    keeps: int
    """So many cards stay in hand to match the pile with, while nobody is near the end."""
    spends_wilds: bool
    """Lays wild cards as soon as they fit; otherwise only to complete a canasta or when the end is near."""
    goes_out_early: bool
    """Goes out as soon as it can; otherwise only when the end is near anyway."""
    fear: int
    """What giving the next player a card that fits weighs against keeping the own hand together."""


CAUTIOUS = Style(
    pile_alone=2,
    pile_pair=5,
    pile_wild=9,
    opening_wilds=1,
    keeps=2,
    spends_wilds=True,
    goes_out_early=True,
    fear=3,
)
"""Takes little risk: draws rather than gives cards for a pile, lays all it can, is out early."""

STEADY = Style(
    pile_alone=1,
    pile_pair=3,
    pile_wild=5,
    opening_wilds=3,
    keeps=3,
    spends_wilds=False,
    goes_out_early=True,
    fear=4,
)
"""Weighs the pile against what it costs, and wild cards against the canasta they complete."""

GREEDY = Style(
    pile_alone=1,
    pile_pair=1,
    pile_wild=1,
    opening_wilds=4,
    keeps=6,
    spends_wilds=False,
    goes_out_early=False,
    fear=0,
)
"""Wants the pile at any price, keeps cards to match it with, and doesn't mind whom its discards help."""
