"""A second referee: the rules of a deal written down once more, plainly and slowly, from their text alone.

Shares nothing with the engine; cards are their codes. `Refused` carries the code of the rule, in the order of
section 10. Its only use is to disagree with the engine.
"""

from __future__ import annotations

import copy
from collections import Counter

from tests.engine.rules.table import HAND

RED_THREES, BLACK_THREES = {"3h", "3d"}, {"3s", "3c"}
SIDES = {2: 2, 3: 3, 4: 2, 5: 5, 6: 3}
MINIMUMS = {
    "classic": ((0, 15), (1500, 50), (3000, 90), (10**9, 120)),
    "ten-thousand": ((0, 15), (1500, 50), (2500, 90), (5000, 120), (10**9, 150)),
}
RED_THREE_BONUS = (0, 100, 200, 300, 800, 1000, 1200)


class Refused(Exception):  # noqa: N818
    """The code of the rule that a move breaks."""


def is_wild(card: str) -> bool:
    return card == "Jo" or card[0] == "2"


def rank_of(card: str) -> str:
    return "W" if is_wild(card) else card[0]


def value(card: str) -> int:
    if card in RED_THREES:
        return 0
    return 50 if card == "Jo" else 20 if card[0] in "A2" else 10 if card[0] in "KQJT98" else 5


class NaiveDeal:
    """One deal."""

    def __init__(
        self, rules: str, players: int, dealer: int, deck: str, cut: str, totals: tuple[int, ...]
    ) -> None:
        self.classic = rules == "classic"
        self.players, self.sides = players, SIDES[players]
        self.canastas_needed = 2 if self.classic and players == 2 else 1
        self.minimums = [next(least for below, least in MINIMUMS[rules] if total < below) for total in totals]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.melds: list[dict[str, list[str]]] = [{} for _ in range(self.sides)]
        self.red_threes = [0] * self.sides
        self.pile: list[str] = []
        self.discards: list[str] = []
        self.melded_before: set[int] = set()
        self.over, self.out = False, ("", -1)
        self.stock = deck.split()
        self._deal(dealer, cut.split())
        self._turn((dealer + 1) % players)

    def _deal(self, dealer: int, kept: list[str]) -> None:
        last = self.stock[-3:]
        for card in kept:
            last.remove(card)
        self.stock[-3:] = last
        self.hands[(dealer - 1) % self.players] += kept
        order = [(dealer + place) % self.players for place in range(1, self.players + 1)]
        while any(len(hand) < HAND[self.players] for hand in self.hands):
            for seat in order:
                if len(self.hands[seat]) < HAND[self.players]:
                    self.hands[seat].append(self.stock.pop(0))
        while self.classic and (not self.pile or is_wild(self.pile[-1]) or self.pile[-1] in RED_THREES):
            self.pile.append(self.stock.pop(0))
        for seat in order:
            hand = self.hands[seat]
            while RED_THREES & set(hand):
                hand.remove(next(card for card in hand if card in RED_THREES))
                self.red_threes[seat % self.sides] += 1
                hand.append(self.stock.pop(0))

    def _turn(self, seat: int) -> None:
        self.seat, self.side, self.hand = seat, seat % self.sides, self.hands[seat]
        self.own = self.melds[self.side]
        self.ranks_before = set(self.own)
        self.drawn = self.took = self.added = self.threes_laid = False
        self.laid: list[str] = []
        self.rest: list[str] = []

    # What the moves ask

    @property
    def short_of_canastas(self) -> bool:
        return sum(len(meld) >= 7 for meld in self.own.values()) < self.canastas_needed

    @property
    def short_of_minimum(self) -> bool:
        least = self.minimums[self.side]
        return bool(self.laid) and not self.ranks_before and sum(map(value, self.laid)) < least

    @property
    def concealed(self) -> bool:
        new = [meld for rank, meld in self.own.items() if rank not in self.ranks_before]
        made = sum(len(meld) >= 7 for meld in new) >= self.canastas_needed
        alone = not self.took and not self.added and self.seat not in self.melded_before
        return self.classic and bool(self.laid) and alone and made

    @property
    def blocked(self) -> bool:
        if self.classic:
            return is_wild(self.pile[-1]) or self.pile[-1] in BLACK_THREES
        round_before = self.discards[-(self.players - 1) :]
        return any(map(is_wild, round_before)) or bool(BLACK_THREES & set(self.discards[-1:]))

    @property
    def frozen(self) -> bool:
        freezing = any(is_wild(card) or card in RED_THREES for card in self.pile)
        return self.classic and (freezing or not self.own)

    @property
    def to_come(self) -> int:
        return sum(card not in RED_THREES for card in self.rest)

    def fault(self, rank: str, cards: list[str]) -> str:
        """The first rule of section 6 that such a meld breaks, or nothing."""
        wild = sum(map(is_wild, cards))
        if any(rank_of(card) not in {rank, "W"} for card in cards):
            return "meld-rank"
        if len(cards) < 3:
            return "meld-size"
        if rank == "W" and not self.classic:
            return ""
        if self.classic and len(cards) - wild < 2:
            return "meld-naturals"
        too_many = wild > 3 if self.classic else 2 * wild > len(cards)
        return "meld-wilds" if too_many else ""

    # Moves

    def play(self, move: str) -> None:
        """Play a move; if it is refused the deal may be left in any state."""
        word, *cards = move.split()
        if self.over:
            raise Refused("deal-over")
        {
            "draw": self.draw,
            "take": self.take,
            "meld": self.meld,
            "discard": self.discard,
            "pass": self.pass_,
        }[word](cards)

    def allows(self, move: str) -> bool:
        try:
            copy.deepcopy(self).play(move)
        except Refused:
            return False
        return True

    def draw(self, _: list[str]) -> None:
        if self.drawn:
            raise Refused("already-drawn")
        if not self.stock:
            raise Refused("stock-empty")
        self.drawn = True
        wanted = 2 if self.classic and self.players == 2 else 1
        while wanted and self.stock:
            card = self.stock.pop(0)
            if card in RED_THREES:
                self.red_threes[self.side] += 1
                self.over = not self.stock
            else:
                self.hand.append(card)
                wanted -= 1

    def take(self, cards: list[str]) -> None:
        if self.drawn:
            raise Refused("already-drawn")
        if not self.pile:
            raise Refused("pile-empty")
        if self.blocked:
            raise Refused("pile-blocked")
        if self.classic and len(self.hand) == len(self.pile) == 1:
            raise Refused("pile-one-card")
        self._hold(cards)
        top, rank = self.pile[-1], rank_of(self.pile[-1])
        ranks = sorted(map(rank_of, cards))
        matched = rank != "W" and ranks == [rank, rank]
        if self.frozen and not matched:
            raise Refused("pile-frozen")
        with_wild = rank != "W" and ranks == sorted([rank, "W"])
        fits = matched or with_wild if cards else rank in self.own
        if not fits or self.fault(rank, [*self.own.get(rank, []), top, *cards]):
            raise Refused("pile-top")
        self.drawn = self.took = True
        self.rest, self.pile = self.pile[:-1], []
        self._lay(rank, cards, top)
        self._check_hand(melding=False)

    def meld(self, cards: list[str]) -> None:
        rank, *cards = cards
        if not self.drawn:
            raise Refused("draw-first")
        self._hold(cards)
        left = len(self.hand) - len(cards) + self.to_come
        if self.threes_laid or (rank == "3" and (any(map(is_wild, cards)) or left > 1)):
            raise Refused("meld-threes")
        if fault := self.fault(rank, [*self.own.get(rank, []), *cards]):
            raise Refused(fault)
        self.threes_laid = rank == "3"
        self._lay(rank, cards)
        self._check_hand(melding=True)

    def discard(self, cards: list[str]) -> None:
        if not self.drawn:
            raise Refused("draw-first")
        self._hold(cards)
        last = len(self.hand) == 1
        if self.short_of_minimum and not (last and self.concealed):
            raise Refused("initial-minimum")
        if last and self.short_of_canastas:
            raise Refused("no-canasta")
        self.hand.remove(cards[0])
        self.pile += cards
        self.discards += cards
        if last:
            self._go_out()
        else:
            self.melded_before |= {self.seat} if self.laid else set()
            self._turn((self.seat + 1) % self.players)

    def pass_(self, _: list[str]) -> None:
        if self.drawn:
            raise Refused("already-drawn")
        if self.stock:
            raise Refused("stock-not-empty")
        if self.allows("take"):
            raise Refused("must-take")
        self.over = True

    def _hold(self, cards: list[str]) -> None:
        if Counter(cards) - Counter(self.hand):
            raise Refused("card-not-held")

    def _lay(self, rank: str, cards: list[str], *top: str) -> None:
        for card in cards:
            self.hand.remove(card)
        self.added |= rank in self.ranks_before
        self.own.setdefault(rank, []).extend([*top, *cards])
        self.laid += [*top, *cards]
        if not self.short_of_minimum:
            self.red_threes[self.side] += len(self.rest) - self.to_come
            self.hand += [card for card in self.rest if card not in RED_THREES]
            self.rest = []

    def _check_hand(self, *, melding: bool) -> None:
        if not self.hand and not self.rest:
            if self.short_of_canastas:
                raise Refused("no-canasta")
            if not self.classic and not self.threes_laid:
                raise Refused("must-discard")
            if self.short_of_minimum and not self.concealed:
                raise Refused("initial-minimum")
            self._go_out()
        elif not self.hand and melding:
            raise Refused("initial-minimum")
        elif len(self.hand) + self.to_come == 1 and self.short_of_canastas:
            last = self.hand[:1]
            if not any(self.allows(f"meld {rank} {card}") for rank in self.own for card in last):
                raise Refused("must-keep")

    def _go_out(self) -> None:
        plain = "threes" if self.threes_laid and not self.classic else "plain"
        self.over, self.out = True, ("concealed" if self.concealed else plain, self.side)

    # Score

    def scores(self) -> list[int]:
        return [self._score(side) for side in range(self.sides)]

    def _score(self, side: int) -> int:
        melds = self.melds[side].values()
        canastas = [sum(map(is_wild, meld)) / len(meld) for meld in melds if len(meld) >= 7]
        natural = 500 if self.classic else 600
        bonus = sum(natural if part == 0 else 1000 if part == 1 else 300 for part in canastas)
        if self.out[1] == side:
            bonus += {"plain": 100, "concealed": 200, "threes": 300}[self.out[0]]
        cards = sum(value(card) for meld in melds for card in meld)
        red_threes = RED_THREE_BONUS[self.red_threes[side]]
        if not (melds if self.classic else canastas):
            red_threes = -red_threes
        if not self.classic and not canastas:
            cards = -cards
        left = sum(value(card) for hand in self.hands[side :: self.sides] for card in hand)
        return bonus + cards + red_threes - left
