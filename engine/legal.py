"""The moves a player can choose from: any lawful turn can be played with them, and none gets stuck.

A question for bots and pages; the replay doesn't need it. No rule is checked here that `Deal.play` knows: a
move is listed if the deal accepts it and the turn can be ended afterwards.

No rule sees the suit of a deuce, nor of a natural card other than a three, and black threes are alike to
every rule too. So of the melds and takes that differ in such suits only, the one with the first suits in the
order of `cards.SUITS` is listed. How many cards of a rank, how many jokers and how many deuces are laid does
matter, and every lawful number is listed. Of discards every different card is listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from engine.cards import BLACK_THREES, JOKER, RANK_OF, RANKS, THREE, WILD, Card, Rank
from engine.deal import Deal
from engine.ending import can_end_turn, fits
from engine.errors import IllegalMove
from engine.melds import NOTHING, Meld
from engine.moves import DRAW, PASS, Move, discard, meld, take
from engine.rules import SMALLEST_MELD


class HasState(Protocol):
    """A position that can give the deal it shows."""

    def state(self) -> Deal: ...


def legal_moves(position: HasState) -> list[str]:
    """The moves that the player to move can choose from, as a log writes them; none when the deal is over."""
    return [move.text for move in moves(position.state())]


def moves(deal: Deal) -> list[Move]:
    """The moves that the player to move can choose from; none when the deal is over."""
    if deal.over:
        return []
    choices = [*melds(deal), *discards(deal)] if deal.drawn else [DRAW, *takes(deal), PASS]
    return [move for move in choices if playable(deal, move)]


def playable(deal: Deal, move: Move) -> bool:
    """Whether the move is accepted and the turn can be ended lawfully after it."""
    after = deal.copy()
    try:
        after.play(move)
    except IllegalMove:
        return False
    return not after.drawn or can_end_turn(after)


def takes(deal: Deal) -> Iterator[Move]:
    """The forms of taking the pile that the hand has cards for."""
    pile = deal.pile
    if not pile or deal.blocked:
        return
    yield take()
    hand = deal.hand(deal.seat)
    naturals = [card for card in hand if RANK_OF[card] == RANK_OF[pile[-1]] != WILD]
    if len(naturals) >= 2:
        yield take(naturals[:2])
    if naturals:
        wilds = [card for card in hand if RANK_OF[card] == WILD]
        yield from (take((naturals[0], wild)) for wild in _first_of_each(wilds))


def discards(deal: Deal) -> Iterator[Move]:
    """The discard of each different card in hand."""
    yield from map(discard, sorted(set(deal.hand(deal.seat))))


def melds(deal: Deal) -> Iterator[Move]:
    """The melds from hand that are lawful in themselves."""
    hand = deal.hand(deal.seat)
    jokers = [card for card in hand if card == JOKER]
    deuces = [card for card in hand if RANK_OF[card] == WILD and card != JOKER]
    lying = deal.melds(deal.side)
    for rank in range(len(RANKS)):
        naturals = [card for card in hand if RANK_OF[card] == rank != WILD]
        if rank == THREE:
            yield from _threes(naturals)
        elif naturals or rank in lying or rank == WILD:
            yield from _melds_of(deal, rank, lying.get(rank, NOTHING), naturals, jokers, deuces)


def _threes(held: list[Card]) -> Iterator[Move]:
    black = [card for card in held if card in BLACK_THREES]
    for used in range(SMALLEST_MELD, len(black) + 1):
        yield meld(THREE, black[:used])


def _melds_of(
    deal: Deal, rank: Rank, lying: Meld, naturals: list[Card], jokers: list[Card], deuces: list[Card]
) -> Iterator[Move]:
    for used in range(len(naturals) + 1):
        for of_deuces in range(len(deuces) + 1):
            for of_jokers in range(len(jokers) + 1):
                wilds = of_deuces + of_jokers
                size = len(lying.cards) + used + wilds
                if used + wilds and fits(deal.rules, rank, size, lying.wilds + wilds):
                    yield meld(rank, (*naturals[:used], *deuces[:of_deuces], *jokers[:of_jokers]))


def _first_of_each(wilds: list[Card]) -> list[Card]:
    """One deuce and one joker, where there are."""
    deuces = [card for card in wilds if card != JOKER]
    return [*deuces[:1], *wilds[len(deuces) :][:1]]
