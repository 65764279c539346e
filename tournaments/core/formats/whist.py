"""Whist schedules: single players, a new partner each round, by number alone.

Everybody partners everybody else once and opposes everybody twice. A schedule is a first round
developed round a cyclic group: adding the round's element to every player gives the next round.
For 4k players one stands still; for 4k+1 the player on the group's zero sits out.
Which entrant is which number belongs to `individual`.
"""

from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

Element: TypeAlias = tuple[int, ...]
WhistTable: TypeAlias = tuple[tuple[int, int], tuple[int, int]]

FIXED: Element = ()


@dataclass(frozen=True)
class Starter:
    """A first round: each table as partners, then partners; `FIXED` never moves."""

    moduli: tuple[int, ...]
    tables: tuple[tuple[Element, Element, Element, Element], ...]


def _cyclic(modulus: int, *tables: tuple[int, int, int, int]) -> Starter:
    """A starter round Z_modulus, where -1 names the player who stands still."""
    return Starter(
        (modulus,),
        tuple((_element(a), _element(b), _element(c), _element(d)) for a, b, c, d in tables),
    )


def _element(value: int) -> Element:
    return FIXED if value < 0 else (value,)


STARTERS: dict[int, Starter] = {
    4: _cyclic(3, (-1, 0, 1, 2)),
    5: _cyclic(5, (1, 4, 2, 3)),
    8: _cyclic(7, (-1, 0, 5, 1), (2, 3, 4, 6)),
    9: Starter(
        (3, 3),
        (
            ((0, 1), (0, 2), (2, 0), (1, 0)),
            ((1, 1), (2, 2), (1, 2), (2, 1)),
        ),
    ),
    12: _cyclic(11, (-1, 0, 8, 9), (1, 7, 2, 5), (3, 10, 6, 4)),
    13: _cyclic(13, (1, 10, 7, 5), (2, 8, 3, 4), (6, 11, 9, 12)),
    16: _cyclic(15, (-1, 0, 2, 11), (1, 4, 7, 12), (3, 5, 6, 13), (8, 9, 10, 14)),
    17: _cyclic(17, (1, 3, 12, 8), (2, 7, 15, 4), (5, 13, 6, 16), (9, 10, 14, 11)),
    20: _cyclic(19, (-1, 0, 12, 10), (1, 9, 17, 3), (2, 6, 7, 13), (4, 14, 5, 8), (11, 18, 15, 16)),
    21: _cyclic(21, (1, 13, 7, 20), (2, 9, 18, 19), (3, 6, 11, 17), (4, 8, 5, 16), (10, 15, 12, 14)),
    24: _cyclic(
        23,
        (-1, 0, 21, 13),
        (1, 5, 20, 6),
        (2, 7, 22, 19),
        (3, 14, 12, 10),
        (4, 11, 16, 17),
        (8, 18, 9, 15),
    ),
    25: Starter(
        (5, 5),
        (
            ((0, 1), (3, 0), (4, 0), (4, 1)),
            ((0, 2), (4, 3), (2, 3), (2, 0)),
            ((0, 3), (1, 3), (1, 1), (4, 4)),
            ((0, 4), (3, 1), (3, 2), (2, 4)),
            ((1, 0), (2, 1), (2, 2), (3, 4)),
            ((1, 2), (4, 2), (1, 4), (3, 3)),
        ),
    ),
    28: _cyclic(
        27,
        (-1, 0, 7, 17),
        (1, 23, 19, 21),
        (2, 26, 3, 18),
        (4, 13, 12, 16),
        (5, 25, 11, 10),
        (6, 20, 15, 9),
        (8, 24, 22, 14),
    ),
}


def has_whist(players: int) -> bool:
    """Whether a schedule for this many players is known here."""
    return players in STARTERS


def whist_rounds(players: int) -> int:
    """Rounds of the whole schedule: 4k-1 for 4k players, 4k+1 for 4k+1."""
    return len(_group(STARTERS[players]))


def whist_round(players: int, number: int) -> tuple[tuple[WhistTable, ...], int | None]:
    """The tables of round `number` (from 1) as two partnerships each, and the number that sits out."""
    starter = STARTERS[players]
    group = _group(starter)
    shift = group[number - 1]
    numbers = {element: index for index, element in enumerate(group, start=1)} | {FIXED: players}

    def seat(element: Element) -> int:
        return numbers[_add(element, shift, starter.moduli)]

    tables = tuple(((seat(a), seat(b)), (seat(c), seat(d))) for a, b, c, d in starter.tables)
    return tables, None if players % 4 == 0 else seat(group[0])


def _group(starter: Starter) -> list[Element]:
    return list(product(*(range(modulus) for modulus in starter.moduli)))


def _add(element: Element, shift: Element, moduli: tuple[int, ...]) -> Element:
    return tuple((a + b) % modulus for a, b, modulus in zip(element, shift, moduli, strict=False))
