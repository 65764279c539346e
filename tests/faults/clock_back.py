"""The clock of web, workers and beat is set back by an hour, and a worker dies on the way."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.faults.harness import Service, Traffic, endure, lacking, skip

CLOCK = Path(tempfile.gettempdir()) / "canasta-clock"
LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
FAKED = {
    "LD_PRELOAD": f"{LIBRARY}",
    "FAKETIME_TIMESTAMP_FILE": f"{CLOCK}",
    "FAKETIME_NO_CACHE": "1",
    "FAKETIME_DONT_FAKE_MONOTONIC": "1",
}
SLEEP = "import time; time.sleep(0.01)"


def fault(service: Service, traffic: Traffic) -> None:
    CLOCK.write_text("-1h")
    traffic.wait_for(5)
    service.workers[0].kill_child()
    traffic.wait_for(20)


if __name__ == "__main__":
    if LIBRARY is None:
        lacking("libfaketime is not installed. On Debian and Ubuntu: apt-get install faketime")
    CLOCK.write_text("+0")
    if subprocess.run([sys.executable, "-c", SLEEP], check=False, env={**os.environ, **FAKED}).returncode:
        skip("With this version of libfaketime no program can sleep.")
    endure(fault, more=FAKED)
