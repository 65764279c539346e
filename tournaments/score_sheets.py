"""A score sheet as it is typed: deals added up with the engine's own scoring, faults at their cells.

Works from what was typed and the terms of the match alone; nothing is stored or looked up here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

import engine
from tournaments.sheet_faults import OVER, RANGE, fault_sentence

ITEMS = ("card_points", "natural", "mixed", "wild", "red_threes", "out", "hand")
COUNT = re.compile(r"[0-9]{1,5}")
POINTS = re.compile(r"[-−–]?[0-9]{1,5}")
# 1 250 and 1.250 are 1250, as people write it.
THOUSANDS = re.compile(r"(?<=[0-9])[ .,\u00a0\u202f](?=[0-9]{3}$)")
# The most deals a match can be given, and a sheet can have: no match is longer.
MOST_DEALS = 50


@dataclass(frozen=True)
class Terms:
    """What is settled before the first deal.

    `start` are points written on the sheet before it; a match that `has_a_winner` goes on while it is level.
    """

    rules: engine.Rules
    players: int
    sides: int
    until: engine.Until
    totals_only: bool = False
    has_a_winner: bool = False
    start: tuple[int, ...] = ()

    @property
    def items(self) -> tuple[str, ...]:
        """The cells of a side in a deal, in the order of the sheet."""
        if self.totals_only or self.players not in self.rules.tables:
            return ("total",)
        return tuple(item for item in ITEMS if item != "wild" or self.rules.wild_melds)


@dataclass
class Cell:
    """One cell: its field's name, what was typed, and what is wrong with it."""

    name: str
    item: str
    typed: str = ""
    wrong: list[str] = field(default_factory=list)


@dataclass
class SideOfDeal:
    """A side's part of a deal: its cells, the least its first meld needs, its score and running total."""

    number: int
    cells: list[Cell]
    minimum: int
    total: int | None = None
    running: int | None = None


@dataclass
class DealOfSheet:
    """A deal on the sheet."""

    number: int
    sides: list[SideOfDeal]
    wrong: list[str] = field(default_factory=list)

    @property
    def blank(self) -> bool:
        return not any(cell.typed for side in self.sides for cell in side.cells if cell.item != "out")


@dataclass
class Sheet:
    """A whole sheet. `unreadable`: something typed is no number, so nothing can be reported yet.

    Of a sheet that is still `being_typed` nothing is said about a side that its typist has not got past.
    """

    terms: Terms
    being_typed: bool = False
    deals: list[DealOfSheet] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    lines: list[list[dict[str, Any]]] = field(default_factory=list)
    filled: int = 0
    faults: list[dict[str, Any]] = field(default_factory=list)
    unreadable: bool = False
    over: bool = False

    @property
    def played(self) -> int:
        return len(self.lines)

    @property
    def reportable(self) -> bool:
        return bool(self.lines) and not self.unreadable

    @property
    def right(self) -> bool:
        """Whether a player may report it as it is."""
        return self.reportable and not self.faults


def cell_name(deal: int, side: int, item: str) -> str:
    """The name of a cell's form field."""
    return f"d{deal}s{side}{item}"


def read_sheet(terms: Terms, typed: Mapping[str, str], *, being_typed: bool = False) -> Sheet:
    """The sheet with everything that can be said of it; blank deals at its end are left out of the sums."""
    sheet = Sheet(terms, being_typed, totals=list(terms.start or (0,) * terms.sides))
    filled = sheet.filled = _filled(terms, typed)
    for number in range(filled):
        deal = _deal(sheet, number, typed)
        sheet.deals.append(deal)
        _add_up(sheet, deal)
    if sheet.reportable and not sheet.over:
        sheet.faults.append({"deal": sheet.played, "side": None, "cell": "", **_unfinished(sheet)})
    goes_on = not sheet.over and sheet.played >= (terms.until.deals or 0)
    shown = max(filled + goes_on, terms.until.deals or 1)
    sheet.deals += [_deal(sheet, number, typed) for number in range(filled, min(shown, MOST_DEALS))]
    return sheet


def _unfinished(sheet: Sheet) -> dict[str, Any]:
    until = sheet.terms.until
    if until.deals is None:
        return {"code": "match-to-points", "params": {"points": until.points or sheet.terms.rules.points}}
    if sheet.played >= until.deals:
        return {"code": "match-level", "params": {}}
    return {"code": "match-to-deals", "params": {"played": sheet.played, "deals": until.deals}}


def _filled(terms: Terms, typed: Mapping[str, str]) -> int:
    """How many deals there are up to the last one with something typed in it."""
    filled = [
        deal + 1
        for deal in range(MOST_DEALS)
        for side in range(terms.sides)
        for item in terms.items
        if item != "out" and typed.get(cell_name(deal, side, item), "").strip()
    ]
    return max(filled, default=0)


def _deal(sheet: Sheet, number: int, typed: Mapping[str, str]) -> DealOfSheet:
    terms = sheet.terms
    sides = [
        SideOfDeal(
            side,
            [
                Cell(
                    cell_name(number, side, item), item, typed.get(cell_name(number, side, item), "").strip()
                )
                for item in terms.items
            ],
            engine.minimum(terms.rules, sheet.totals[side]),
        )
        for side in range(terms.sides)
    ]
    return DealOfSheet(number, sides)


def _add_up(sheet: Sheet, deal: DealOfSheet) -> None:
    """Take a deal into the sums, with all that is wrong with it."""
    if sheet.over:
        _fault(sheet, deal, None, "", {"code": OVER, "params": {}})
    read = [_read(side, deal, sheet) for side in deal.sides]
    values = [value for value in read if value is not None]
    if len(values) < len(read):
        return
    if sheet.terms.items == ("total",):
        line = [{"total": value["total"]} for value in values]
        for side, value in enumerate(values):
            for said in _faults_of_total(sheet.terms, value["total"]):
                _fault(sheet, deal, side, "total", said)
    else:
        line = _score(sheet, deal, [items_of(value) for value in values])
    sheet.lines.append(line)
    for part, scored in zip(deal.sides, line, strict=True):
        part.total = scored["total"]
        sheet.totals[part.number] += scored["total"]
        part.running = sheet.totals[part.number]
    sheet.over = _is_over(sheet.terms, sheet.totals, sheet.played)


def _faults_of_total(terms: Terms, total: int) -> Iterator[dict[str, Any]]:
    """What can't be true of the points of a deal, whatever they are made of."""
    if total % 5:
        yield {"code": "not-fives", "params": {"points": total}}
    if terms.players in terms.rules.tables:
        least, most = engine.deal_range(terms.rules, terms.players)
        if not least <= total <= most:
            yield {"code": RANGE, "params": {"points": total, "least": least, "most": most}}


def _is_over(terms: Terms, totals: Sequence[int], deals: int) -> bool:
    if terms.until.deals is not None:
        level = len(set(totals)) == 1
        return deals >= terms.until.deals and not (terms.has_a_winner and level)
    return max(totals) >= (terms.until.points or terms.rules.points)


def _read(side: SideOfDeal, deal: DealOfSheet, sheet: Sheet) -> dict[str, Any] | None:
    """The typed cells as numbers; None (and the cells marked) where one is no number.

    A blank item counts as 0, for sheets leave out what a side has not; a blank total is a half-written deal.
    """
    values: dict[str, Any] = {}
    for cell in side.cells:
        pattern = POINTS if cell.item == "total" else COUNT
        digits = THOUSANDS.sub("", cell.typed)
        if cell.item == "out":
            values["out"] = cell.typed if cell.typed in {out.value for out in engine.Out} else "no"
        elif digits and not pattern.fullmatch(digits):
            cell.wrong.append(_no_number(digits))
            sheet.unreadable = True
        elif cell.item == "total" and not cell.typed:
            sheet.unreadable = True
            if _is_told(sheet, deal, side.number):
                cell.wrong.append(_("The points of this side are missing; a 0 is written, too."))
        else:
            values[cell.item] = int(digits.replace("−", "-").replace("–", "-") or 0)
    return values if len(values) == len(side.cells) else None


def _no_number(typed: str) -> str:
    """What is said of a cell that is read as no number; that of a hand is often written with its minus."""
    if POINTS.fullmatch(typed):
        return _("Write it without a minus; what counts against a side is subtracted here.")
    return _("This is not a number.")


def items_of(values: Mapping[str, Any]) -> engine.DealItems:
    """A side's stored or typed line as the engine's items."""
    known = {name: values[name] for name in engine.DealItems._fields if name in values and name != "out"}
    return engine.DealItems(**known, out=engine.Out(values.get("out", "no")))


def _score(sheet: Sheet, deal: DealOfSheet, items: Sequence[engine.DealItems]) -> list[dict[str, Any]]:
    """The scored line of a deal; what the rule set has no score for counts as nothing and is a fault."""
    terms = sheet.terms
    for fault in engine.faults(terms.rules, terms.players, sheet.totals, items):
        if fault.cell == "totals":
            continue  # what is carried is wrong by an earlier deal, and said at its cell
        said = {"code": str(fault.code), "params": dict(fault.params)}
        _fault(sheet, deal, fault.side, fault.cell, said)
    line = []
    for each in items:
        known = each.out in terms.rules.out_bonus and each.red_threes < len(terms.rules.red_threes)
        counted = each if known else each._replace(out=engine.Out.NO, red_threes=0)
        total = engine.score(terms.rules, counted)
        line.append({**each._asdict(), "out": each.out.value, "total": total})
    return line


def _is_told(sheet: Sheet, deal: DealOfSheet, side: int) -> bool:
    """Whether this side's part of the deal is filled in: who still types it need not hear what is missing."""
    later = any(cell.typed not in ("", "no") for each in deal.sides[side + 1 :] for cell in each.cells)
    last = deal.sides[side].cells[-1].typed
    return not sheet.being_typed or deal.number + 1 < sheet.filled or later or bool(last)


def _fault(sheet: Sheet, deal: DealOfSheet, side: int | None, item: str, said: dict[str, Any]) -> None:
    """Note a fault, and say it at its cell; what no cell can be blamed for stands at the deal."""
    sheet.faults.append({"deal": deal.number + 1, "side": side, "cell": item, **said})
    sides = deal.sides if side is None else [deal.sides[side]]
    if not _is_told(sheet, deal, len(deal.sides) - 1 if side is None else side):
        return
    cells = [cell for each in sides for cell in each.cells if cell.item == item]
    typed = [cell for cell in cells if cell.typed not in ("", "0", "no")]
    text = fault_sentence(said)
    places: list[Cell] | list[DealOfSheet] = typed or cells or [deal]
    for place in places:
        place.wrong.append(text)


def typed_of(deals: Sequence[Sequence[Mapping[str, Any]]], terms: Terms) -> dict[str, str]:
    """What one would have typed for a stored sheet."""
    return {
        cell_name(number, side, item): str(line[item])
        for number, deal in enumerate(deals)
        for side, line in enumerate(deal)
        for item in terms.items
        if item in line and (item == "total" or line[item] not in (0, "no"))
    }


def only_totals(deals: Sequence[Sequence[Mapping[str, Any]]]) -> bool:
    """Whether a stored sheet has deals, and of them nothing but the points."""
    return bool(deals) and all(set(line) == {"total"} for deal in deals for line in deal)


def differences(
    one: Sequence[Sequence[Mapping[str, Any]]], other: Sequence[Sequence[Mapping[str, Any]]]
) -> Iterator[tuple[int, int, str, Any, Any]]:
    """Where two sheets of a match differ: deal (from 1), side, item, and both values."""
    for number in range(max(len(one), len(other))):
        if number >= len(one) or number >= len(other):
            yield number + 1, -1, "deal", number < len(one), number < len(other)
            continue
        for side, (mine, theirs) in enumerate(zip(one[number], other[number], strict=False)):
            for item in (*ITEMS, "total"):
                if item in mine and item in theirs and mine[item] != theirs[item]:
                    yield number + 1, side, item, mine[item], theirs[item]
