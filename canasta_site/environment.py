"""Environment variables: a value that means nothing ends the start in a sentence that names the variable."""

import ipaddress
import math
import re
from collections.abc import Callable, Sequence
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

RATE = re.compile(r"\d+/(s|sec|second|m|min|minute|h|hour|d|day)")
WORDS = dict.fromkeys(("true", "on", "ok", "yes", "y", "1"), True)
WORDS |= dict.fromkeys(("false", "off", "no", "n", "0", ""), False)
HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:.]+\]")
MAILBOX = re.compile(r"[^@\s]+@[^@\s]+")
WEB = ("https", "http")
HIGHEST_PORT = 65535


class Environment(environ.Env):
    """Reads them; raises ImproperlyConfigured."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var}: {error}") from error

    def choice(self, var: str, known: Sequence[str], default: str) -> str:
        """One of some words."""
        value: str = self.str(var, default=default)
        if value not in known:
            raise ImproperlyConfigured(f"{var}: “{value}” is none of {', '.join(known)}")
        return value

    def switch(self, var: str, default: bool) -> bool:
        """On or off; a word that is neither must not pass for off."""
        value: str = self.str(var, default=str(default))
        if value.lower() not in WORDS:
            raise ImproperlyConfigured(f"{var}: “{value}” is neither true nor false")
        return WORDS[value.lower()]

    def number(self, var: str, default: int, least: int = 0, most: float = math.inf) -> int:
        """A whole number within limits."""
        value: str = self.str(var, default=str(default))
        if not value.isdecimal() or not least <= int(value) <= most:
            limits = f"from {least} to {most}" if most < math.inf else f"of {least} or more"
            raise ImproperlyConfigured(f"{var}: “{value}” is no whole number {limits}")
        return int(value)

    def seconds(self, var: str, default: float) -> float:
        """How often something is done: never all the time."""
        value: str = self.str(var, default=str(default))
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            raise ImproperlyConfigured(f"{var}: “{value}” is no number of seconds like {default}")
        return seconds

    def rate(self, var: str, default: str) -> str:
        """So many requests in a second, minute, hour or day, as `1200/min`."""
        value: str = self.str(var, default=default)
        if not RATE.fullmatch(value):
            raise ImproperlyConfigured(f"{var}: “{value}” is no rate like {default}")
        return value

    def time_zone(self, var: str, default: str) -> str:
        """The name of a time zone, as `Europe/Prague`."""
        value: str = self.str(var, default=default)
        if value not in available_timezones():
            raise ImproperlyConfigured(f"{var}: “{value}” is no time zone like {default}")
        return value

    def address(self, var: str, like: str, schemes: Sequence[str], default: str = "") -> str:
        """An address that begins in one of some ways; the default may be none."""
        value: str = self.str(var, default=default)
        if value and not _is_address(value, schemes):
            raise ImproperlyConfigured(f"{var} is no address like {like}")
        return value

    def addresses(self, var: str, like: str, schemes: Sequence[str]) -> list[str]:
        """Addresses with commas between them."""
        values = self.listed(var)
        if not all(_is_address(value, schemes) for value in values):
            raise ImproperlyConfigured(f"{var}: one of them is no address like {like}")
        return values

    def listed(self, var: str, default: Sequence[str] = ()) -> list[str]:
        """Values with commas between them; blanks beside a comma belong to none."""
        values = [value.strip() for value in self.list(var, default=list(default))]
        return [value for value in values if value]

    def hosts(self, var: str) -> list[str]:
        """Names without scheme and port; a dot before one lets in what lies under it, too."""
        values = self.listed(var)
        for value in values:
            if not HOST.fullmatch(value):
                raise ImproperlyConfigured(f"{var}: “{value}” is no name like www.canasta.example")
        return values

    def sender(self, var: str, default: str) -> str:
        """Whom mail comes from: an address, also behind a name as in `Club <canasta@canasta.example>`."""
        value: str = self.str(var, default=default).strip()
        if not MAILBOX.fullmatch(parseaddr(value)[1]):
            raise ImproperlyConfigured(f"{var}: “{value}” is no address like canasta@canasta.example")
        return value

    def networks(self, var: str, default: list[str]) -> list[str]:
        """Networks with commas between them, as `10.0.0.0/8`."""
        values = self.listed(var, default)
        for value in values:
            self._try(var, value, ipaddress.ip_network, "network like 10.0.0.0/8")
        return values

    def imported(self, var: str, default: str) -> str:
        """Where in Python something is, as `django.core.mail.backends.smtp.EmailBackend`."""
        value: str = self.str(var, default=default)
        return self._try(var, value, import_string, f"class like {default}")

    def _try(self, var: str, value: str, reads: Callable[[str], object], what: str) -> str:
        try:
            reads(value)
        except (ValueError, ImportError) as error:
            raise ImproperlyConfigured(f"{var}: “{value}” is no {what}") from error
        return value


def _is_address(value: str, schemes: Sequence[str]) -> bool:
    try:
        parts = urlsplit(value)
        somewhere = parts.hostname or (parts.path and parts.scheme not in WEB)
        return parts.scheme in schemes and bool(somewhere) and parts.port != 0
    except ValueError:
        return False
