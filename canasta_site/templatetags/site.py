"""Tags of the page's frame: the header's entries and this page in the other language."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template import Context
from django.urls import NoReverseMatch, reverse, translate_url
from django.utils.safestring import SafeString
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
ACCOUNT = [
    ("account", _("About me")),
    ("ratings:shown", _("How I am shown")),
    ("account_email", _("E-mail")),
    ("account_change_password", _("Password")),
    ("mfa_index", _("Second factor")),
    ("usersessions_list", _("Devices")),
    ("account-tokens", _("Tokens")),
]
# Where a language is at home, as Open Graph wants to know.
LOCALES = {"cs": "cs_CZ", "en": "en_GB"}


@register.filter
def locale(code: str) -> str:
    """A language with its country: "cs" as "cs_CZ"."""
    return LOCALES.get(code, code)


@dataclass(frozen=True)
class Entry:
    """A link of the header or of a row of tabs."""

    text: str
    url: str
    current: bool


@register.simple_block_tag
def keep(content: str) -> SafeString:
    """What a block says, for a place in which it is said again: `{% keep as title %}{% block title %}…`."""
    return SafeString(content.strip())  # nosec B703 # a rendered block, escaped there


@register.simple_tag(takes_context=True)
def navigation(context: Context) -> list[Entry]:
    """The header's entries."""
    return entries(context, NAVIGATION, whole={"home"})


@register.simple_tag(takes_context=True)
def account_tabs(context: Context) -> list[Entry]:
    """The pages about one's own account."""
    return entries(context, ACCOUNT, whole={"account"})


def entries(context: Context, names: list[tuple[str, Any]], whole: set[str]) -> list[Entry]:
    """Links to the names that have an address; current where it begins this page's or, for `whole`, is it."""
    request: HttpRequest | None = context.get("request")
    path = request.path if request else ""
    links = []
    for name, text in names:
        try:
            url = reverse(name)
        except NoReverseMatch:
            continue
        links.append(Entry(str(text), url, path == url or (name not in whole and path.startswith(url))))
    return links


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
