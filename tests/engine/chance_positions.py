"""Positions made by chance, small enough to try every line of play; and the plain way to do that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from engine.cards import (
    BLACK_THREES,
    CARD,
    CODES,
    JOKER,
    RANK,
    RANK_OF,
    RANKS,
    THREE,
    WILD,
    Card,
    pack,
    points,
)
from engine.cards import text as codes
from engine.deal import Deal
from engine.dealing import read_shuffle
from engine.ending import fits
from engine.errors import IllegalMove
from engine.melds import Meld
from engine.moves import DRAW, PASS, Kind, Move, discard, meld, take
from engine.rules import CANASTA, RULE_SETS

Key = tuple[object, ...]


def chance_deal(rng: Random) -> Deal:
    """The start of a turn, or just after the draw, with few cards of few ranks in hand."""
    rules = rng.choice(list(RULE_SETS.values()))
    table = rules.tables[rng.choice(list(rules.tables))]
    totals = tuple(rng.choice((-5, 0, 1500)) for _ in range(table.sides))
    deck = pack(table.packs)
    deal = Deal(rules, table, rng.randrange(table.players), read_shuffle(rules, table, codes(deck)), totals)
    ranks = rng.sample(range(RANK["4"], len(RANKS)), rng.choice((1, 2, 2, 3)))
    pool = [card for card in deck if RANK_OF[card] in ranks]
    pool += [card for card in deck if RANK_OF[card] == WILD and rng.random() < 0.3]
    pool += [card for card in deck if card in BLACK_THREES and rng.random() < 0.5]
    rng.shuffle(pool)
    _set_melds(deal, rng, ranks, pool)
    hand = rng.randint(1, 9)
    deal._hand[:] = pool[:hand]
    deal._pile.cards[:] = [card for card in pool[hand:] if card not in BLACK_THREES][: rng.randint(0, 4)]
    while deal.pile and RANK_OF[deal.pile[-1]] == WILD:
        deal._pile.cards.pop()  # a wild card on top blocks the pile in every turn that sees it there
    if deal.pile and rng.random() < 0.2:
        deal._pile.cards.insert(0, CARD["3h"])
    deal._pile.frozen = rng.random() < 0.2
    deal._pile.blocked_turns = int(rng.random() < 0.1)
    if rng.random() < 0.2:
        deal._stock.clear()
    if hand > 1 and rng.random() < 0.4:
        deal._drawn = True
    return deal


def _set_melds(deal: Deal, rng: Random, ranks: list[int], pool: list[Card]) -> None:
    """Perhaps melds of the side to move, some of them nearly canastas."""
    if rng.random() < 0.6:
        return
    side = deal._side
    for rank in rng.sample(ranks, min(len(ranks), 2)):
        naturals = [card for card in pool if RANK_OF[card] == rank][: rng.randint(2, 6)]
        wilds = [card for card in pool if RANK_OF[card] == WILD][: rng.randint(0, 3)]
        cards = (*naturals, *wilds)
        if fits(deal.rules, rank, len(cards), len(wilds)):
            for card in cards:
                pool.remove(card)
            side.melds[rank] = Meld(cards, len(wilds))
            side.canastas += len(cards) >= CANASTA
            side.points += points(cards)
    if side.melds and rng.random() < 0.5:
        deal._melded.add(deal.seat)


def key(move: Move) -> Key:
    """A move without the suits that no rule sees."""
    if move.kind is Kind.DISCARD:
        return (move.kind, *move.cards)
    return (move.kind, move.rank, *sorted(_look(card) for card in move.cards))


def _look(card: Card) -> str:
    return CODES[card] if card == JOKER else CODES[card][0]


def every_move(deal: Deal) -> Iterator[Move]:
    """Every move that can be written with cards of the hand, lawful or not, suits aside."""
    yield from (DRAW, PASS, take())
    hand = deal.hand(deal.seat)
    yield from {key(move): move for move in map(take, combinations(hand, 2))}.values()
    yield from map(discard, range(len(CODES)))
    yield from every_meld(deal)


def every_meld(deal: Deal) -> Iterator[Move]:
    """Every meld that can be written with cards of the hand on a rank that may come into question."""
    hand = deal.hand(deal.seat)
    seen: set[Key] = set()
    for rank in {*map(RANK_OF.__getitem__, hand), *deal.melds(deal.side), WILD, THREE}:
        for size in range(1, len(hand) + 1):
            for cards in combinations(hand, size):
                look = (rank, *map(_look, cards))
                if look not in seen:
                    seen.add(look)
                    yield meld(rank, cards)


def after(deal: Deal, move: Move) -> Deal | None:
    """The deal after the move; None if it is refused."""
    trial = deal.copy()
    try:
        trial.play(move)
    except IllegalMove:
        return None
    return trial


def can_end(deal: Deal) -> bool:
    """Whether some line of play ends the turn, by trying all of them."""
    if deal.over or not deal.drawn:
        return True
    hand = deal.hand(deal.seat)
    if any(deal.allows(discard(card)) for card in set(hand)):
        return True
    trials = (after(deal, move) for move in every_meld(deal))
    return any(trial is not None and can_end(trial) for trial in trials)
