"""The discard pile: what freezes it and what blocks it (section 5 of the rules).

Whether it is frozen for a side that has not melded, and who may take it, is the deal's business.
"""

from __future__ import annotations

from engine.cards import BLACK_THREES, RED_THREES, WILD_CARDS, Card
from engine.rules import Rules, Table, WildBlock

_SPECIAL = WILD_CARDS | RED_THREES | BLACK_THREES


class Pile:
    """The cards discarded, the top card last."""

    __slots__ = ("_freezes", "_wild_turns", "blocked_turns", "cards", "frozen")

    def __init__(self, rules: Rules, table: Table) -> None:
        self._freezes = rules.pile_freezes
        self._wild_turns = 1 if rules.wild_block is WildBlock.NEXT_TURN else table.players - 1
        self.cards: list[Card] = []
        self.frozen = False
        """It holds a card that freezes it for everybody."""
        self.blocked_turns = 0
        """For so many turns, the present one included, nobody may take it."""

    def copy(self) -> Pile:
        """Another pile in the same state."""
        other = Pile.__new__(Pile)
        other._freezes = self._freezes
        other._wild_turns = self._wild_turns
        other.cards = self.cards.copy()
        other.frozen = self.frozen
        other.blocked_turns = self.blocked_turns
        return other

    @property
    def blocker(self) -> Card:
        """The card that blocks it, if one does: a black three just discarded, else the last wild card."""
        top = self.cards[-1]
        if top in BLACK_THREES and self.blocked_turns == 1:
            return top
        return next((card for card in reversed(self.cards) if card in WILD_CARDS), top)

    def put(self, card: Card) -> None:
        """Put a card on top, and so end a turn."""
        self.cards.append(card)
        if self.blocked_turns:
            self.blocked_turns -= 1
        if card in _SPECIAL:
            self._stop(card)

    def _stop(self, card: Card) -> None:
        """What a wild card or a three does to the pile."""
        if card not in RED_THREES:
            turns = self._wild_turns if card in WILD_CARDS else 1
            self.blocked_turns = max(self.blocked_turns, turns)
        if self._freezes and card not in BLACK_THREES:
            self.frozen = True

    def take(self) -> tuple[Card, list[Card]]:
        """Pick up all cards: the top card, and the rest."""
        rest = self.cards
        top = rest.pop()
        self.cards = []
        self.frozen = False
        return top, rest
