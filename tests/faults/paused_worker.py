"""A worker is paused in the middle of a replay for longer than its lease, and then simply goes on."""

import time

from tests.faults.harness import Service, Traffic, endure
from tests.faults.harness.event import make_long_games

LEASE_OVER = 240


def fault(service: Service, traffic: Traffic) -> None:
    sleeper, other = service.workers
    other.pause()
    log_id = paused_while_replaying(service, traffic)
    other.go_on()
    wait_until(log_id, "verified", LEASE_OVER)
    sleeper.go_on()
    traffic.wait_for(10)


def paused_while_replaying(service: Service, traffic: Traffic) -> int:
    """Submits long games until the worker is caught replaying one; the log that it holds."""
    for game in make_long_games(20):
        log_id = traffic.submit(game)
        wait_until(log_id, "running", 30)
        service.workers[0].pause()
        time.sleep(0.5)
        if state(log_id) == "running":
            return log_id
        service.workers[0].go_on()
    raise AssertionError("the worker was never caught replaying")


def wait_until(log_id: int, wanted: str, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while state(log_id) not in (wanted, "verified"):
        assert time.monotonic() < deadline, f"log {log_id} is still {state(log_id)}"


def state(log_id: int) -> str:
    from tournaments.models import MoveLog

    return MoveLog.objects.values_list("state", flat=True).get(pk=log_id)


if __name__ == "__main__":
    endure(fault, every=2)
