"""Programs of the set-up: started, killed, paused, stopped. Each is a group of its own and writes a log."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent.parent


class Process:
    """One program; `start` begins it anew each time, as a service manager would, with the code in `code`."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.name, self.command, self.environment, self.log = name, command, environment, log
        self.code = ROOT
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process, f"{self.name} was never started"
        return self.process.pid

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        self._sweep_group()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.code,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """kill -9 of the program alone; its children find out by themselves."""
        os.kill(self.pid, signal.SIGKILL)
        if self.process:
            self.process.wait()

    def kill_child(self) -> None:
        """kill -9 of a process that the program started."""
        os.kill(children(self.pid)[-1], signal.SIGKILL)

    def pause(self) -> None:
        os.killpg(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.killpg(self.pid, signal.SIGCONT)

    def stop(self, seconds: float = 20) -> None:
        """Asks it to end, and kills what is left of its group."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            self.go_on()
            self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self._sweep_group()
        self.process.wait()

    def _sweep_group(self) -> None:
        """What is left of a program that died; a service manager ends it before the next start, too."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    """The processes that a process started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def memory(pid: int) -> int:
    """What a process and those it started hold for themselves alone, in kilobytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    return own + sum(memory(child) for child in children(pid))
