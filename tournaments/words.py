"""Codes in the visitor's language: tie-breaks, lines of an account, remarks, items of a score sheet."""

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.core.account import Kind
from tournaments.core.formats.mitchell import EAST_WEST, NORTH_SOUTH
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


def group_text(group: str) -> str:
    """A group of a round robin or a line of a Mitchell: "Group A", "North–South"."""
    return str(LINES.get(group) or gettext("Group {letter}").format(letter=group))


def remark_text(remark: Remark) -> str:
    """A remark with its rounds: "bye 2, 4"."""
    rounds = ", ".join(map(str, remark.rounds))
    return f"{REMARKS[remark.code]} {rounds}".strip()
