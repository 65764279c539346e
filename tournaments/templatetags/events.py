"""How figures and places of an event are written in templates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from tournaments.core.records import Format, Method, Outcome
from tournaments.figures import NOTHING, Figures
from tournaments.models import UNHAPPY, GameRecord, LogState, Match, MatchState, MoveLog, Round, Side, Stage
from tournaments.selectors.crosstables import Cell
from tournaments.selectors.standings import ShownTable
from tournaments.sentences import sentence_of_log
from tournaments.sheet_faults import fault_sentence
from tournaments.stage_settings import scoring_of
from tournaments.words import WORTH, group_text

register = template.Library()


@dataclass(frozen=True)
class SideLine:
    """One side of a match with its part of the result."""

    side: Side
    points: str
    rank: int | None
    at_fault: bool


register.filter("group_name", group_text)


@register.filter
def what_waits(log: MoveLog, match: Match) -> str:
    """Who sees to a log with a fault, as long as its match is not decided without it."""
    if match.state == MatchState.OFFICIAL or log.set_aside or log.state not in UNHAPPY:
        return ""
    if log.state == LogState.FAILED:
        return _(
            "The fault is the service's, not the log's: a referee has it replayed, "
            "nothing needs to be sent again."
        )
    return _("A referee looks at this log. Another log of the same match can be submitted meanwhile.")


def _official_record(match: Match) -> GameRecord | None:
    """The match's record; none while the match is disputed."""
    return getattr(match, "record", None) if match.state == MatchState.OFFICIAL else None


@register.filter
def side_lines(match: Match) -> Iterator[SideLine]:
    """The sides, once official with points and ranks; without ranks if the match is void or no side came."""
    record = _official_record(match)
    figures = Figures.active()
    nobody_won = record is not None and (record.outcome == Outcome.VOID or all(record.at_fault))
    for side in match.sides.all():
        if record is None:
            yield SideLine(side, NOTHING, None, False)
            continue
        points = None if record.totals is None else record.totals[side.number]
        rank = None if nobody_won else record.ranks[side.number]
        yield SideLine(side, figures.whole(points), rank, record.at_fault[side.number])


@register.simple_tag
def standings_rows(table: ShownTable, pages: str, after: int | None = None) -> SafeString:
    """The rows of a table of standings, written at once: hundreds of them, each with a cell a tie-break.

    The names lead to the entrants' sums, below the address `pages` (see `entrant_pages`).
    """
    asked = "" if after is None else f"?after={after}"
    rows = []
    for row in table.rows:
        figures = "".join(f"<td>{escape(text)}</td>" for text in (row.value, *row.ties))
        remarks = f'<td class="text">{escape(row.remarks)}</td>' if table.has_remarks else ""
        link = f'<a href="{escape(pages)}{row.number}/{asked}">{escape(row.name)}</a>'
        rows.append(f'<tr><td>{escape(row.rank)}</td><th scope="row">{link}</th>{figures}{remarks}</tr>\n')
    return SafeString("".join(rows))  # nosec B703 # each part is escaped


@register.filter
def worth_head(stage: Stage) -> str:
    """The head of a column of what matches gave: VP, match points or points."""
    return str(WORTH[scoring_of(stage).method])


@register.filter
def counted_head(stage: Stage) -> str:
    """The head of what matches gave, beside a column of the points at the table."""
    return str(WORTH[Method.VP]) if scoring_of(stage).method is Method.VP else _("Counted")


@register.filter
def place(match: Match) -> str:
    """Where a match is played: round and table; an open event has no rounds."""
    if match.round.stage.format == Format.OPEN:
        return _("Table {number}").format(number=match.table)
    return _("Round {round}, table {table}").format(round=match.round.number, table=match.table)


@register.filter
def result_text(match: Match) -> str:
    """The points of all sides, once they are official."""
    record = _official_record(match)
    if record is None:
        return NOTHING
    if record.totals is None:
        return str(record.get_outcome_display())
    return Figures.active().score(record.totals)


@register.filter
def round_name(round_: Round) -> str:
    """The round by its number; of an open event, whose games are one, what it holds."""
    if round_.stage.format == Format.OPEN:
        return _("Games")
    return _("Round {number}").format(number=round_.number)


@register.filter
def points(totals: list[int] | None) -> str:
    """Totals of all sides: 2 450 : 1 980."""
    return Figures.active().score(totals) if totals else NOTHING


@register.filter
def hundredths(value: int) -> str:
    """VP: 14,00."""
    return Figures.active().hundredths(value)


@register.filter
def side_name(match: Match, number: int) -> str:
    """A side by the names of its entrants."""
    sides = (side for side in match.sides.all() if side.number == number)
    return " + ".join(row.entrant.name for side in sides for row in side.entrants.all())


@register.filter
def reason(text: str | None) -> str:
    """Why something was changed: the service's own reasons in the visitor's language, others as typed."""
    return _(text) if text else NOTHING


@register.filter
def fault_text(fault: dict[str, Any]) -> str:
    """What can't be right on a score sheet, with its deal."""
    return _("Deal {number}: {fault}").format(number=fault["deal"], fault=fault_sentence(fault))


@register.filter
def whole(value: int) -> str:
    """Points: 2 450."""
    return Figures.active().whole(value)


@register.filter
def lookup(words: Mapping[str, Any], key: str) -> Any:
    """The word for a code."""
    return words[key]


@register.filter
def known_to(way: str, rules: engine.Rules) -> bool:
    """Whether the rule set knows this way to go out."""
    return engine.Out(way) in rules.out_bonus


@register.filter
def at(values: Sequence[Any], number: int) -> Any:
    """The value of a side; nothing where there is none."""
    return values[number] if number < len(values) else None


@register.filter
def log_sentence(log: MoveLog) -> str:
    """What is wrong with a log."""
    return sentence_of_log(log)


@register.simple_tag
def entrant_pages(stage: Stage) -> str:
    """The address below which the pages of the stage's entrants are, by their numbers."""
    first = reverse("tournaments:entrant", args=[stage.tournament.slug, stage.number, 1])
    return first.removesuffix("1/")


@register.filter
def cross_cell(cell: Sequence[Cell]) -> SafeString:
    """A cell of a crosstable: what each meeting gave, and against whom."""
    return SafeString(f"<td>{'<br>'.join(map(_meeting, cell))}</td>")  # nosec B703 # each part is escaped


def _meeting(part: Cell) -> str:
    word = f"<small>{escape(part.word)}</small> " if part.word else ""
    against = f" <small>({escape(part.against)})</small>" if part.against else ""
    return f"{word}{escape(part.value)}{against}"


@register.filter
def sides_text(match: Match) -> SafeString:
    """Who plays whom, by the names of the entrants."""
    sides = [
        " + ".join(escape(row.entrant.name) for row in side.entrants.all()) for side in match.sides.all()
    ]
    return SafeString(' <span class="versus">×</span> '.join(sides))  # nosec B703 # names are escaped above
