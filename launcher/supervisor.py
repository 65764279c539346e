"""Children that are started, watched, started again when they die, and stopped together.

A child gets a process group of its own: Ctrl-C in the terminal reaches the launcher alone, which then tells
the main process of each child; the rest of a group is killed once its main process is gone.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from launcher.errors import LauncherError
from launcher.processes import PYTHON, ROOT

TICK = 0.2
LONGEST_PAUSE = 30.0
HEALTHY_AFTER = 60.0
STOP_WITHIN = 20.0
NOW_AND_THEN = 600.0


@dataclass
class Child:
    """One process of the service; `then` gets the exit status of one that is meant to end."""

    name: str
    command: list[str]
    then: Callable[[int], None] | None = None
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    deaths: int = 0

    def status(self) -> int | None:
        """The exit status of the process that was started, None while it runs or where there is none."""
        return self.process.poll() if self.process else None

    def kill_group(self) -> None:
        """Ends what is left of the child, so that neither its port nor its work stays taken."""
        if self.process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Supervisor:
    """Watches its children until it is told to stop."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._children: list[Child] = []
        self._stop = threading.Event()
        self._hurry = threading.Event()

    def heed_signals(self) -> None:
        """From now on SIGINT and SIGTERM ask for a clean stop, and a second one for a quick one."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)

    def start(self, child: Child) -> None:
        """Starts a child and watches it from then on."""
        self._children.append(child)
        self._launch(child)

    def wait_for(self, child: Child, is_ready: Callable[[], bool]) -> bool:
        """Waits until a child is ready; False if a stop came first. A child that dies first is an error."""
        while not is_ready():
            if child.status() is not None:
                raise LauncherError(f"The {child.name} stopped before it was ready; the reason is above.")
            if self._stop.wait(TICK / 4):
                return False
        return True

    def watch(self, now_and_then: Callable[[], None]) -> None:
        """Until a stop: starts again what died, and does the caller's own work now and then."""
        next_time = 0.0
        while not self._stop.wait(TICK):
            now = time.monotonic()
            for child in list(self._children):
                self._look_after(child, now)
            if now >= next_time:
                now_and_then()
                next_time = now + NOW_AND_THEN

    def stop(self) -> None:
        """Asks every child to finish what it does, and kills what has not ended in time."""
        running = [child.process for child in self._children if child.process and child.status() is None]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + STOP_WITHIN
        while any(process.poll() is None for process in running) and time.monotonic() < deadline:
            if self._hurry.wait(TICK / 4):
                break
        for child in self._children:
            child.kill_group()

    def _on_signal(self, *_: object) -> None:
        (self._hurry if self._stop.is_set() else self._stop).set()

    def _look_after(self, child: Child, now: float) -> None:
        if child.process is None:
            if now >= child.started:
                self._launch(child)
        elif (status := child.status()) is not None:
            child.kill_group()
            if child.then:
                self._children.remove(child)
                child.then(status)
            else:
                self._bury(child, status, now)

    def _bury(self, child: Child, status: int, now: float) -> None:
        """A child that lived long died of something new: it is started again soon."""
        child.deaths = 1 if now - child.started > HEALTHY_AFTER else child.deaths + 1
        child.started = now + pause(child.deaths)
        print(
            f"The {child.name} died (status {status}); it starts again in {pause(child.deaths):.0f} s.",
            file=sys.stderr,
            flush=True,
        )

    def _launch(self, child: Child) -> None:
        child.started = time.monotonic()
        child.process = subprocess.Popen(
            [PYTHON, "-m", "launcher.leash", *child.command],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            start_new_session=True,
        )


def pause(deaths: int) -> float:
    """Seconds before the next start after so many deaths in a row: 1, 2, 4 ... and no more than 30."""
    return min(LONGEST_PAUSE, 2.0 ** (deaths - 1))
