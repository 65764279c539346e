"""The move log `canasta-log/1`: a document read strictly and wholly into a `Log`.

Checks what can be seen without playing: JSON, types, decks, cuts, the form of moves. Raises LogError with the
first fault in the order of the format; never plays a move.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, TypeGuard

from engine.dealing import ABSENT, Shuffle, read_shuffle
from engine.errors import Field, LogError, excerpt
from engine.match import Until
from engine.moves import Move, read_moves
from engine.rules import RULE_SETS, Rules, Table

FORMAT = "canasta-log/1"
MOST_BYTES = 4_000_000
MOST_DEALS = 200
MOST_MOVES = 5_000
MOST_NESTED = 500
"""Objects and lists inside one another; far below what any caller's stack leaves to the JSON reader."""

Document = str | bytes | dict[str, Any]
Fields = dict[str, object]


class LoggedDeal(NamedTuple):
    """One deal as logged."""

    shuffle: Shuffle
    moves: list[Move]


@dataclass(frozen=True)
class Claim:
    """The result that the submitter claims."""

    scores: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True)
class Log:
    """A readable log."""

    rules: Rules
    table: Table
    players: tuple[str, ...]
    dealer: int
    until: Until
    deals: tuple[LoggedDeal, ...]
    forfeit: int | None
    """The seat that gave up."""
    claim: Claim | None


def read_log(document: Document) -> Log:
    """Read a document. Raises LogError with the first fault."""
    fields = _read_json(document)
    if fields.get("format") != FORMAT:
        raise LogError(Field.FORMAT, format=FORMAT)
    code = fields.get("rules")
    rules = RULE_SETS.get(code) if isinstance(code, str) else None
    if rules is None:
        raise LogError(Field.RULES, known=", ".join(RULE_SETS))
    players = _read_players(rules, fields.get("players"))
    table = rules.tables[len(players)]
    dealer = _read_seat(table, fields.get("dealer"))
    if dealer is None:
        raise LogError(Field.DEALER, last=table.players - 1)
    until = _read_until(fields.get("until", ABSENT))
    deals = _read_deals(rules, table, fields.get("deals"))
    forfeit = None
    if "forfeit" in fields:
        given = fields["forfeit"]
        forfeit = _read_seat(table, given.get("seat")) if isinstance(given, dict) else None
        if forfeit is None:
            raise LogError(Field.FORFEIT, last=table.players - 1)
    claim = _read_claim(table, fields["result"]) if "result" in fields else None
    return Log(rules, table, players, dealer, until, deals, forfeit, claim)


# JSON


def _read_json(document: Document) -> Fields:
    """The fields of the document: exactly one JSON object of bounded size."""
    try:
        text = _text_of(document)
        _check_nesting(text)
        fields = _DECODER.decode(text)
    except UnicodeError:
        raise LogError(Field.JSON, "utf-8") from None
    except RecursionError:
        raise LogError(Field.JSON, "nested") from None
    except json.JSONDecodeError as error:
        raise LogError(Field.JSON, "syntax", line=error.lineno, column=error.colno) from None
    if not isinstance(fields, dict):
        raise LogError(Field.JSON)
    return fields


def _text_of(document: Document) -> str:
    if not isinstance(document, str | bytes):
        document = _written_out(document)
    octets = document.encode() if isinstance(document, str) else document
    if len(octets) > MOST_BYTES:
        raise LogError(Field.JSON, "size", most=MOST_BYTES // 1_000_000)
    text = octets.decode() if isinstance(document, bytes) else document
    if text.startswith("\ufeff"):
        raise LogError(Field.JSON, "mark")
    return text


def _check_nesting(text: str) -> None:
    """Refuse deep nesting by a fixed limit, not by how deep the caller's stack happens to be."""
    if text.count("[") + text.count("{") <= MOST_NESTED:
        return
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MOST_NESTED:
            raise LogError(Field.JSON, "nested")


_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BRACKET = re.compile(r"[][{}]")


def _written_out(document: object) -> str:
    """A parsed document as text, so that it passes the very same checks."""
    try:
        return json.dumps(document, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError):
        raise LogError(Field.JSON, "values") from None


def _no_key_twice(pairs: list[tuple[str, object]]) -> Fields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise LogError(Field.JSON, "twice", key=excerpt(twice))
    return fields


LONGEST_NUMBER = 40
"""A whole number of more digits is larger than any score; it is read as one of so many nines."""


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        digits = digits[0].replace("-", "-9") + "9" * LONGEST_NUMBER
    return int(digits)


def _no_constant(name: str) -> NoReturn:
    raise LogError(Field.JSON, "constant", name=name)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_no_key_twice, parse_int=_whole_number, parse_constant=_no_constant
)


# Fields


def _read_players(rules: Rules, given: object) -> tuple[str, ...]:
    players = given if isinstance(given, list) else []
    if not all(isinstance(player, str) and player for player in players) or len(players) not in rules.tables:
        raise LogError(Field.PLAYERS, counts=", ".join(map(str, rules.tables)))
    for player in players:
        if players.count(player) > 1:
            raise LogError(Field.PLAYERS, "twice", player=excerpt(player))
    return tuple(players)


def _is_number(given: object) -> TypeGuard[int]:
    return isinstance(given, int) and not isinstance(given, bool)


def _read_seat(table: Table, given: object) -> int | None:
    return given if _is_number(given) and given in range(table.players) else None


def _read_until(given: object) -> Until:
    if given is ABSENT:
        return Until()
    if isinstance(given, dict) and ("points" in given) != ("deals" in given):
        kind = "points" if "points" in given else "deals"
        number = given[kind]
        if _is_number(number) and number >= 1:
            return Until(**{kind: number})
    raise LogError(Field.UNTIL)


def _read_deals(rules: Rules, table: Table, given: object) -> tuple[LoggedDeal, ...]:
    if not isinstance(given, list):
        raise LogError(Field.DEALS)
    if len(given) > MOST_DEALS:
        raise LogError(Field.DEALS, "count", most=MOST_DEALS)
    deals = []
    for number, deal in enumerate(given):
        try:
            deals.append(_read_deal(rules, table, deal))
        except LogError as error:
            error.deal = number
            raise
    return tuple(deals)


def _read_deal(rules: Rules, table: Table, given: object) -> LoggedDeal:
    if not isinstance(given, dict):
        raise LogError(Field.DEALS, "type")
    shuffle = read_shuffle(rules, table, given.get("deck"), given.get("cut", ABSENT))
    moves = given.get("moves")
    if not isinstance(moves, list):
        raise LogError(Field.DEALS, "moves")
    if len(moves) > MOST_MOVES:
        raise LogError(Field.DEALS, "length", most=MOST_MOVES)
    return LoggedDeal(shuffle, read_moves(moves))


def _read_claim(table: Table, given: object) -> Claim:
    if isinstance(given, dict) and "winner" in given:
        scores, winner = given.get("scores"), given["winner"]
        sides = range(table.sides)
        if (
            isinstance(scores, list)
            and len(scores) == table.sides
            and all(map(_is_number, scores))
            and (winner is None or (_is_number(winner) and winner in sides))
        ):
            return Claim(tuple(scores), winner)
    raise LogError(Field.RESULT, sides=table.sides)
