"""Whether a turn that has begun can still be ended lawfully: what is ahead of a player.

First melds that fall short of their minimum are the one way to get stuck. Whether the rest of the turn can
make up for it is found exactly, by laying out the ranks of the hand one after the other and keeping the best
points for each number of cards, wild cards and canastas. Changes no deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import (
    BLACK_THREES,
    JOKER,
    RANK_OF,
    RANKS,
    RED_THREES,
    THREE,
    VALUE,
    WILD,
    WILD_CARDS,
    Card,
    Rank,
)
from engine.deal import Deal
from engine.melds import NOTHING, most_wilds
from engine.moves import discard
from engine.rules import CANASTA, SMALLEST_MELD, LastCard, Out, Rules

_JOKER_POINTS = VALUE[JOKER]
_DEUCE_POINTS = min(VALUE[card] for card in WILD_CARDS)


def fits(rules: Rules, rank: Rank, size: int, wilds: int) -> bool:
    """Whether so many cards, so many of them wild, are a meld of the rank (section 6; not black threes)."""
    if size < SMALLEST_MELD:
        return False
    if rank == WILD:
        return rules.wild_melds
    return size - wilds >= rules.naturals_in_meld and wilds <= most_wilds(rules, size)


def can_end_turn(deal: Deal) -> bool:
    """Whether the player who has drawn or taken can end the turn, by melds and a discard or by going out."""
    hand = deal.hand(deal.seat)
    if deal.over or (hand and deal.allows(discard(hand[0]))):
        return True
    if not hand or THREE in deal.melds(deal.side):
        return False
    return not deal.still_needed or _Layout(deal, hand).ends()


@dataclass(frozen=True, slots=True)
class _Step:
    """One way to lay cards of one rank."""

    jokers: int = 0
    deuces: int = 0
    late: int = 0
    cards: int = 0
    canastas: int = 0
    points: int = 0


_State = tuple[int, int, int, int, int]
"""Jokers, deuces and late card not laid, all cards left (the rest of a taken pile included), canastas."""


class _Layout:
    """What can be melded in the rest of a turn in which the side has still to reach its minimum."""

    def __init__(self, deal: Deal, hand: tuple[Card, ...]) -> None:
        self._rules = deal.rules
        self._took = deal.took
        self._short = deal.still_needed
        self._needed = deal.table.canastas_to_go_out
        self._melds = deal.melds(deal.side)
        self._hand = hand
        self._jokers = hand.count(JOKER)
        self._deuces = sum(RANK_OF[card] == WILD for card in hand) - self._jokers
        self._threes = sum(card in BLACK_THREES for card in hand)
        to_come = [card for card in deal.rest if card not in RED_THREES]
        self._left = len(hand) + len(to_come)
        self._late = to_come[0] if len(to_come) == 1 else None
        """The one card still to come: after the minimum it may complete a canasta and go out."""

    def ends(self) -> bool:
        """Whether some way to lay the hand ends the turn."""
        if sum(VALUE[card] for card in self._hand) < self._short and not self._concealed_possible:
            return False
        canastas = sum(len(meld.cards) >= CANASTA for meld in self._melds.values())
        states: dict[_State, int] = {
            (self._jokers, self._deuces, int(self._late is not None), self._left, canastas): 0
        }
        for rank in range(len(RANKS)):
            if rank == THREE:
                continue
            states = _extended(states, list(self._steps(rank)))
            if self._ended_by_discard(states):
                return True
        return any(self._goes_out(state, points) for state, points in states.items())

    @property
    def _concealed_possible(self) -> bool:
        return Out.CONCEALED in self._rules.out_bonus and not self._took

    def _ended_by_discard(self, states: dict[_State, int]) -> bool:
        return any(left > 1 and points >= self._short for (_, _, _, left, _), points in states.items())

    def _goes_out(self, state: _State, points: int) -> bool:
        """Whether the last cards can leave the hand: as black threes, melded, or one of them discarded."""
        _, _, late, left, canastas = state
        late_laid = self._late is not None and not late
        if canastas < self._needed or (late_laid and points < self._short):
            return False
        for threes in (0, *range(SMALLEST_MELD, self._threes + 1)):
            over = left - threes
            worth = points + threes * VALUE[min(BLACK_THREES)]
            may_empty = threes > 0 or self._rules.last_card is LastCard.MELD_OR_DISCARD
            if (over == 1 or (over == 0 and may_empty)) and (
                worth >= self._short or self._concealed_possible
            ):
                return True
        return False

    def _steps(self, rank: Rank) -> Iterator[_Step]:
        """The ways to lay cards of one rank; none of them leaves back more than two naturals needlessly."""
        yield _Step()
        naturals = [card for card in self._hand if RANK_OF[card] == rank and rank != WILD]
        lying = self._melds.get(rank, NOTHING)
        if not naturals and lying is NOTHING and rank != WILD:
            return
        value = VALUE[naturals[0]] if naturals else 0
        for used in sorted({0, *range(max(0, len(naturals) - 2), len(naturals) + 1)}):
            for jokers in range(self._jokers + 1):
                for deuces in range(self._deuces + 1):
                    cards = used + jokers + deuces
                    size, wilds = len(lying.cards) + cards, lying.wilds + jokers + deuces
                    if not cards or not fits(self._rules, rank, size, wilds):
                        continue
                    points = used * value + jokers * _JOKER_POINTS + deuces * _DEUCE_POINTS
                    made = len(lying.cards) < CANASTA <= size
                    yield _Step(jokers, deuces, 0, cards, made, points)
                    if size == CANASTA - 1 and self._late_fits(rank, wilds):
                        yield _Step(jokers, deuces, 1, cards + 1, 1, points)

    def _late_fits(self, rank: Rank, wilds: int) -> bool:
        """Whether the card still to come makes a canasta of six cards."""
        if self._late is None:
            return False
        wild = RANK_OF[self._late] == WILD
        return (wild or RANK_OF[self._late] == rank) and fits(self._rules, rank, CANASTA, wilds + wild)


def _extended(states: dict[_State, int], steps: list[_Step]) -> dict[_State, int]:
    """The states after one of the steps, with the best points of each."""
    if len(steps) == 1:
        return states
    after: dict[_State, int] = {}
    for (jokers, deuces, late, left, canastas), points in states.items():
        for step in steps:
            if step.jokers <= jokers and step.deuces <= deuces and step.late <= late:
                key = (
                    jokers - step.jokers,
                    deuces - step.deuces,
                    late - step.late,
                    left - step.cards,
                    canastas + step.canastas,
                )
                total = points + step.points
                if total > after.get(key, -1):
                    after[key] = total
    return after
