"""Set a table by hand: named hands, pile and stock; the other cards are harmless."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.cards import CARD, CODES, RED_THREES, WILD_CARDS, Card, pack
from engine.cards import text as codes
from engine.deal import Deal
from engine.dealing import ABSENT, read_shuffle
from engine.errors import IllegalMove
from engine.moves import read_move
from engine.rules import CLASSIC, TEN_THOUSAND, Rules
from engine.scoring import score

WILD_CODES = [CODES[card] for card in WILD_CARDS]

__all__ = ["CLASSIC", "TEN_THOUSAND", "Game", "make_deck"]


def make_deck(
    rules: Rules, players: int, hands: dict[int, str], up: str = "", stock: str = "", bottom: str = ""
) -> str:
    """A deck that deals these hands (filled up with plain cards) when the last seat is the dealer.

    `up` are the cards turned up, `stock` the next ones to be drawn, `bottom` the last of all.
    """
    table = rules.tables[players]
    left = Counter(pack(table.packs))
    named = {seat: [CARD[code] for code in text.split()] for seat, text in hands.items()}
    placed = [[CARD[code] for code in text.split()] for text in (up, stock, bottom)]
    for cards in (*named.values(), *placed):
        left.subtract(cards)
    assert min(left.values()) >= 0, "a card is named too often"
    rest = sorted(left.elements(), key=lambda card: (card in RED_THREES or card in WILD_CARDS, card))
    plain = [card for card in rest if CODES[card] not in ("3s", "3c")]
    full = []
    for seat in range(players):
        hand = named.get(seat, [])
        assert len(hand) <= table.hand, "too many cards in a hand"
        more = plain[: table.hand - len(hand)]
        del plain[: len(more)]
        for card in more:
            rest.remove(card)
        full.append(hand + more)
    dealt = [full[seat][turn] for turn in range(table.hand) for seat in range(players)]
    if rules.turned_up and not placed[0]:
        placed[0] = [plain[0]]
        rest.remove(plain[0])
    return codes(dealt + placed[0] + placed[1] + rest + placed[2])


class Game:
    """A deal at a table set by hand; seat 0 begins."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        hands: dict[int, str] | None = None,
        *,
        up: str = "",
        stock: str = "",
        bottom: str = "",
        totals: tuple[int, ...] | None = None,
        deck: str | None = None,
        cut: object = ABSENT,
    ) -> None:
        table = rules.tables[players]
        deck = deck or make_deck(rules, players, hands or {}, up, stock, bottom)
        shuffle = read_shuffle(rules, table, deck, cut)
        self.deal = Deal(rules, table, players - 1, shuffle, totals or (0,) * table.sides)
        self._named = {seat: text.split() for seat, text in (hands or {}).items()}

    def play(self, *moves: str) -> Game:
        """Play the moves; `-` is a turn that draws and discards a plain card nobody named."""
        for text in moves:
            for move in self._idle() if text == "-" else [text]:
                self.deal.play(read_move(move))
        return self

    def _idle(self) -> list[str]:
        hand = Counter(CODES[card] for card in self.deal.hand(self.deal.seat))
        spare = hand - Counter(self._named.get(self.deal.seat, []))
        return ["draw", "discard " + min(spare, key=lambda code: (code in WILD_CODES, code in ("3s", "3c")))]

    def idle_until(self, stock: int, seat: int | None = None) -> Game:
        """Idle turns until a turn begins with so many cards in the stock."""
        while self.deal.stock > stock:
            self.play("-")
        assert self.deal.stock == stock
        assert seat in (None, self.deal.seat)
        return self

    def refused(self, move: str) -> str:
        """The code of the rule that the move breaks; the deal must be as it was."""
        before = snapshot(self.deal)
        with pytest.raises(IllegalMove) as refusal:
            self.deal.play(read_move(move))
        assert snapshot(self.deal) == before
        return refusal.value.rule.value

    def hand(self, seat: int) -> str:
        """The hand of a seat."""
        return codes(self.deal.hand(seat))

    def score(self, side: int) -> int:
        """The points of a side in this deal."""
        return score(self.deal.rules, self.deal.items()[side])


def all_cards(deal: Deal) -> list[Card]:
    """Every card there is, wherever it lies, in order."""
    table = deal.table
    lying = [deal._stock, deal.pile, deal.rest, *map(deal.hand, range(table.players))]
    for side in range(table.sides):
        lying += [deal.red_threes(side), *(meld.cards for meld in deal.melds(side).values())]
    return sorted(card for cards in lying for card in cards)


def snapshot(deal: Deal) -> tuple[object, ...]:
    """Everything a deal shows."""
    return (
        deal.seat, deal.over, deal.drawn, deal.rest, deal.still_needed, deal.stock, deal.pile, deal.blocked,
        deal.frozen, [deal.hand(seat) for seat in range(deal.table.players)],
        [dict(deal.melds(side)) for side in range(deal.table.sides)],
        [deal.red_threes(side) for side in range(deal.table.sides)], deal.items(),
    )  # fmt: skip
