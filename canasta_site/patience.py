"""gunicorn's worker with threads, of which those who send slowly get some and never all.

A request that trickles in would hold a thread for as long as its sender likes, and eight of them the service.
Behind a proxy that takes bodies in first nobody is slow; without one (`canasta.py run --lan`) this is all
that stands between a bad connection, or bad will, and everybody else in the hall.
"""

import socket
import threading
import time
from contextlib import suppress
from typing import Any, ClassVar, NoReturn

from gunicorn.workers import gthread

# Whoever has made us wait for so long in all (seconds) is slow …
AT_ONCE = 0.3
# … needs one of the places for the slow, and is let go after so long, and a second more for so many bytes.
AT_MOST = 30.0
PACE = 4096
# A connection on which nothing is said yet waits elsewhere than in a thread.
SILENCE = 0.05
LINGER = 0.3


class SlowSenderError(ConnectionResetError):
    """A sender took too long; to the server this is a connection that broke."""


class PatientSocket(socket.socket):
    """A connection that counts how long each request has made us wait."""

    places: ClassVar[threading.Semaphore] = threading.Semaphore(1)
    reads = False

    def begin(self) -> None:
        """A request is read from here on."""
        self.waited, self.got, self.has_place, self.reads = 0.0, 0, False, True

    def end(self) -> None:
        """The request is answered, or over; its place is free."""
        self.reads = False
        if self.has_place:
            self.places.release()

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        if not self.reads:
            return super().recv(size, flags)
        if self.waited < AT_ONCE:
            try:
                return self._received(size, flags, AT_ONCE - self.waited)
            except TimeoutError:
                pass
        if not self.has_place and not self.places.acquire(blocking=False):
            self.let_go("too many slow senders")
        self.has_place = True
        left = AT_MOST + self.got / PACE - self.waited
        try:
            return self._received(size, flags, max(left, 0.001))
        except TimeoutError:
            self.let_go("the sender is too slow")

    def let_go(self, why: str) -> NoReturn:
        """Takes nothing more; an answer can still be sent."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RD)
        raise SlowSenderError(why)

    def linger(self) -> None:
        """Waits a little for the other end to close; gunicorn would do so where it takes connections."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_WR)
            deadline = time.monotonic() + LINGER
            while (left := deadline - time.monotonic()) > 0:
                self.settimeout(left)
                if not super().recv(1 << 16):
                    break
        with suppress(OSError):
            self.shutdown(socket.SHUT_RD)

    def _received(self, size: int, flags: int, seconds: float) -> bytes:
        started = time.monotonic()
        self.settimeout(seconds)
        try:
            data = super().recv(size, flags)
            self.got += len(data)
            return data
        finally:
            self.settimeout(None)
            self.waited += time.monotonic() - started

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Sends an answer, to whoever takes it within the same time."""
        self.settimeout(AT_MOST + len(data) / PACE)
        try:
            super().sendall(data, flags)
        except TimeoutError:
            raise SlowSenderError("nobody takes the answer") from None
        finally:
            self.settimeout(None)


class Worker(gthread.ThreadWorker):
    """Half of its threads may wait for slow senders."""

    def init_process(self) -> None:
        PatientSocket.places = threading.Semaphore(max(1, self.cfg.threads // 2))
        super().init_process()

    def handle(self, conn: Any) -> Any:
        """Handles a request, within its time."""
        if not isinstance(conn.sock, PatientSocket):
            conn.sock = PatientSocket(fileno=conn.sock.detach())
        if not conn.initialized and not conn.wait_for_data(SILENCE):
            return gthread._DEFER
        conn.sock.begin()
        try:
            kept = super().handle(conn)
        finally:
            conn.sock.end()
        if not kept:
            conn.sock.linger()
        return kept
