"""A killed child of the embedded worker must not take the locks of the pool's queues with it.

The broker in the worker's memory allows only the plain pool of billiard, whose child waits for work holding a
lock. Killed while it waits, as by a machine short of memory, it would leave the lock held for ever: no other
child could begin anything, and the worker could not even stop.
"""

from functools import partial
from typing import Any

from celery import bootsteps
from django.conf import settings


class FreeHeldLocks(bootsteps.StartStopStep):
    """Has the locks freed between the end of a child and the start of the next one."""

    requires = ("celery.worker.components:Pool",)

    def start(self, parent: Any) -> None:
        if settings.EMBEDDED:
            pool = parent.pool._pool
            pool.on_process_down = partial(free_locks, pool)


def free_locks(pool: Any, _gone: Any = None) -> None:
    """Free what the last child may have held. Where others live, one of them may hold it: nothing is done."""
    if pool._pool:
        return
    for lock in (pool._inqueue._rlock, pool._outqueue._wlock):
        lock.acquire(False)
        lock.release()
