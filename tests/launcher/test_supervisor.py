"""Children are started again when they die, stop when told to, and do not outlive the launcher."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from launcher import supervisor as module
from launcher.errors import LauncherError
from launcher.processes import ROOT
from launcher.supervisor import Child, Supervisor, pause

PROGRAMS = {
    "sleeps": "import time\ntime.sleep(60)\n",
    "ends": "raise SystemExit(3)\n",
    "stubborn": (
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nopen('ready', 'w').close()\n"
        "time.sleep(60)\n"
    ),
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    for name, source in PROGRAMS.items():
        (tmp_path / f"{name}.py").write_text(source)
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}


@pytest.fixture
def supervisor(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Supervisor]:
    monkeypatch.setattr(module, "PYTHON", sys.executable)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "TICK", 0.02)
    monkeypatch.setattr(module, "STOP_WITHIN", 0.5)
    watched = Supervisor(environment)
    yield watched
    watched.stop()


def watch_until(supervisor: Supervisor, condition: Callable[[], bool]) -> bool:
    """Watches until the condition holds, for no more than ten seconds."""
    deadline = time.monotonic() + 10

    def look() -> None:
        while not condition() and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    supervisor.heed_signals()
    observer = threading.Thread(target=look)
    observer.start()
    supervisor.watch(lambda: None)
    observer.join()
    signal.signal(signal.SIGTERM, before[0])
    signal.signal(signal.SIGINT, before[1])
    return condition()


def process_of(child: Child) -> "subprocess.Popen[bytes]":
    assert child.process is not None
    return child.process


def test_a_child_that_was_killed_is_started_again(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "pause", lambda deaths: 0.0)
    child = Child("worker", ["sleeps"])
    supervisor.start(child)
    first = process_of(child)
    first.kill()
    assert watch_until(supervisor, lambda: child.process not in (None, first))
    assert process_of(child).poll() is None


def test_a_child_that_is_meant_to_end_is_not_started_again(supervisor: Supervisor) -> None:
    statuses: list[int] = []
    child = Child("demonstration", ["ends"], then=statuses.append)
    supervisor.start(child)
    assert watch_until(supervisor, lambda: bool(statuses))
    assert statuses == [3]
    assert child.process is None


def test_the_pauses_double_up_to_half_a_minute() -> None:
    assert [pause(deaths) for deaths in range(1, 8)] == [1, 2, 4, 8, 16, 30, 30]


def test_each_death_in_a_row_makes_the_pause_longer(supervisor: Supervisor) -> None:
    child = Child("worker", ["ends"])
    supervisor._bury(child, 3, now=100.0)
    assert child.started == 101.0
    supervisor._bury(child, 3, now=102.0)
    assert child.started == 104.0


def test_a_child_that_lived_long_starts_again_after_the_shortest_pause(supervisor: Supervisor) -> None:
    child = Child("worker", ["ends"], started=100.0, deaths=5)
    supervisor._bury(child, 3, now=161.0)
    assert child.started == 162.0


def test_a_child_that_dies_before_it_is_ready_is_an_error(supervisor: Supervisor) -> None:
    child = Child("web server", ["ends"])
    supervisor.start(child)
    with pytest.raises(LauncherError, match="web server stopped before it was ready"):
        supervisor.wait_for(child, lambda: False)


def test_a_child_that_heeds_no_request_to_stop_is_killed(supervisor: Supervisor, tmp_path: Path) -> None:
    child = Child("worker", ["stubborn"])
    supervisor.start(child)
    assert supervisor.wait_for(child, (tmp_path / "ready").exists)
    process = process_of(child)
    supervisor.stop()
    assert process.returncode == -signal.SIGKILL


def test_a_child_ends_with_a_launcher_that_was_killed(environment: dict[str, str], tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "launcher.leash", "sleeps"],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.poll() is None
    child.stdin.close()
    assert child.wait(timeout=10) == -signal.SIGTERM


def test_a_child_that_heeds_no_request_does_not_outlive_the_launcher_either(
    environment: dict[str, str], tmp_path: Path
) -> None:
    program = "import sys; from launcher import leash; leash.STOP_WITHIN = 0.1; leash.main()"
    child = subprocess.Popen(
        [sys.executable, "-c", program, "stubborn"],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    assert child.stdin is not None
    while not (tmp_path / "ready").exists():
        time.sleep(0.02)
    child.stdin.close()
    assert child.wait(timeout=10) == -signal.SIGKILL
