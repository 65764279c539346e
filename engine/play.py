"""Bots play a whole match, written down as a log with its result.

The same arguments give the same log on every machine. The decks depend on the seed alone, so that bots can be
compared on the same cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from engine.bots import BOTS, Bot, Dice
from engine.cards import pack, text
from engine.deal import Deal
from engine.dealing import ABSENT, CUT, KEEPABLE, read_shuffle
from engine.log import FORMAT, MOST_DEALS
from engine.match import Match, Until
from engine.replay import replay
from engine.rules import Rules, Table

Log = dict[str, object]


class PlayedDeal(TypedDict):
    """A deal as a log writes it."""

    deck: str
    cut: NotRequired[str]
    moves: list[str]


PATIENCE = 40
"""Deals after which random players play the steady way, so that a match by points ends."""

MOST_POINTS = 50_000
"""Matches to more points might need more deals than a log may have."""


class PlayError(ValueError):
    """A match that can't be played as asked; the text says why."""


def seat_bots(table: Table, names: Sequence[str]) -> list[str]:
    """The bot of each seat: one bot plays all, one for each side plays its seats, else one for each seat."""
    for name in names:
        if name not in BOTS:
            raise PlayError(f"unknown bot {name!r}; known: {', '.join(BOTS)}")
    if len(names) not in {1, table.sides, table.players}:
        raise PlayError(
            f"bots named: {len(names)}; name 1, or 1 a side ({table.sides}), or 1 a seat ({table.players})"
        )
    return [names[seat % len(names)] for seat in range(table.players)]


def play_match(
    rules: Rules,
    players: int,
    seed: int,
    until: Until | None = None,
    bots: Sequence[str] = ("steady",),
    codes: Sequence[str] | None = None,
    forfeit: int | None = None,
) -> Log:
    """The log of a match that bots play, with its result. Raises PlayError for a match that can't be.

    `bots` are names from `bots.BOTS`; `codes` the players' codes in seat order; `forfeit` a seat that gives
    up at some time in the match.
    """
    table = rules.tables.get(players)
    if table is None:
        raise PlayError(f"{rules.code} is for {', '.join(map(str, rules.tables))} players, not {players}")
    names = seat_bots(table, bots)
    until = until or Until(points=rules.points)
    _check_until(until)
    codes = [f"{name}-{seat + 1}" for seat, name in enumerate(names)] if codes is None else list(codes)
    if len(set(codes)) != players or not all(codes):
        raise PlayError(f"player codes must be {players} different ones")
    if forfeit is not None and forfeit not in range(players):
        raise PlayError(f"a forfeit names a seat from 0 to {players - 1}")
    dice = Dice(f"{seed} deck")
    dealer = dice.below(players)
    deals = _play_deals(Match(rules, table, dealer, until), [BOTS[name] for name in names], seed, dice)
    log: Log = {
        "format": FORMAT,
        "rules": rules.code,
        "players": codes,
        "dealer": dealer,
        "until": {"points": until.points} if until.deals is None else {"deals": until.deals},
        "deals": deals,
    }
    if forfeit is not None:
        log["deals"] = _cut_short(deals, Dice(f"{seed} forfeit"))
        log["forfeit"] = {"seat": forfeit}
    verdict = replay(log)
    log["result"] = {"scores": list(verdict.scores or ()), "winner": verdict.winner}
    return log


def _check_until(until: Until) -> None:
    if until.deals is not None and until.deals not in range(1, MOST_DEALS + 1):
        raise PlayError(f"deals must be from 1 to {MOST_DEALS}")
    if until.points is not None and until.points not in range(1, MOST_POINTS + 1):
        raise PlayError(f"points must be from 1 to {MOST_POINTS}")


def _play_deals(match: Match, bots: list[Bot], seed: int, dice: Dice) -> list[PlayedDeal]:
    """Play until the match is over."""
    chances = [Dice(f"{seed} seat {seat}") for seat in range(len(bots))]
    deals: list[PlayedDeal] = []
    while not match.over:
        number = len(deals)
        if number >= MOST_DEALS:
            raise PlayError(f"the match is not over after {MOST_DEALS} deals; name fewer points")
        if number == PATIENCE:
            bots = [bot if bot.style else BOTS["steady"] for bot in bots]
        deck = dice.shuffled(pack(match.table.packs))
        logged: PlayedDeal = {"deck": text(deck), "moves": []}
        if match.rules.cut_bonus:
            cutter = (match.next_dealer - 1) % match.table.players
            offered = [card for card in deck[-CUT:] if card in KEEPABLE]
            logged["cut"] = text(bots[cutter].keep(offered, chances[cutter]))
        deal = match.start(read_shuffle(match.rules, match.table, logged["deck"], logged.get("cut", ABSENT)))
        logged["moves"] = _play_deal(deal, bots, chances)
        match.record(deal)
        deals.append(logged)
    return deals


def _play_deal(deal: Deal, bots: list[Bot], chances: list[Dice]) -> list[str]:
    """Play a deal to its end; its moves."""
    moves = []
    while not deal.over:
        move = bots[deal.seat].choose(deal, chances[deal.seat])
        deal.play(move)
        moves.append(move.text)
    return moves


def _cut_short(deals: list[PlayedDeal], dice: Dice) -> list[PlayedDeal]:
    """The deals up to somewhere in the middle of one of them."""
    number = dice.below(len(deals))
    last = deals[number].copy()
    last["moves"] = last["moves"][: dice.below(len(last["moves"]))]
    return [*deals[:number], last]
