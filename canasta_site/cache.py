"""A cache in Redis whose server may be away: then nothing is remembered, and no request fails for it.

Limits are counted in the cache, so they do not hold until the server is back.
"""

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

# One quick try: a page asks the cache several times.
OPTIONS = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "retry": Retry(NoBackoff(), 1)}
LEFT_ALONE = 5.0
"""Seconds for which a server that did not answer is not asked again."""

# What each question is answered when nobody remembers anything.
FORGOTTEN: dict[str, Callable[..., Any]] = {
    "add": lambda key, value, timeout: True,
    "get": lambda key, default: default,
    "set": lambda key, value, timeout: None,
    "touch": lambda key, timeout: False,
    "delete": lambda key: False,
    "get_many": lambda keys: {},
    "has_key": lambda key: False,
    "incr": lambda key, delta: delta,
    "set_many": lambda data, timeout: None,
    "delete_many": lambda keys: None,
}


class ForgetfulClient(RedisCacheClient):
    """Answers like an empty cache while the server is away, and asks it again every few seconds."""

    away_until = 0.0

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return partial(self._asked, found, FORGOTTEN[name]) if name in FORGOTTEN else found

    def _asked(self, question: Callable[..., Any], forgotten: Callable[..., Any], *args: Any) -> Any:
        if time.monotonic() < self.away_until:
            return forgotten(*args)
        try:
            return question(*args)
        except RedisError as error:
            self.away_until = time.monotonic() + LEFT_ALONE
            logger.warning("The cache does not answer, and is left alone for %s s: %s", LEFT_ALONE, error)
            return forgotten(*args)


class ForgetfulRedisCache(RedisCache):
    """Django's cache in Redis with that client."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params | {"OPTIONS": OPTIONS | params.get("OPTIONS", {})})
        self._class = ForgetfulClient
