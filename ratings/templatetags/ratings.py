"""How the pages of the ratings write numbers and words. No queries."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ratings.games import NotRated
from ratings.models import Player
from ratings.models.outcomes import WHY_NOT
from ratings.selectors.games import PlayedBy
from ratings.selectors.players import Point

register = template.Library()

RESULTS = {
    "won": _("won"),
    "drawn": pgettext_lazy("a game", "drawn"),
    "lost": _("lost"),
    "beaten": _("in between"),
}
SHORT_RESULTS = {"won": _("W"), "drawn": _("D"), "lost": _("L"), "beaten": _("B")}
OUTCOMES = {
    "won": _("Your side had a chance of %(expected)s and won."),
    "drawn": _("Your side had a chance of %(expected)s and drew."),
    "lost": _("Your side had a chance of %(expected)s and lost."),
}
AMONG_SEVERAL = _("Your side was expected to beat %(expected)s of the others and beat %(beaten)s.")
CERTAINTIES = {
    "more": _(", because your rating is more certain than your partner's."),
    "less": _(", because your rating is less certain than your partner's."),
    "equal": _(", as both ratings are equally certain."),
}
DATES_KEPT = 4096


@register.filter
def signed(number: int) -> str:
    """+9, −4 (with a true minus), or 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def added(number: int) -> str:
    """+ 9, − 4 or + 0, as a step of a sum."""
    return f"− {-number}" if number < 0 else f"+ {number}"


@register.filter
def percent(number: int) -> str:
    """47 %, which no line breaks in two."""
    return f"{number}\u00a0%"


@register.filter
def day(moment: datetime) -> str:
    """A date as short as it can be told without doubt, where the club is."""
    return _day(localtime(moment).date(), get_language())


@lru_cache(maxsize=DATES_KEPT)
def _day(date: date, language: str) -> str:
    """The date in the language that is spoken now."""
    return date_format(date, pgettext("format of a date", "j M Y"))


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
    """Why a game is not rated, in a sentence; one whose result is disputed is kept as a void one."""
    if reason == NotRated.VOID:
        return gettext("The game is void, or its result is not official any more.")
    return str(WHY_NOT[reason])


@register.simple_tag
def player_link(player: Player | None) -> str:
    """A player by the public name, with a link to the player's page where there is one; None is a guest."""
    if player is None:
        return gettext("guest")
    if player.is_hidden:
        return gettext("hidden player")
    if player.is_guest:
        return player.public_name
    return format_html('<a href="{}">{}</a>', player.get_absolute_url(), player.public_name)


@register.simple_tag
def player_links(players: Sequence[Player | None]) -> SafeString:
    """The players of a side, in their order, each on one line if it is long enough, the comma after them."""
    last = len(players) - 1
    links = ((player_link(player), "," if nth < last else "") for nth, player in enumerate(players))
    return format_html_join(" ", '<span class="whole">{}{}</span>', links)


@register.simple_tag
def why(played: PlayedBy) -> str:
    """Why a game changed the player's rating: what was expected of the side, and the player's share."""
    return _outcome(played) + _share(played)


def _outcome(played: PlayedBy) -> str:
    story = played.story
    figures = {"expected": percent(story.expected), "beaten": percent(story.beaten)}
    if not played.mine.defaulted:
        sentence = OUTCOMES[story.result] if story.sides == 2 else AMONG_SEVERAL
        return str(sentence) % figures
    if played.view.game.outcome == "no_show":
        return gettext("Your side did not come or was disqualified: rated as a loss.")
    return gettext("Your side had a chance of %(expected)s and gave up: rated as a loss.") % figures


def _share(played: PlayedBy) -> str:
    """How much of the side's change is the player's; nothing for one who plays alone."""
    if played.step.certainty == "alone":
        return ""
    figures = {"change": signed(played.story.change), "share": percent(played.step.share)}
    told = gettext("Of its %(change)s you carry %(share)s") % figures
    return f" {told}{CERTAINTIES[played.step.certainty]}"


@register.simple_tag
def curve_rows(points: Sequence[Point]) -> SafeString:
    """A row a game: its number, its date, the rating after it, and the rating's ±."""
    row = '<tr><td class="num">{}</td><td>{}</td><td class="num">{}</td><td class="num">{}</td></tr>'
    cells = ((point.number, day(point.played_at), point.rating, point.deviation) for point in points)
    return format_html_join("\n  ", row, cells)
