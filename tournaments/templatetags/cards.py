"""Cards as drawings of our own: rank and suit large, told apart by shape as well as by colour.

A page that draws cards includes `tournaments/viewer/_shapes.html` once.
"""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

register = template.Library()

JOKER = "Jo"
SUITS = "shdc"
NAMES = {
    "2": (_("deuce of spades"), _("deuce of hearts"), _("deuce of diamonds"), _("deuce of clubs")),
    "3": (_("three of spades"), _("three of hearts"), _("three of diamonds"), _("three of clubs")),
    "4": (_("four of spades"), _("four of hearts"), _("four of diamonds"), _("four of clubs")),
    "5": (_("five of spades"), _("five of hearts"), _("five of diamonds"), _("five of clubs")),
    "6": (_("six of spades"), _("six of hearts"), _("six of diamonds"), _("six of clubs")),
    "7": (_("seven of spades"), _("seven of hearts"), _("seven of diamonds"), _("seven of clubs")),
    "8": (_("eight of spades"), _("eight of hearts"), _("eight of diamonds"), _("eight of clubs")),
    "9": (_("nine of spades"), _("nine of hearts"), _("nine of diamonds"), _("nine of clubs")),
    "T": (_("ten of spades"), _("ten of hearts"), _("ten of diamonds"), _("ten of clubs")),
    "J": (_("jack of spades"), _("jack of hearts"), _("jack of diamonds"), _("jack of clubs")),
    "Q": (_("queen of spades"), _("queen of hearts"), _("queen of diamonds"), _("queen of clubs")),
    "K": (_("king of spades"), _("king of hearts"), _("king of diamonds"), _("king of clubs")),
    "A": (_("ace of spades"), _("ace of hearts"), _("ace of diamonds"), _("ace of clubs")),
}  # fmt: skip
CARDS = {rank + suit: name for rank, named in NAMES.items() for suit, name in zip(SUITS, named, strict=True)}
CARDS[JOKER] = _("joker")

RED = "hd"
FRAME = (
    '<svg class="playing-card" viewBox="0 0 40 56" role="img"><title>{}</title>'
    '<rect class="card-face" x="1" y="1" width="38" height="54" rx="4"/>{}</svg>'
)
FACE = (
    '<g class="{}"><text class="card-rank" x="20" y="24">{}</text>'
    '<use href="#shape-{}" x="9" y="29" width="22" height="22"/></g>'
)
JOKER_FACE = (
    '<g class="suit"><text class="card-word" x="20" y="17">Joker</text>'
    '<use href="#shape-joker" x="8" y="24" width="24" height="24"/></g>'
)


@register.simple_tag
def card(code: str) -> SafeString:
    """A card by its code in a move log."""
    return _drawn(code, get_language())


@register.simple_tag
def back() -> SafeString:
    """The back of a card."""
    pattern = '<rect class="card-back" x="5" y="5" width="30" height="46" rx="2"/>'
    return format_html(FRAME, gettext("a card face down"), SafeString(pattern))


@lru_cache(maxsize=len(CARDS) * 4)
def _drawn(code: str, _language: str | None) -> SafeString:
    if code == JOKER:
        return format_html(FRAME, gettext(CARDS[code]), SafeString(JOKER_FACE))  # nosec B703 # a constant
    rank, suit = code[0], code[1]
    colour = "suit suit-red" if suit in RED else "suit"
    face = format_html(FACE, colour, "10" if rank == "T" else rank, suit)
    return format_html(FRAME, gettext(CARDS[code]), face)
