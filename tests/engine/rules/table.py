"""Hand-made matches: a deck is stacked so that hands, pile and stock are as a rule's test wants them.

The last seat deals first, so seat 0 begins. Cards that a test leaves open are dull: naturals from 4 up in
hands and on the stock; black threes, wild cards and red threes come last of all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import replay

HAND = {2: 15, 3: 13, 4: 11, 5: 11, 6: 11}
NAMES = ("ana", "bob", "cyr", "dan", "eva", "fin")
DULL = (*"89TJQK7654A", "3s", "3c", "2", "Jo", "3h", "3d")


def pack(players: int) -> list[str]:
    """All cards of a game of so many players, the dull ones first."""
    one = [card for part in DULL for card in ([part] if len(part) == 2 else [part + suit for suit in "shdc"])]
    return [
        card for card in one for _ in range(3 if players > 4 else 2) for _ in range(2 if card == "Jo" else 1)
    ]


def stack(
    players: int,
    hands: Mapping[int, str],
    then: str,
    *,
    dealer: int,
    bottom: str = "",
    kept: str = "",
) -> str:
    """A deck that deals these hands, then these cards (turned up, and the stock), and ends with the bottom.

    Hands that are short are filled up with dull cards; `kept` are cards that the cut gives the seat before
    the dealer, named in `bottom` and not in its hand.
    """
    left = pack(players)
    named = [*" ".join(hands.values()).split(), *then.split(), *bottom.split()]
    for card in named:
        left.remove(card)
    cutter = (dealer - 1) % players
    full = []
    for seat in range(players):
        hand = hands.get(seat, "").split()
        size = HAND[players] - (len(kept.split()) if seat == cutter else 0)
        while len(hand) < size:
            hand.append(left.pop(0))
        assert len(hand) == size, f"seat {seat} would hold {len(hand)} cards"
        full.append(hand)
    order = [(dealer + 1 + place) % players for place in range(players)]
    dealt = [full[seat][turn] for turn in range(HAND[players]) for seat in order if turn < len(full[seat])]
    return " ".join([*dealt, *then.split(), *left, *bottom.split()])


@dataclass(frozen=True)
class Table:
    """A rule set and a number of players; the last seat deals first."""

    rules: str
    players: int

    @property
    def dealer(self) -> int:
        return self.players - 1

    def deal(
        self,
        *moves: str,
        hands: Mapping[int, str] | None = None,
        then: str = "",
        bottom: str = "",
        cut: str | None = None,
        number: int = 0,
    ) -> dict[str, Any]:
        """Deal `number` of a match: `then` is the card turned up, in classic, and the top of the stock."""
        deck = stack(
            self.players,
            hands or {},
            then,
            dealer=(self.dealer + number) % self.players,
            bottom=bottom,
            kept=cut or "",
        )
        written: dict[str, Any] = {"deck": deck, "moves": list(moves)}
        if cut is not None:
            written["cut"] = cut
        return written

    def log(self, *deals: object, **fields: object) -> dict[str, Any]:
        """A log of these deals, for so many deals unless another end is named."""
        return {
            "format": "canasta-log/1",
            "rules": self.rules,
            "players": list(NAMES[: self.players]),
            "dealer": self.dealer,
            "until": {"deals": max(1, len(deals))},
            "deals": list(deals),
            **fields,
        }

    def refusal(self, *moves: str, **dealt: Any) -> Refusal:
        """What is refused of these moves in one deal that is dealt as `deal` says."""
        return refusal(self.log(self.deal(*moves, **dealt)))

    def drain(self, deal: Mapping[str, object], leave: int = 0) -> list[str]:
        """Turns in which everybody draws and discards, until only so many cards are left in the stock.

        Where a red three is the last card of the stock the last draw ends the deal.
        """
        cards = str(deal["deck"]).split()
        for card in str(deal.get("cut", "")).split():
            del cards[cards.index(card, len(cards) - 3)]
        stock = cards[HAND[self.players] * self.players - len(str(deal.get("cut", "")).split()) :]
        each = 1
        if self.rules == "classic":
            stock = stock[1:]
            each = 2 if self.players == 2 else 1
        moves: list[str] = []
        while len(stock) > leave:
            moves.append("draw")
            drawn = []
            for _ in range(each):
                while stock and stock[0] in {"3h", "3d"}:
                    if len(stock) == 1:
                        return moves
                    del stock[0]
                drawn += stock[:1]
                del stock[:1]
            moves.append(f"discard {drawn[0]}")
        return moves


Refusal = tuple[object, object] | None


def verdict(log: object) -> dict[str, Any]:
    """The verdict on a log, by way of its JSON text, as the command prints it."""
    return replay(json.dumps(log)).as_dict()


def refusal(log: object) -> Refusal:
    """Rule and move of the refusal; None where every move listed was lawful, however the log ends.

    For tests of a move in mid-deal: stopping there is `deal-unfinished`, which is no refusal of a move.
    """
    said = verdict(log)
    if said["verdict"] == "verified" or said["rule"] == "deal-unfinished":
        return None
    assert said["verdict"] == "rejected", said
    return said["rule"], said["move"]
