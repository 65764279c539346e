"""The disk of `var/` is full: mail, static files and beat's notes lie there, and no log does."""

from tests.faults.harness import Service, Traffic, endure
from tests.faults.harness.servers import fill


def fault(service: Service, traffic: Traffic) -> None:
    ballast = fill(service.var)
    traffic.wait_for(20)
    service.web.kill_child()
    service.workers[0].kill_child()
    traffic.wait_for(20)
    ballast.unlink()


if __name__ == "__main__":
    endure(fault, small=["var"])
