"""The embedded worker works on after its child was killed while it waited for work."""

import os
import signal
import threading
import time
from functools import partial
from operator import add
from types import SimpleNamespace

import billiard

from canasta_site.held_locks import free_locks


def test_work_goes_on_after_a_waiting_child_was_killed() -> None:
    pool = billiard.Pool(1)
    try:
        pool.on_process_down = partial(free_locks, pool)
        assert pool.apply_async(add, (1, 2)).get(timeout=10) == 3
        while pool._inqueue._rlock.acquire(False):  # until the child waits for more, which holds the lock
            pool._inqueue._rlock.release()
            time.sleep(0.01)
        killed = pool._pool[0]
        os.kill(killed.pid, signal.SIGKILL)
        while killed.exitcode is None:  # what is sent meanwhile may still reach it
            time.sleep(0.01)
        assert pool.apply_async(add, (3, 4)).get(timeout=10) == 7
    finally:
        pool.close()
        pool.join()


def test_a_lock_that_another_child_may_hold_is_left_alone() -> None:
    lock = threading.Lock()
    queue = SimpleNamespace(_rlock=lock, _wlock=lock)
    lock.acquire()
    free_locks(SimpleNamespace(_pool=["another child"], _inqueue=queue, _outqueue=queue))
    assert lock.locked()
