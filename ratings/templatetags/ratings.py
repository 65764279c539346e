"""How the pages of the ratings write numbers and words. No queries."""

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from ratings.models.outcomes import WHY_NOT

register = template.Library()

RESULTS = {
    "won": _("won"),
    "drawn": pgettext_lazy("a game", "drawn"),
    "lost": _("lost"),
    "beaten": _("in between"),
}
SHORT_RESULTS = {"won": _("W"), "drawn": _("D"), "lost": _("L"), "beaten": _("B")}


@register.filter
def signed(number: int) -> str:
    """+9, −4 (with a true minus), or 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def added(number: int) -> str:
    """+ 9, − 4 or + 0, as a step of a sum."""
    return f"− {-number}" if number < 0 else f"+ {number}"


@register.filter
def day(moment: datetime) -> str:
    """A date as short as it can be told without doubt, where the club is."""
    return date_format(localtime(moment), pgettext("format of a date", "j M Y"))


@register.filter
def result(name: str) -> str:
    """A result in a word."""
    return str(RESULTS[name])


@register.filter
def result_letter(name: str) -> str:
    """A result in a letter."""
    return str(SHORT_RESULTS[name])


@register.filter
def why_not(reason: str) -> str:
    """Why a game is not rated, in a sentence."""
    return str(WHY_NOT[reason])
