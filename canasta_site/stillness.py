"""Tells the embedded sweep when nothing can have come: who writes to SQLite touches its files.

Looking at two files costs a hundredth of a sweep, so a service that nobody uses hardly uses the machine.
"""

import time
from pathlib import Path

from django.db import connection

# So long after a change each look is worth a sweep: what it led to, and what breathes first, comes then.
AWAKE_SECONDS = 1.0
# What comes by time alone (a lease, a next attempt) is looked for so often, in seconds.
DOZE_SECONDS = 1.0

Seen = tuple[tuple[int, int] | None, ...]


class Stillness:
    """What the files of the database looked like; a server's database is never still."""

    def __init__(self) -> None:
        name = str(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else ""
        self._files = (Path(name), Path(f"{name}-wal")) if name else ()
        self._seen: Seen | None = None
        self._swept = self._changed = time.monotonic()

    def is_worth_a_sweep(self) -> bool:
        """Whether something was written lately, or the last sweep is a while ago."""
        now = time.monotonic()
        if self._look() != self._seen:
            self._changed = now
        return not self._files or now - self._changed < AWAKE_SECONDS or now - self._swept >= DOZE_SECONDS

    def begin(self) -> None:
        """A sweep begins: what is written from now on it may not find."""
        self._swept = time.monotonic()
        self._seen = self._look()

    def _look(self) -> Seen:
        return tuple(map(_state, self._files))


def _state(file: Path) -> tuple[int, int] | None:
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
