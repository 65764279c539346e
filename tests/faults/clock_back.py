"""The clock of web, workers and beat is set back by an hour, a worker dies, and the clock is right again."""

import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from launcher.servers import MissingError
from tests.faults.harness import Service, Traffic, endure, lacking
from tests.faults.harness.clock import Clock

HOUR = 3600


class ClockBack:
    """The fault of a wrong clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def __call__(self, service: Service, traffic: Traffic) -> Iterator[str]:
        from tournaments.models import MoveLog

        self.clock.shift(-HOUR)
        traffic.wait_for(5)
        back = timezone.now() - timedelta(seconds=HOUR / 2)
        if MoveLog.objects.latest("pk").submitted_at > back:
            yield "the clock was not set back"
        service.workers[0].kill_child()
        traffic.wait_for(20)
        self.clock.shift(0)
        traffic.wait_for(10)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="canasta-clock-") as folder:
        try:
            clock = Clock(Path(folder))
        except MissingError as missing:
            lacking(str(missing))
        endure(ClockBack(clock), more=clock.environment)
