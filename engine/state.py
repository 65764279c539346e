"""The state of one deal, and every question that can be asked about it.

Nothing here changes a deal once it is dealt; `deal.Deal` does, and checks the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Self

from engine.cards import Card, Rank, points
from engine.dealing import Shuffle, deal_out
from engine.melds import Meld
from engine.rules import CANASTA, Out, Rules, Table
from engine.scoring import DealItems, minimum
from engine.tableau import Laid, Side


class DealState:
    """What is on the table and in the hands, and whose turn it is."""

    __slots__ = (
        "_drawn", "_hand", "_hands", "_laid", "_melded", "_out", "_out_side", "_over", "_pile", "_seat",
        "_side", "_sides", "_stock", "dealer", "minimums", "rules", "table",
    )  # fmt: skip

    def __init__(
        self, rules: Rules, table: Table, dealer: int, shuffle: Shuffle, totals: tuple[int, ...]
    ) -> None:
        self.rules = rules
        self.table = table
        self.dealer = dealer
        self.minimums = tuple(minimum(rules, total) for total in totals)
        """What each side's first meld must reach in this deal."""
        layout = deal_out(rules, table, dealer, shuffle)
        self._hands = layout.hands
        self._stock = layout.stock
        self._pile = layout.pile
        self._sides = [Side() for _ in range(table.sides)]
        for seat, red_threes in layout.red_threes.items():
            self._sides[table.side_of(seat)].red_threes += red_threes
        self._turn_to((dealer + 1) % table.players)
        self._laid: Laid | None = None
        self._melded: set[int] = set()
        """The seats that melded in an earlier turn."""
        self._over = False
        self._out = Out.NO
        self._out_side = 0

    def copy(self) -> Self:
        """Another deal in the same state, to try a move on."""
        other = type(self).__new__(type(self))
        other.rules, other.table, other.dealer = self.rules, self.table, self.dealer
        other.minimums = self.minimums
        other._hands = [hand.copy() for hand in self._hands]
        other._stock = self._stock.copy()
        other._pile = self._pile.copy()
        other._sides = [side.copy() for side in self._sides]
        other._turn_to(self._seat)
        other._drawn = self._drawn
        other._laid = None if self._laid is None else self._laid.copy()
        other._melded = self._melded.copy()
        other._over, other._out, other._out_side = self._over, self._out, self._out_side
        return other

    # The turn

    def _turn_to(self, seat: int) -> None:
        self._seat = seat
        self._hand = self._hands[seat]
        self._side = self._sides[seat % self.table.sides]
        self._drawn = False

    @property
    def seat(self) -> int:
        """Whose turn it is, or was when the deal ended."""
        return self._seat

    @property
    def side(self) -> int:
        """The side to move."""
        return self._seat % self.table.sides

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self._over

    @property
    def drawn(self) -> bool:
        """Whether the player has drawn or taken the pile in this turn."""
        return self._drawn

    @property
    def took(self) -> bool:
        """Whether the player has taken the pile in this turn."""
        return self._laid is not None and self._laid.took

    @property
    def rest(self) -> tuple[Card, ...]:
        """The rest of a taken pile, on the table until the minimum is reached (section 4)."""
        return () if self._laid is None else tuple(self._laid.rest)

    @property
    def still_needed(self) -> int:
        """Points that the side to move must still meld this turn if it melds, to reach its minimum."""
        if self._laid is None:
            return self._least()
        return max(0, self._laid.least - self._laid.points)

    # The table

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards a player holds, by rank."""
        return tuple(sorted(self._hands[seat]))

    @property
    def stock(self) -> int:
        """How many cards the stock has."""
        return len(self._stock)

    @property
    def pile(self) -> tuple[Card, ...]:
        """The discard pile, the top card last."""
        return tuple(self._pile.cards)

    @property
    def blocked(self) -> bool:
        """Whether the pile is blocked for the player to move (section 5)."""
        return self._pile.blocked_turns > 0

    @property
    def frozen(self) -> bool:
        """Whether the pile is frozen to the side to move (section 5)."""
        return self.rules.pile_freezes and (self._pile.frozen or not self._side.melds)

    def melds(self, side: int) -> Mapping[Rank, Meld]:
        """The melds of a side by rank, in the order they were begun."""
        return MappingProxyType(self._sides[side].melds)

    def red_threes(self, side: int) -> tuple[Card, ...]:
        """The red threes a side has laid out."""
        return tuple(self._sides[side].red_threes)

    # The score

    def items(self) -> tuple[DealItems, ...]:
        """What each side has on its score sheet so far (section 8)."""
        return tuple(self._items(side) for side in range(self.table.sides))

    def _items(self, number: int) -> DealItems:
        side = self._sides[number]
        kinds = [meld.kind for meld in side.melds.values() if len(meld.cards) >= CANASTA]
        return DealItems(
            card_points=side.points,
            natural=kinds.count("natural"),
            mixed=kinds.count("mixed"),
            wild=kinds.count("wild"),
            red_threes=len(side.red_threes),
            out=self._out if number == self._out_side else Out.NO,
            hand=sum(map(points, self._hands[number :: self.table.sides])),
        )

    # For the checks

    @property
    def _needed(self) -> int:
        return self.table.canastas_to_go_out

    def _least(self) -> int:
        """The minimum of the side to move; none once it has melded."""
        return 0 if self._side.melds else self.minimums[self.side]

    def _canastas_short(self) -> bool:
        return self._side.canastas < self._needed

    def _concealed(self, laid: Laid) -> bool:
        """Whether going out now is concealed: the whole hand as new melds, with the canastas (section 7)."""
        melds = self._side.melds
        return (
            Out.CONCEALED in self.rules.out_bonus
            and not laid.took
            and not laid.added
            and self._seat not in self._melded
            and sum(melds[rank].canasta for rank in laid.started) >= self._needed
        )
