"""Locks that the operating system lets go when their holder dies, so that none is ever stale."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from launcher.errors import LauncherError


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Waits until nobody else holds the folder, and holds it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def sole_service(var: Path) -> Iterator[None]:
    """Holds `var/` for one running service; a second one is refused and told which process has it."""
    descriptor = os.open(var / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 100).decode().strip() or "another process"
            raise LauncherError(
                f"The service already runs on {var} ({holder}). "
                "Stop that one first, or give this one a folder of its own with --var."
            ) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)
