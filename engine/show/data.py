"""A match or a position as plain data, for programs."""

from __future__ import annotations

from dataclasses import asdict

from engine.legal import legal_moves
from engine.log import Log
from engine.positions import Position
from engine.scoring import DealItems
from engine.show.turns import Action, Turn

Data = dict[str, object]


def match_data(log: Log) -> Data:
    """What is the same for the whole match."""
    until = log.until
    points = log.rules.points if until.points is None else until.points
    return {
        "rules": log.rules.code,
        "players": list(log.players),
        "sides": [list(log.table.seats_of(side)) for side in range(log.table.sides)],
        "until": {"points": points} if until.deals is None else {"deals": until.deals},
    }


def deal_data(positions: list[Position], turns: list[Turn]) -> Data:
    """A deal: who did what, and its score as far as it was played."""
    start, end = positions[0], positions[-1]
    return {
        "deal": start.deal,
        "dealer": start.dealer,
        "turns": [{"seat": turn.seat, "actions": list(map(_action, turn.actions))} for turn in turns],
        "over": end.over,
        **_scores(end),
    }


def _action(action: Action) -> Data:
    """The fields of an action that say something."""
    fields = asdict(action)
    if action.meld is not None:
        fields["meld"] = action.meld._asdict()
    return {key: value for key, value in fields.items() if value or key in {"move", "text"}}


def position_data(position: Position) -> Data:
    """Everything that lies on the table, and the moves that can be made."""
    fields = (
        *("deal", "move", "text", "player", "dealer", "seat", "side", "over", "drawn", "took", "hands"),
        *("stock", "pile", "rest", "frozen", "blocked", "still_needed", "red_threes"),
    )
    return {
        **{field: getattr(position, field) for field in fields},
        "melds": [[meld._asdict() for meld in melds] for melds in position.melds],
        **_scores(position),
        "legal_moves": legal_moves(position),
    }


def _scores(position: Position) -> Data:
    return {
        "items": [_items(items) for items in position.items],
        "scores": [{**score._asdict(), "total": score.total} for score in position.scores],
        "totals": position.totals,
    }


def _items(items: DealItems) -> Data:
    return {**items._asdict(), "out": items.out.value}
