"""An upgrade while logs come in: workers of two versions side by side, and messages of either to both.

The newer version is made of this one (harness/newer.py), so that nothing but this code is needed. Its
migration runs under the older processes; then one worker, the web server, and all the rest are replaced.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.faults.harness import Service, Traffic, endure
from tests.faults.harness.newer import MORE, REFEREE, RENAMED, make_newer
from tests.faults.harness.processes import Process

TOGETHER = 20
ALONE = 10


def fault(service: Service, traffic: Traffic) -> Iterator[str]:
    code = make_newer(service.folder / "newer")
    older, newer = service.workers
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=code, env=service.environment, check=True)
    traffic.wait_for(5)
    with urlopen(f"{service.address}/readyz", timeout=60):
        pass  # the older web server goes on: it answers 503 where something is missing
    upgrade(newer, code)
    together(traffic, pausing=older)
    upgrade(service.web, code)
    service.wait_for_web()
    together(traffic, pausing=newer)
    yield from strangers(older.log, newer.log)
    upgrade(older, code)
    upgrade(service.beat, code)
    traffic.wait_for(5)


def together(traffic: Traffic, pausing: Process) -> None:
    """Both workers for a while; then one rests, since two may take turns so that one gets no log at all."""
    traffic.wait_for(TOGETHER)
    pausing.pause()
    traffic.wait_for(ALONE)
    pausing.go_on()
    traffic.wait_for(ALONE)


def upgrade(process: Process, code: Path) -> None:
    """Ends what runs as a service manager would, and starts it again with the newer code."""
    process.stop()
    process.code = code
    process.start()


def strangers(older: Path, newer: Path) -> Iterator[str]:
    """What each worker never got of the other version, without which nothing was shown."""
    if not any(MORE in task["task_args"] for task in refereed(older)):
        yield "the older worker refereed no log of which the newer version told"
    if RENAMED not in older.read_text():
        yield "the older worker was never asked for a task that it does not know"
    if not any(MORE not in task["task_args"] for task in refereed(newer)):
        yield "the newer worker refereed no log of which the older version told"


def refereed(log: Path) -> Iterator[dict[str, Any]]:
    """The lines in which a worker tells of a log that it refereed."""
    for line in log.read_text().splitlines():
        told = json.loads(line) if line.startswith("{") else {}
        if told.get("task") == REFEREE and told["state"] == "SUCCESS":
            yield told


if __name__ == "__main__":
    endure(fault, games=300)
