"""kill -9 of every kind of process while logs come in; what died is started again, as systemd would."""

import os
import signal

from tests.faults.harness import Service, Traffic, endure


def fault(service: Service, traffic: Traffic) -> None:
    for worker in service.workers:
        worker.kill_child()
        traffic.wait_for(3)
        worker.kill()
        traffic.wait_for(3)
        worker.start()
    service.beat.kill()
    service.beat.start()
    service.web.kill_child()
    traffic.wait_for(5)
    service.web.kill()
    service.web.start()
    service.wait_for_web()
    traffic.wait_for(5)
    os.kill(service.postgresql.backends()[0], signal.SIGKILL)  # the server ends all the others, too
    traffic.wait_for(10)


if __name__ == "__main__":
    endure(fault)
