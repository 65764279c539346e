"""Codes in the visitor's language: tie-breaks, lines of an account, remarks, items of a score sheet."""

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.core.account import Kind, Line
from tournaments.core.formats.mitchell import EAST_WEST, NORTH_SOUTH
from tournaments.core.records import Format, Method, Outcome, StageRecord
from tournaments.core.rows import Remark, RemarkCode

TIE_BREAKS = {
    "direct": _("direct encounter"),
    "opponents": _("opponents' VP"),
    "opponents_cut": _("opponents' VP less the lowest"),
    "opponents_median": _("opponents' VP, median"),
    "beaten": _("beaten opponents' VP"),
    "wins": _("wins"),
    "difference": _("difference"),
    "points": _("points"),
    "canastas": _("canastas"),
    "progressive": _("progressive"),
}

TIE_BREAKS_WITHOUT_VP = {
    "opponents": _("opponents' points"),
    "opponents_cut": _("opponents' points less the lowest"),
    "opponents_median": _("opponents' points, median"),
    "beaten": _("beaten opponents' points"),
    "progressive": _("progressive points"),
}

WORTH = {Method.VP: _("VP"), Method.WINS: _("Match points"), Method.POINTS: _("Points")}

METHODS = {
    Method.VP: _("victory points: the difference, 20 shared out"),
    Method.WINS: _("wins: 2, 1 or 0"),
    Method.POINTS: _("the game points themselves"),
}

KINDS = {
    Kind.MATCH: _("match"),
    Kind.NO_SHOW: _("no-show"),
    Kind.VOID: _("void"),
    Kind.BYE: _("bye"),
    Kind.LATE: _("late entry"),
    Kind.ABSENT: _("absent"),
    Kind.WAITING: pgettext_lazy("a match", "waiting"),
    Kind.POSTPONED: _("postponed"),
    Kind.REMOVED: _("not counted"),
    Kind.ADJUSTMENT: _("adjustment"),
}

# Ends of a match that its line of an account counts as any other match.
ENDS = {Outcome.ABANDONED: _("abandoned"), Outcome.FORFEIT: _("forfeit")}

REMARKS = {
    RemarkCode.LATE: _("late entry"),
    RemarkCode.BYE: _("bye"),
    RemarkCode.ABSENT: _("absent"),
    RemarkCode.POSTPONED: _("postponed"),
    RemarkCode.WITHDRAWN: _("withdrawn"),
    RemarkCode.BELOW_MINIMUM: _("too few matches for a rank"),
    RemarkCode.LEFT_EARLY: _("left before half of its matches"),
    RemarkCode.DISQUALIFIED: _("disqualified"),
}

SHEET_ITEMS = {
    "card_points": _("Card points"),
    "natural": _("Natural canastas"),
    "mixed": _("Mixed canastas"),
    "wild": _("Wild canastas"),
    "red_threes": _("Red threes"),
    "out": _("Went out"),
    "hand": _("Left in hand"),
    "total": _("Points of the deal"),
    "deal": _("The whole deal"),
}

WAYS_OUT = {
    "no": pgettext_lazy("going out", "no"),
    "plain": pgettext_lazy("going out", "yes"),
    "concealed": _("concealed"),
    "black_threes": _("with black threes"),
}


LINES = {NORTH_SOUTH: _("North–South"), EAST_WEST: _("East–West")}


def tie_break_text(code: str, method: Method) -> str:
    """A tie-break by what it adds up: "opponents' VP", or "opponents' points" where there are none."""
    words = TIE_BREAKS if method is Method.VP else TIE_BREAKS | TIE_BREAKS_WITHOUT_VP
    return str(words[code])


def value_text(record: StageRecord) -> str:
    """The head of the column by which entrants are ranked."""
    return gettext("Average") if record.format is Format.OPEN else str(WORTH[record.scoring.method])


def group_text(group: str) -> str:
    """A group of a round robin or a line of a Mitchell: "Group A", "North–South"."""
    return str(LINES.get(group) or gettext("Group {letter}").format(letter=group))


def kind_text(line: Line) -> str:
    """What a line of an account stands for; of a match also that it was given up or abandoned."""
    end = ENDS.get(line.match.outcome) if line.match and line.kind is Kind.MATCH else None
    return str(end or KINDS[line.kind])


def remark_text(remark: Remark) -> str:
    """A remark with its rounds: "bye (rounds 2, 4)"."""
    if not remark.rounds:
        return str(REMARKS[remark.code])
    rounds = ngettext("round {numbers}", "rounds {numbers}", len(remark.rounds))
    return f"{REMARKS[remark.code]} ({rounds.format(numbers=', '.join(map(str, remark.rounds)))})"
