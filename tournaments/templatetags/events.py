"""How figures and places of an event are written in templates."""

from collections.abc import Iterator
from dataclasses import dataclass

from django import template
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.rows import Row, Table
from tournaments.core.tiebreaks import TieBreak, TieValue, Unit
from tournaments.models import Match, MatchState, Side

register = template.Library()

TIE_BREAK_NAMES = {
    "direct": gettext_lazy("direct encounter"),
    "opponents": gettext_lazy("opponents' VP"),
    "opponents_cut": gettext_lazy("opponents' VP less the lowest"),
    "opponents_median": gettext_lazy("opponents' VP, median"),
    "beaten": gettext_lazy("beaten opponents' VP"),
    "wins": gettext_lazy("wins"),
    "difference": gettext_lazy("difference"),
    "points": gettext_lazy("points"),
    "canastas": gettext_lazy("canastas"),
    "progressive": gettext_lazy("progressive"),
}


@dataclass(frozen=True)
class SideLine:
    """One side of a match with its part of the result."""

    side: Side
    points: int | None
    rank: int | None
    at_fault: bool


@register.filter
def side_lines(match: Match) -> Iterator[SideLine]:
    """The sides with their points and ranks."""
    record = getattr(match, "record", None)
    for side in match.sides.all():
        if record is None:
            yield SideLine(side, None, None, False)
            continue
        points = None if record.totals is None else record.totals[side.number]
        yield SideLine(side, points, record.ranks[side.number], record.at_fault[side.number])


@register.filter
def place(match: Match) -> str:
    """Where a match is played: round and table."""
    return _("Round {round}, table {table}").format(round=match.round.number, table=match.table)


@register.filter
def result_text(match: Match) -> str:
    """The points of all sides, once they are official."""
    record = getattr(match, "record", None)
    if record is None or match.state != MatchState.OFFICIAL:
        return "–"
    if record.totals is None:
        return str(record.get_outcome_display())
    return " : ".join(formats.number_format(total, force_grouping=True) for total in record.totals)


@register.filter
def hundredths(value: int | None) -> str:
    """A number of hundredths with two decimals, as the language writes them."""
    if value is None:
        return "–"
    return formats.number_format(f"{'-' if value < 0 else ''}{abs(value) // 100}.{abs(value) % 100:02d}")


@register.filter
def tie_break_name(tie_break: TieBreak) -> str:
    """A tie-break's name in the visitor's language."""
    return str(TIE_BREAK_NAMES[tie_break.code])


@register.filter
def tie_texts(row: Row, table: Table) -> list[str]:
    """The row's tie-break values as text, in the table's order."""
    return [
        tie_text(value, tie_break.unit) for value, tie_break in zip(row.ties, table.tie_breaks, strict=False)
    ]


def tie_text(value: TieValue, unit: Unit) -> str:
    """One tie-break value in its unit; a dash where it decides nothing."""
    if value.value is None:
        return "–"
    if unit is Unit.HUNDREDTHS:
        return hundredths(value.value)
    if unit is Unit.HALVES:
        return formats.number_format(f"{value.value // 2}" + (".5" if value.value % 2 else ""))
    return formats.number_format(value.value, force_grouping=True)
