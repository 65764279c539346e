"""From the shuffled deck to the first turn: the cut, the hands, the first card of the pile (section 3).

Reads and checks the `deck` and `cut` of a log; what happens after dealing is the deal's business.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.cards import CARD, CODES, RED_THREES, WILD_CARDS, Card, pack
from engine.errors import Field, LogError, excerpt
from engine.pile import Pile
from engine.rules import Rules, Table

CUT = 3
"""So many cards of the packet cut off are looked at."""

KEEPABLE = WILD_CARDS | RED_THREES
"""What may be kept of them (section 3)."""


class Shuffle(NamedTuple):
    """A deck that was read and checked: the cards to deal, top to bottom, and those kept by who cut."""

    deck: tuple[Card, ...]
    kept: tuple[Card, ...] = ()


@cache
def _pack(packs: int) -> list[Card]:
    return pack(packs)


def _read_cards(text: str, field: Field) -> list[Card]:
    parts = text.split(" ")
    try:
        return list(map(CARD.__getitem__, parts))
    except KeyError:
        unknown = next(part for part in parts if part not in CARD)
        raise LogError(field, "card", card=excerpt(unknown)) from None


def _read_cut(rules: Rules, last: list[Card], text: object) -> tuple[Card, ...]:
    """The cards kept; removes them from the last cards of the deck, of equal ones the upper one."""
    if not rules.cut_bonus:
        raise LogError(Field.CUT, "rules")
    if not isinstance(text, str):
        raise LogError(Field.CUT, "type")
    kept = _read_cards(text, Field.CUT) if text else []
    for card in kept:
        if card not in KEEPABLE:
            raise LogError(Field.CUT, "kept", card=CODES[card])
        if card not in last:
            raise LogError(Field.CUT, card=CODES[card], last=CUT)
        last.remove(card)
    return tuple(kept)


ABSENT = object()
"""Stands for a field that a log doesn't have; null is another thing."""


def read_shuffle(rules: Rules, table: Table, deck: object, cut: object = ABSENT) -> Shuffle:
    """The deck and the cut of a deal, as written in a log. Raises LogError (`deck`, `cut`)."""
    if not isinstance(deck, str):
        raise LogError(Field.DECK, "type")
    cards = _read_cards(deck, Field.DECK)
    whole = _pack(table.packs)
    if len(cards) != len(whole):
        raise LogError(Field.DECK, "count", cards=len(cards), needed=len(whole))
    if sorted(cards) != whole:
        card = next(card for card in cards if cards.count(card) > whole.count(card))
        raise LogError(Field.DECK, card=CODES[card], times=cards.count(card), needed=whole.count(card))
    if cut is ABSENT:
        return Shuffle(tuple(cards))
    last = cards[-CUT:]
    kept = _read_cut(rules, last, cut)
    return Shuffle((*cards[:-CUT], *last), kept)


class Layout(NamedTuple):
    """The table before the first turn; red threes by seat, the stock with its top card last."""

    hands: list[list[Card]]
    red_threes: dict[int, list[Card]]
    stock: list[Card]
    pile: Pile


def deal_out(rules: Rules, table: Table, dealer: int, shuffle: Shuffle) -> Layout:
    """Deal the cards (section 3, points 3 to 6)."""
    order = [(dealer + place) % table.players for place in range(1, table.players + 1)]
    hands, dealt = _deal_hands(table, order, (dealer - 1) % table.players, shuffle)
    stock = list(shuffle.deck[: dealt - 1 : -1])
    pile = Pile(rules, table)
    if rules.turned_up:
        pile.put(stock.pop())
        while pile.cards[-1] in KEEPABLE:
            pile.put(stock.pop())
    red_threes = {
        seat: _lay_out_red_threes(hands[seat], stock)
        for seat in order
        if not RED_THREES.isdisjoint(hands[seat])
    }
    return Layout(hands, red_threes, stock, pile)


def _deal_hands(
    table: Table, order: list[int], cutter: int, shuffle: Shuffle
) -> tuple[list[list[Card]], int]:
    """The hands dealt one card at a time, a full one passed over; and how many cards that took."""
    deck, kept = shuffle.deck, shuffle.kept
    hands: list[list[Card]] = [[] for _ in order]
    everybody = (table.hand - len(kept)) * len(order)
    for place, seat in enumerate(order):
        hands[seat] += deck[place : everybody : len(order)]
    if not kept:
        return hands, everybody
    hands[cutter] += kept
    others = [seat for seat in order if seat != cutter]
    dealt = everybody + len(kept) * len(others)
    for place, seat in enumerate(others):
        hands[seat] += deck[everybody + place : dealt : len(others)]
    return hands, dealt


def _lay_out_red_threes(hand: list[Card], stock: list[Card]) -> list[Card]:
    """Replace the red threes of a hand from the stock, again while these are red threes."""
    laid: list[Card] = []
    while found := [card for card in hand if card in RED_THREES]:
        laid += found
        for card in found:
            hand.remove(card)
        hand.extend(stock.pop() for _ in found)
    return laid
