"""The disk of PostgreSQL is full for a while; if the server stops, it is started again once there is room."""

import time

from tests.faults.harness import Service, Traffic, endure
from tests.faults.harness.servers import fill

FULL_FOR = 30


def fault(service: Service, traffic: Traffic) -> None:
    ballast = fill(service.folder / "postgresql")
    time.sleep(FULL_FOR)
    ballast.unlink()
    if not service.postgresql.runs:
        service.postgresql.start()
    traffic.wait_for(10)


if __name__ == "__main__":
    endure(fault, small=["postgresql"])
