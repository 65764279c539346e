"""Tags of the page's frame: the header's entries and this page in the other language."""

from dataclasses import dataclass

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import NoReverseMatch, reverse, translate_url
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext_lazy as _

register = template.Library()

# URL name and text; an entry appears once its app has the address.
NAVIGATION = [
    ("home", _("Home")),
    ("tournaments:index", _("Tournaments")),
    ("ratings:index", _("Ratings")),
    ("tournaments:submit", _("Submit a log")),
    ("help", _("Help")),
]


@dataclass(frozen=True)
class Entry:
    """A link of the header."""

    text: str
    url: str
    current: bool


@register.simple_tag(takes_context=True)
def navigation(context: Context) -> list[Entry]:
    """The header's entries; `current` is the one whose address begins this page's."""
    request: HttpRequest | None = context.get("request")
    path = request.path if request else ""
    entries = []
    for name, text in NAVIGATION:
        try:
            url = reverse(name)
        except NoReverseMatch:
            continue
        entries.append(Entry(str(text), url, path == url or (name != "home" and path.startswith(url))))
    return entries


@dataclass(frozen=True)
class Translation:
    """This page in another language; without a `url` the page's address names no language."""

    code: str
    name: str
    url: str


@register.simple_tag(takes_context=True)
def other_languages(context: Context) -> list[Translation]:
    """This page in each other language."""
    request: HttpRequest | None = context.get("request")
    path = request.get_full_path() if request else "/"
    current = get_language()
    return [
        Translation(code, get_language_info(code)["name_local"].capitalize(), in_language(path, code))
        for code, _name in settings.LANGUAGES
        if code != current
    ]


def in_language(path: str, code: str) -> str:
    """The address of a page in the given language, or nothing if its address names no language."""
    prefix = next(
        (f"/{known}/" for known, _name in settings.LANGUAGES if path.startswith(f"/{known}/")), None
    )
    if prefix is None:
        return ""
    translated = translate_url(path, code)
    # A page that isn't there can't be resolved; its address still changes its prefix.
    return translated if translated != path else f"/{code}/{path.removeprefix(prefix)}"
