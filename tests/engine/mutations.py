"""Ways to spoil a log: each takes a parsed log and a source of chance, and changes it in place."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from engine.cards import CODES

Log = dict[str, Any]

WORDS = ("draw", "pass", "take", "discard", "meld", "fold", "")
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 5, 1.5, 10**30, "", " ", "x", "Jo", "3h", "\ud800", [], {}, [[]],
    ["draw"],
)  # fmt: skip


def any_move(chance: random.Random) -> str:
    """A text that is a move, or nearly."""
    rank = chance.choice("W3456789TJQKA2")
    cards = chance.choices(CODES, k=chance.choice((0, 1, 2, 3, 3, 7)))
    word = chance.choice(WORDS)
    return " ".join([word, *([rank] if word == "meld" else []), *cards])


def _moves(log: Log, chance: random.Random) -> list[Any]:
    moves: list[Any] = chance.choice(log["deals"])["moves"]
    return moves


def replace_move(log: Log, chance: random.Random) -> None:
    """Another move, or another card in it."""
    moves = _moves(log, chance)
    at = chance.randrange(len(moves))
    parts = moves[at].split(" ")
    if len(parts) > 1 and chance.random() < 0.6:
        parts[chance.randrange(1, len(parts))] = chance.choice(CODES)
        moves[at] = " ".join(parts)
    else:
        moves[at] = any_move(chance)


def insert_move(log: Log, chance: random.Random) -> None:
    """One move more, new or from the same deal."""
    moves = _moves(log, chance)
    new = any_move(chance) if chance.random() < 0.5 else chance.choice(moves)
    moves.insert(chance.randrange(len(moves) + 1), new)


def remove_move(log: Log, chance: random.Random) -> None:
    """One move less."""
    moves = _moves(log, chance)
    del moves[chance.randrange(len(moves))]


def swap_moves(log: Log, chance: random.Random) -> None:
    """Two moves in the other order."""
    moves = _moves(log, chance)
    a, b = chance.randrange(len(moves)), chance.randrange(len(moves))
    moves[a], moves[b] = moves[b], moves[a]


def cut_moves(log: Log, chance: random.Random) -> None:
    """The rest of a deal is missing."""
    moves = _moves(log, chance)
    del moves[chance.randrange(len(moves)) :]


def swap_cards(log: Log, chance: random.Random) -> None:
    """Two cards of a deck in the other order."""
    deal = chance.choice(log["deals"])
    deck = deal["deck"].split(" ")
    a, b = chance.randrange(len(deck)), chance.randrange(len(deck))
    deck[a], deck[b] = deck[b], deck[a]
    deal["deck"] = " ".join(deck)


def replace_card(log: Log, chance: random.Random) -> None:
    """Another card in a deck."""
    deal = chance.choice(log["deals"])
    deck = deal["deck"].split(" ")
    deck[chance.randrange(len(deck))] = chance.choice(CODES)
    deal["deck"] = " ".join(deck)


def change_score(log: Log, chance: random.Random) -> None:
    """Another claimed result."""
    sides = len(log.get("result", {}).get("scores", [0, 0]))
    log["result"] = {
        "scores": [chance.randrange(-2000, 12000, 5) for _ in range(sides)],
        "winner": chance.choice([None, *range(sides)]),
    }


def change_end(log: Log, chance: random.Random) -> None:
    """Another end condition."""
    log["until"] = {chance.choice(("points", "deals")): chance.choice((1, 2, 500, 5000, 10**50))}


def forfeit(log: Log, chance: random.Random) -> None:
    """Somebody gives up."""
    log["forfeit"] = {"seat": chance.randrange(len(log["players"]))}


def repeat_deal(log: Log, chance: random.Random) -> None:
    """A deal twice."""
    log["deals"].insert(chance.randrange(len(log["deals"]) + 1), chance.choice(log["deals"]))


def other_table(log: Log, chance: random.Random) -> None:
    """Other rules, players or dealer."""
    log["rules"] = chance.choice(("classic", "ten-thousand"))
    log["dealer"] = chance.randrange(4)
    if chance.random() < 0.5:
        log["players"] = list("abcdef"[: chance.randrange(1, 7)])


def keep_cut(log: Log, chance: random.Random) -> None:
    """Cards kept of the cut, perhaps lawfully."""
    deal = chance.choice(log["deals"])
    last = deal["deck"].split(" ")[-3:]
    deal["cut"] = " ".join(chance.sample(last, chance.randrange(4)))


def strange_value(log: Log, chance: random.Random) -> None:
    """Something that has no business in a field."""
    target: Any = log
    while True:
        if isinstance(target, dict) and target:
            at: Any = chance.choice(list(target))
        elif isinstance(target, list) and target:
            at = chance.randrange(len(target))
        else:
            return
        if chance.random() < 0.4 or not isinstance(target[at], dict | list):
            target[at] = chance.choice(STRANGE)
            return
        target = target[at]


MUTATIONS: tuple[Callable[[Log, random.Random], None], ...] = (
    replace_move, insert_move, remove_move, swap_moves, cut_moves, swap_cards, replace_card, change_score,
    change_end, forfeit, repeat_deal, other_table, keep_cut, strange_value,
)  # fmt: skip


def mutated(text: str, chance: random.Random) -> Log:
    """A log spoilt once or a few times; some spoilings leave nothing for the next."""
    log: Log = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        try:
            chance.choice(MUTATIONS)(log, chance)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            break
    return log


def mutated_bytes(octets: bytes, chance: random.Random) -> bytes:
    """Bytes changed, removed, repeated or put in anywhere."""
    changed = bytearray(octets)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(changed) + 1)
        length = chance.choice((0, 1, 1, 2, 8, 100))
        kind = chance.randrange(3)
        new = bytes(chance.randrange(256) for _ in range(length))
        if kind == 0:
            new = bytes(changed[at : at + length]) * 2
        elif kind == 1:
            new = chance.choice(
                (b"[", b"{", b'"', b"\\", b"\\u", b"null", b"1e9", b"-", b",", b"\xef\xbb\xbf", b"}")
            )
        changed[at : at + length] = new
    return bytes(changed)
