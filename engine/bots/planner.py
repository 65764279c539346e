"""The thinking bots: what to take, what to meld, what to discard, as a style says."""

from __future__ import annotations

from engine import legal
from engine.bots.layout import Plan
from engine.bots.styles import Style
from engine.bots.view import View
from engine.cards import BLACK_THREES, RANK_OF, VALUE, WILD, Card
from engine.deal import Deal
from engine.moves import DRAW, PASS, Kind, Move, discard

NEAR_THE_END = 10
"""A stock of so few cards, or a fourth of them in an opponent's hand, means that the deal may end soon."""


def choose(deal: Deal, style: Style) -> Move:
    """The move that a bot of the style makes."""
    view = View(deal)
    if not deal.drawn:
        return _take(deal, view, style) or (DRAW if view.stock else PASS)
    return _meld(deal, view, style) or discard(_discarded(view, style))


def _near_the_end(view: View) -> bool:
    return view.stock <= NEAR_THE_END or view.fewest_cards <= NEAR_THE_END // 4


def _take(deal: Deal, view: View, style: Style) -> Move | None:
    """The cheapest way to take the pile that is worth it; with an empty stock any."""
    for move in legal.takes(deal):
        least = style.pile_wild if move.wilds else style.pile_pair if move.cards else style.pile_alone
        if (len(view.pile) >= least or not view.stock) and legal.playable(deal, move):
            return move
    return None


def _meld(deal: Deal, view: View, style: Style) -> Move | None:
    """The next meld of the plan for this turn, if there is one."""
    near = _near_the_end(view)
    for move in Plan(view, style, near).moves():
        risky = view.still_needed or len(view.hand) - len(move.cards) <= 1
        if not risky or legal.playable(deal, move):
            return move
    if not deal.allows(discard(view.hand[0])):
        forced = [move for move in legal.moves(deal) if move.kind is Kind.MELD]
        return max(forced, key=lambda move: (move.points, move.text), default=None)
    return None


def _discarded(view: View, style: Style) -> Card:
    """The card whose loss hurts least and helps the next player least."""
    seen = view.lying()
    return min(view.hand, key=lambda card: (_price(card, view, style, seen), card))


def _price(card: Card, view: View, style: Style, seen: list[int]) -> int:
    """What discarding the card costs, in no unit but compared with other cards."""
    rank = RANK_OF[card]
    if rank == WILD:
        return 200 + VALUE[card]
    if card in BLACK_THREES:
        return 0 if len(view.pile) >= 3 else 12
    held = len(view.naturals[rank])
    price = VALUE[card] // 5 + 12 * (held - 1)
    if rank in view.melds:
        price += 30
    if not view.frozen and view.wanted_by_others(rank):
        return price + style.fear * (10 + 4 * len(view.pile))
    return price + style.fear * max(0, 6 - 2 * seen[rank])
