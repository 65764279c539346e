"""Who sends slowly gets some of the threads for some time; everybody else is answered meanwhile."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from canasta_site import patience
from canasta_site.patience import PatientSocket, SlowSenderError
from launcher.servers import free_port

APPLICATION = """
def application(environ, start_response):
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]
"""
HALF_A_BODY = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + 500 * b"x"
HALF_A_HEADER = b"POST / HTTP/1.1\r\nHost:"
NOTHING = b""


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PatientSocket, socket.socket]]:
    """Our end of a connection, and the sender's; slow is who makes us wait for a twentieth of a second."""
    monkeypatch.setattr(patience, "AT_ONCE", 0.05)
    monkeypatch.setattr(patience, "AT_MOST", 0.2)
    monkeypatch.setattr(PatientSocket, "places", threading.Semaphore(1))
    ours, theirs = socket.socketpair()
    with PatientSocket(fileno=ours.detach()) as patient, theirs:
        patient.begin()
        yield patient, theirs


def test_what_is_there_is_read_without_a_place(pair: tuple[PatientSocket, socket.socket]) -> None:
    patient, sender = pair
    sender.sendall(b"abc")
    assert patient.recv(10) == b"abc"
    assert not patient.has_place


def test_a_slow_sender_takes_a_place_and_gives_it_back(pair: tuple[PatientSocket, socket.socket]) -> None:
    patient, sender = pair
    threading.Timer(0.1, sender.sendall, [b"late"]).start()
    assert patient.recv(10) == b"late"
    assert not PatientSocket.places.acquire(blocking=False)
    patient.end()
    assert PatientSocket.places.acquire(blocking=False)


def test_without_a_free_place_a_slow_sender_is_refused_at_once(
    pair: tuple[PatientSocket, socket.socket],
) -> None:
    PatientSocket.places.acquire()
    started = time.monotonic()
    with pytest.raises(SlowSenderError):
        pair[0].recv(10)
    assert time.monotonic() - started < 0.15
    pair[0].end()
    assert not PatientSocket.places.acquire(blocking=False), "it had none to give back"


def test_bytes_that_trickle_in_add_up_until_the_time_is_over(
    pair: tuple[PatientSocket, socket.socket],
) -> None:
    patient, sender = pair
    read = 0
    started = time.monotonic()
    over = threading.Event()

    def trickle() -> None:
        while not over.wait(0.02):
            sender.sendall(b"x")

    with ThreadPoolExecutor(1) as senders:
        senders.submit(trickle)
        with suppress(SlowSenderError):
            while read < 100:
                read += len(patient.recv(10))
        over.set()
    assert 2 < read < 12
    assert time.monotonic() - started < 1


def test_silent_slow_and_stopped_senders_leave_threads_for_everybody_else(tmp_path: Path) -> None:
    """Two threads, one of which may wait: six senders of whom each would have held one."""
    (tmp_path / "simple.py").write_text(APPLICATION)
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", "--threads", "2"]
    command += ["--worker-class", "canasta_site.patience.Worker", "--no-control-socket"]
    command += ["--pythonpath", str(tmp_path), "simple:application"]
    with ExitStack() as stack:
        server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        stack.callback(server.wait)
        stack.callback(server.terminate)
        for sent in 2 * [NOTHING, HALF_A_HEADER, HALF_A_BODY]:
            sender = stack.enter_context(connected(port))
            sender.sendall(sent)
        started = time.monotonic()
        for _page in range(3):
            with urlopen(f"http://127.0.0.1:{port}/", timeout=20) as answer:
                assert answer.read() == b"ok"
        assert time.monotonic() - started < 5, "three of them are refused, after 0.3 s each"


def connected(port: int) -> socket.socket:
    deadline = time.monotonic() + 20
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=20)
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
