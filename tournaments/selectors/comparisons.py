"""Two versions of a match (a move log, a sheet, the record): where they differ, deal and item."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

import engine
from tournaments.figures import Figures
from tournaments.models import GameRecord, LogState, Match, MoveLog, SheetState
from tournaments.score_sheets import differences
from tournaments.words import SHEET_ITEMS, WAYS_OUT


@dataclass(frozen=True)
class Difference:
    """One line of the comparison, ready to be shown."""

    deal: int
    side: str
    item: str
    one: Any
    other: Any


@dataclass(frozen=True)
class Comparison:
    """Two versions, by what they are called, and where they differ."""

    one: str
    other: str
    lines: Sequence[Difference]


def comparisons_of(match: Match) -> list[Comparison]:
    """What can be compared at this table and differs: its logs, its log with its sheet, its sheets."""
    logs = list(match.logs.filter(state=LogState.VERIFIED).order_by("pk"))
    found = [_between_logs(match, logs), _log_against_sheet(match, logs), _between_sheets(match)]
    return [comparison for comparison in found if comparison is not None and comparison.lines]


def _between_sheets(match: Match) -> Comparison | None:
    """The recorded deals, unless a log has them, and those of the open reports: the first two of them."""
    names = _names(match)
    sheets = match.sheets.filter(state=SheetState.OPEN).exclude(deals=[]).order_by("pk")
    told = [(_("an official") if sheet.side is None else names[sheet.side], sheet) for sheet in sheets]
    who = [name for name, _sheet in told]
    versions = [
        (name if who.count(name) == 1 else f"{name}, {_time(sheet.submitted_at)}", sheet.deals)
        for name, sheet in told
    ]
    record = GameRecord.objects.filter(match=match, log=None).exclude(deals=[]).first()
    if record is not None:
        versions.insert(0, (_("recorded"), record.deals))
    if len(versions) < 2:
        return None
    (one, its_deals), (other, other_deals) = versions[:2]
    return Comparison(one, other, _differences(names, its_deals, other_deals))


def _time(moment: datetime) -> str:
    return date_format(localtime(moment), "H:i")


def _between_logs(match: Match, logs: Sequence[MoveLog]) -> Comparison | None:
    """The verified log that was submitted first and the newest one; nothing without two."""
    if len(logs) < 2:
        return None
    one, other = logs[0], logs[-1]
    title = _("Move log %(number)s")
    lines = _differences(_names(match), log_lines(one.text, one.sides), log_lines(other.text, other.sides))
    return Comparison(title % {"number": one.pk}, title % {"number": other.pk}, lines)


def _log_against_sheet(match: Match, logs: Sequence[MoveLog]) -> Comparison | None:
    """The first verified log and the newest sheet with deals; nothing without both."""
    log = logs[0] if logs else None
    sheets = match.sheets.exclude(state=SheetState.SUPERSEDED).exclude(deals=[])
    sheet = sheets.order_by("-pk").first()
    if log is None or sheet is None:
        return None
    lines = _differences(_names(match), log_lines(log.text, log.sides), sheet.deals)
    return Comparison(_("Move log"), _("Sheet"), lines)


def _names(match: Match) -> list[str]:
    return [
        " + ".join(row.entrant.name for row in side.entrants.all())
        for side in match.sides.prefetch_related("entrants__entrant")
    ]


def _differences(names: Sequence[str], one: Any, other: Any) -> list[Difference]:
    return [
        Difference(
            deal, names[side] if side >= 0 else "", str(SHEET_ITEMS[item]), _shown(mine), _shown(theirs)
        )
        for deal, side, item, mine, theirs in differences(one, other)
    ]


def log_lines(text: str, sides: Sequence[int]) -> list[list[dict[str, Any]]]:
    """The deals of a verified log as lines of a sheet, in the order of the match's sides."""
    verdict = engine.replay(text)
    rules = engine.read_log(text).rules
    order = [list(sides).index(number) for number in range(len(sides))]
    return [
        [
            {**deal[side]._asdict(), "out": deal[side].out.value, "total": engine.score(rules, deal[side])}
            for side in order
        ]
        for deal in verdict.items
    ]


def _shown(value: Any) -> Any:
    if isinstance(value, bool):
        return _("there") if value else _("missing")
    return Figures.active().whole(value) if isinstance(value, int) else WAYS_OUT.get(value, value)
