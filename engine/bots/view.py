"""What a bot sees when it is to move: its own hand and the open table, never another hand or the stock."""

from __future__ import annotations

from engine.cards import RANK_OF, RANKS, VALUE, WILD, Card, Rank
from engine.deal import Deal
from engine.rules import CANASTA


class View:
    """The table as the player to move sees it."""

    def __init__(self, deal: Deal) -> None:
        self.rules = deal.rules
        self.table = deal.table
        self.hand = deal.hand(deal.seat)
        self.pile = deal.pile
        self.stock = deal.stock
        self.frozen = deal.frozen
        self.still_needed = deal.still_needed
        self.melds = deal.melds(deal.side)
        self.others = [deal.melds(side) for side in range(deal.table.sides) if side != deal.side]
        self.wilds = [card for card in self.hand if RANK_OF[card] == WILD]
        """Deuces first."""
        self.naturals: dict[Rank, list[Card]] = {}
        for card in self.hand:
            if RANK_OF[card] != WILD:
                self.naturals.setdefault(RANK_OF[card], []).append(card)
        self.fewest_cards = min(
            len(deal.hand(seat))
            for seat in range(deal.table.players)
            if deal.table.side_of(seat) != deal.side
        )
        """The size of the smallest hand among the other sides."""

    @property
    def canastas(self) -> int:
        """The canastas of the own side."""
        return sum(len(meld.cards) >= CANASTA for meld in self.melds.values())

    @property
    def canastas_missing(self) -> int:
        """Canastas that the own side still needs to go out."""
        return max(0, self.table.canastas_to_go_out - self.canastas)

    def wanted_by_others(self, rank: Rank) -> bool:
        """Whether another side could add the rank to a meld on the table."""
        return any(rank in melds for melds in self.others)

    def lying(self) -> list[int]:
        """How many cards of each rank have been seen on the table and in the pile."""
        seen = [0] * len(RANKS)
        for melds in (self.melds, *self.others):
            for rank, meld in melds.items():
                seen[rank] += len(meld.cards)
        for card in self.pile:
            seen[RANK_OF[card]] += 1
        return seen


def worth(cards: list[Card]) -> int:
    """The value of the cards."""
    return sum(VALUE[card] for card in cards)
