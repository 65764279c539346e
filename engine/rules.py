"""The two rule sets as data: what differs between them, and nothing that is the same in both.

A difference in a number is a field, a difference in behaviour an enum member that one function reads. No
function here looks at cards in play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Table:
    """What depends on the number of players (section 2)."""

    players: int
    sides: int
    packs: int
    hand: int
    draw: int
    canastas_to_go_out: int

    def side_of(self, seat: int) -> int:
        """The side that holds a seat: partners sit opposite each other."""
        return seat % self.sides

    def seats_of(self, side: int) -> range:
        """The seats of a side, the lower one first."""
        return range(side, self.players, self.sides)


class Out(Enum):
    """How a side went out of a deal (section 7)."""

    NO = "no"
    PLAIN = "plain"
    CONCEALED = "concealed"
    BLACK_THREES = "black_threes"


class WildLimit(Enum):
    """How many wild cards a meld may have (section 6)."""

    THREE = "three"
    HALF = "half"


class WildBlock(Enum):
    """How long a discarded wild card blocks the pile (section 5)."""

    NEXT_TURN = "next turn"
    ROUND = "round"


class LastCard(Enum):
    """How the last card may leave the hand (section 7)."""

    MELD_OR_DISCARD = "meld or discard"
    DISCARD = "discard"


class Need(Enum):
    """What a side must have for its red threes to count for it (section 8)."""

    MELD = "meld"
    CANASTA = "canasta"


@dataclass(frozen=True)
class Rules:
    """One rule set."""

    code: str
    tables: Mapping[int, Table]
    points: int
    """The match is played to so many points where its log names no other end (section 9)."""
    minimums: tuple[tuple[int, int], ...]
    """(from this total on, the first meld's minimum), highest first; below all of them `minimum_below`."""
    minimum_below: int
    cut_bonus: bool
    """The player on the dealer's right may keep cards of the cut (section 3)."""
    turned_up: bool
    """A card is turned up to start the pile (section 3)."""
    pile_freezes: bool
    wild_block: WildBlock
    single_pile_kept: bool
    """One card in hand may not take a pile of one card (section 4)."""
    naturals_in_meld: int
    wild_limit: WildLimit
    wild_melds: bool
    last_card: LastCard
    out_bonus: Mapping[Out, int]
    """The ways to go out that this rule set knows, and their bonus (section 7)."""
    natural_canasta: int
    mixed_canasta: int
    wild_canasta: int
    red_threes: tuple[int, ...]
    """The bonus for so many red threes of one side (section 8)."""
    red_threes_need: Need
    melds_need_canasta: bool
    """Without a canasta the melded cards count against the side (section 8)."""


SMALLEST_MELD = 3
CANASTA = 7
WILDS_IN_MELD = 3

CLASSIC = Rules(
    code="classic",
    tables={
        2: Table(2, 2, packs=2, hand=15, draw=2, canastas_to_go_out=2),
        4: Table(4, 2, packs=2, hand=11, draw=1, canastas_to_go_out=1),
    },
    points=5000,
    minimums=((3000, 120), (1500, 90), (0, 50)),
    minimum_below=15,
    cut_bonus=False,
    turned_up=True,
    pile_freezes=True,
    wild_block=WildBlock.NEXT_TURN,
    single_pile_kept=True,
    naturals_in_meld=2,
    wild_limit=WildLimit.THREE,
    wild_melds=False,
    last_card=LastCard.MELD_OR_DISCARD,
    out_bonus={Out.NO: 0, Out.PLAIN: 100, Out.CONCEALED: 200},
    natural_canasta=500,
    mixed_canasta=300,
    wild_canasta=0,
    red_threes=(0, 100, 200, 300, 800),
    red_threes_need=Need.MELD,
    melds_need_canasta=False,
)

TEN_THOUSAND = Rules(
    code="ten-thousand",
    tables={
        2: Table(2, 2, packs=2, hand=15, draw=1, canastas_to_go_out=1),
        3: Table(3, 3, packs=2, hand=13, draw=1, canastas_to_go_out=1),
        4: Table(4, 2, packs=2, hand=11, draw=1, canastas_to_go_out=1),
        5: Table(5, 5, packs=3, hand=11, draw=1, canastas_to_go_out=1),
        6: Table(6, 3, packs=3, hand=11, draw=1, canastas_to_go_out=1),
    },
    points=10000,
    minimums=((5000, 150), (2500, 120), (1500, 90), (0, 50)),
    minimum_below=15,
    cut_bonus=True,
    turned_up=False,
    pile_freezes=False,
    wild_block=WildBlock.ROUND,
    single_pile_kept=False,
    naturals_in_meld=0,
    wild_limit=WildLimit.HALF,
    wild_melds=True,
    last_card=LastCard.DISCARD,
    out_bonus={Out.NO: 0, Out.PLAIN: 100, Out.BLACK_THREES: 300},
    natural_canasta=600,
    mixed_canasta=300,
    wild_canasta=1000,
    red_threes=(0, 100, 200, 300, 800, 1000, 1200),
    red_threes_need=Need.CANASTA,
    melds_need_canasta=True,
)

RULE_SETS: Mapping[str, Rules] = {rules.code: rules for rules in (CLASSIC, TEN_THOUSAND)}
