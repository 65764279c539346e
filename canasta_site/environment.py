"""Environment variables: a value that means nothing ends the start in a sentence that names the variable."""

import re
from collections.abc import Sequence
from typing import Any
from zoneinfo import available_timezones

import environ
from django.core.exceptions import ImproperlyConfigured

RATE = re.compile(r"\d+/(s|sec|second|m|min|minute|h|hour|d|day)")


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
