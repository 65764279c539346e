"""A match with a move log and a sheet: where the two differ, deal by deal and item by item."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import engine
from tournaments.models import LogState, Match, SheetState
from tournaments.score_sheets import differences
from tournaments.words import SHEET_ITEMS, WAYS_OUT


@dataclass(frozen=True)
class Difference:
    """One line of the comparison, ready to be shown."""

    deal: int
    side: str
    item: str
    log: Any
    sheet: Any


def log_against_sheet(match: Match) -> Sequence[Difference]:
    """Where the first verified log and the newest sheet with deals differ; nothing without both."""
    log = match.logs.filter(state=LogState.VERIFIED).order_by("submitted_at", "pk").first()
    sheets = match.sheets.exclude(state=SheetState.SUPERSEDED).exclude(deals=[])
    sheet = sheets.order_by("-submitted_at", "-pk").first()
    if log is None or sheet is None:
        return []
    names = [
        " + ".join(row.entrant.name for row in side.entrants.all())
        for side in match.sides.prefetch_related("entrants__entrant")
    ]
    played = log_lines(log.text, log.sides)
    return [
        Difference(
            deal, names[side] if side >= 0 else "", str(SHEET_ITEMS[item]), _shown(mine), _shown(theirs)
        )
        for deal, side, item, mine, theirs in differences(played, sheet.deals)
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
    return WAYS_OUT.get(value, value)
