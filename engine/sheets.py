"""Score sheets without a log: what can't be true of the items of a deal, whatever was played.

Everything here follows from the rules and the number of cards alone. A fault is certain; a sheet without
faults may still be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import Impossible, Param
from engine.rules import CANASTA, SMALLEST_MELD, Out, Rules, Table
from engine.scoring import DealItems, minimum
from engine.sentences import sentence

STEP = 5
"""Every card value is a multiple of it, and no card is worth less."""

_PACK_POINTS = 2 * 50 + 4 * 20 + 4 * 20 + 6 * 4 * 10 + 4 * 4 * 5 + 2 * 5
_PACK_DEUCES, _PACK_JOKERS = 4, 2
_RANK_VALUES = (5,) * 4 + (10,) * 6 + (20,)
"""The values of the ranks that can make a canasta, cheapest first: four to seven, eight to king, aces."""
_DEUCE, _JOKER = 20, 50


@dataclass(frozen=True)
class SheetFault:
    """Something impossible on a score sheet: in one side's cell, or (side None) in the sheet as a whole."""

    code: Impossible
    side: int | None
    cell: str
    """The name of the item, as in DealItems; `totals` for a total before the deal."""
    params: Mapping[str, Param] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The fault in a sentence."""
        return sentence(self.code, "", self.params)


def faults(
    rules: Rules, players: int, totals: Sequence[int], sides: Sequence[DealItems]
) -> tuple[SheetFault, ...]:
    """Everything impossible on the sheet of a deal: the totals before it, and each side's items.

    Raises KeyError for a number of players the rule set doesn't know, ValueError for a wrong number of sides.
    """
    table = rules.tables[players]
    if not len(totals) == len(sides) == table.sides:
        raise ValueError(f"{players} players are {table.sides} sides")
    found = [
        fault
        for side, (total, items) in enumerate(zip(totals, sides, strict=True))
        for fault in _side_faults(rules, table, side, total, items)
    ]
    return tuple(found + list(_sheet_faults(rules, table, sides)))


def _side_faults(rules: Rules, table: Table, side: int, total: int, items: DealItems) -> Iterator[SheetFault]:
    negative = [name for name in items._fields if name != "out" and getattr(items, name) < 0]
    yield from (SheetFault(Impossible.NEGATIVE, side, name) for name in negative)
    for name, value in (("totals", total), ("card_points", items.card_points), ("hand", items.hand)):
        if value % STEP:
            yield SheetFault(Impossible.NOT_FIVES, side, name, {"points": value})
    if negative:
        return
    yield from _canasta_faults(rules, table, side, items)
    yield from _out_faults(rules, table, side, items)
    least = minimum(rules, total)
    if 0 < items.card_points < least and items.out is not Out.CONCEALED:
        params = {"points": items.card_points, "least": least}
        yield SheetFault(Impossible.FIRST_MELD, side, "card_points", params)


def _canasta_faults(rules: Rules, table: Table, side: int, items: DealItems) -> Iterator[SheetFault]:
    if items.wild and not rules.wild_melds:
        yield SheetFault(Impossible.WILD_CANASTA, side, "wild")
        return
    ranks = len(_RANK_VALUES)
    if items.wild > 1:
        yield SheetFault(Impossible.RANKS, side, "wild", {"canastas": items.wild, "most": 1})
    elif items.natural + items.mixed > ranks:
        params = {"canastas": items.natural + items.mixed, "most": ranks}
        yield SheetFault(Impossible.RANKS, side, "mixed" if items.mixed else "natural", params)
    else:
        least, most = least_points(table, items), most_points(rules, table, items)
        params = {"points": items.card_points, "canastas": items.canastas}
        if items.card_points < least:
            yield SheetFault(Impossible.POINTS_LOW, side, "card_points", {**params, "least": least})
        if items.card_points > most:
            yield SheetFault(Impossible.POINTS_HIGH, side, "card_points", {**params, "most": most})


def deal_range(rules: Rules, players: int) -> tuple[int, int]:
    """No side's score of a deal is below the first or above the second number, whatever was played.

    Raises KeyError for a number of players the rule set doesn't know.
    """
    cards = _PACK_POINTS * rules.tables[players].packs
    canastas = len(_RANK_VALUES) * rules.natural_canasta + rules.wild_canasta
    most = cards + canastas + max(rules.red_threes) + max(rules.out_bonus.values())
    return -cards - max(rules.red_threes), most


def least_points(table: Table, items: DealItems) -> int:
    """The cheapest melds with these canastas: each of another rank, the cheapest ranks and deuces first.

    A natural canasta saves more than a mixed one by a cheaper rank, so naturals get the cheapest.
    """
    naturals = sum(CANASTA * value for value in _RANK_VALUES[: items.natural])
    mixed = _RANK_VALUES[items.natural : items.natural + items.mixed]
    naturals += sum((CANASTA - 1) * value for value in mixed)
    wilds = _wilds_used(items)
    deuces = min(wilds, _PACK_DEUCES * table.packs)
    threes = SMALLEST_MELD * STEP if items.out is Out.BLACK_THREES else 0
    return naturals + deuces * _DEUCE + (wilds - deuces) * _JOKER + threes


def most_points(rules: Rules, table: Table, items: DealItems) -> int:
    """No melds with these canastas are worth more: the dearest ranks whole, of others one card too few."""
    canastas = items.natural + items.mixed
    dearest = _RANK_VALUES[::-1]
    whole = sum(4 * table.packs * value for value in dearest[:canastas])
    others = sum((CANASTA - 1) * value for value in dearest[canastas:])
    wilds = table.packs * (_PACK_JOKERS * _JOKER + _PACK_DEUCES * _DEUCE)
    threes = 2 * table.packs * STEP if items.out is not Out.NO else 0
    return whole + others + wilds + threes


def _wilds_used(items: DealItems) -> int:
    """The wild cards without which these canastas can't be."""
    return items.mixed + CANASTA * items.wild


def _out_faults(rules: Rules, table: Table, side: int, items: DealItems) -> Iterator[SheetFault]:
    holders = len(table.seats_of(side)) - (items.out is not Out.NO)
    if items.hand and not holders:
        yield SheetFault(Impossible.HAND_LEFT, side, "hand", {"points": items.hand})
    elif items.hand < STEP * holders:
        yield SheetFault(Impossible.HAND_EMPTY, side, "hand", {"points": items.hand, "least": STEP * holders})
    if items.out not in rules.out_bonus:
        yield SheetFault(Impossible.OUT_KIND, side, "out")
    if items.out is not Out.NO and items.canastas < table.canastas_to_go_out:
        params = {"canastas": items.canastas, "needed": table.canastas_to_go_out}
        yield SheetFault(Impossible.OUT_CANASTAS, side, "out", params)


def _sheet_faults(rules: Rules, table: Table, sides: Sequence[DealItems]) -> Iterator[SheetFault]:
    """What can't be true of all sides together."""
    out = [items for items in sides if items.out is not Out.NO]
    if len(out) > 1:
        yield SheetFault(Impossible.OUT_TWICE, None, "out", {"sides": len(out)})
    cards = sum(items.card_points + items.hand for items in sides)
    if cards > _PACK_POINTS * table.packs:
        params = {"points": cards, "most": _PACK_POINTS * table.packs}
        yield SheetFault(Impossible.PACK_POINTS, None, "card_points", params)
    red_threes = sum(items.red_threes for items in sides)
    all_threes = 2 * table.packs
    if red_threes > all_threes:
        yield SheetFault(
            Impossible.RED_THREES, None, "red_threes", {"threes": red_threes, "most": all_threes}
        )
    elif red_threes < all_threes and not out and not rules.turned_up:
        params = {"threes": red_threes, "needed": all_threes}
        yield SheetFault(Impossible.RED_THREES_LEFT, None, "red_threes", params)
    natural = sum(items.natural for items in sides)
    if natural > len(_RANK_VALUES):
        params = {"canastas": natural, "most": len(_RANK_VALUES)}
        yield SheetFault(Impossible.NATURAL_CANASTAS, None, "natural", params)
    wilds = sum(_wilds_used(items) for items in sides)
    most = (_PACK_DEUCES + _PACK_JOKERS) * table.packs
    if wilds > most:
        cell = "wild" if any(items.wild for items in sides) else "mixed"
        yield SheetFault(Impossible.WILD_CARDS, None, cell, {"wilds": wilds, "most": most})
