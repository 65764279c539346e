"""How often a visitor or a program may ask. The counts are kept in the cache, a window at a time."""

import math
import time
from typing import Any

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

# Where the middleware finds what to tell in the headers.
REMEMBERED = "rate_limit"


class Limit(SimpleRateThrottle):
    """So many requests in each minute (or hour, or day); who counts is the subclass's."""

    def get_rate(self) -> str:
        return str(api_settings.DEFAULT_THROTTLE_RATES[str(self.scope)])

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count this request; one atomic step, so that requests at once are all counted."""
        who = self.get_cache_key(request, view)
        if who is None:
            return True
        per_window, duration = self.parse_rate(self.get_rate())
        quota, seconds = int(per_window or 0), int(duration or 60)
        window, gone = divmod(time.time(), seconds)
        self.left = math.ceil(seconds - gone)
        key = f"{who}:{int(window)}"
        cache.add(key, 0, timeout=2 * seconds)
        try:
            count = cache.incr(key)
        except ValueError:  # the cache was emptied between the two
            count = 1
        told = [
            ("RateLimit-Policy", f'"{self.scope}";q={quota};w={seconds}'),
            ("RateLimit", f'"{self.scope}";r={max(quota - count, 0)};t={self.left}'),
        ]
        setattr(request._request, REMEMBERED, told)
        return count <= quota

    def wait(self) -> float:
        return float(self.left)


class VisitorLimit(Limit):
    """For whoever gives no name: counted by address."""

    scope = "anon"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class UserLimit(Limit):
    """For users and their programs, counted together."""

    scope = "user"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if not request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}
