"""A wall clock that the set-up believes and a fault sets: a small library, compiled when it is needed."""

import shutil
from pathlib import Path

from launcher.processes import kept
from launcher.servers import MissingError

SOURCE = Path(__file__).with_name("clock.c")


class Clock:
    """The clock of every program that gets `environment`; raises MissingError without a C compiler."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc")
        if not compiler:
            raise MissingError("There is no C compiler. On Debian and Ubuntu: apt-get install gcc libc6-dev")
        library, self.file = folder / "clock.so", folder / "clock"
        done = kept([compiler, "-shared", "-fPIC", "-O1", "-o", f"{library}", f"{SOURCE}"])
        if done.returncode:
            raise MissingError(f"{SOURCE.name} could not be compiled: {done.stderr.strip()}")
        self.environment = {"LD_PRELOAD": f"{library}", "CANASTA_TEST_CLOCK": f"{self.file}"}
        self.shift(0)

    def shift(self, seconds: int) -> None:
        """Sets it so far from the true time, ahead or behind, at once and for all."""
        with self.file.open("r+b" if self.file.exists() else "wb") as file:
            file.write(seconds.to_bytes(8, "little", signed=True))
