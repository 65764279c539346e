"""The broker does not answer for a minute: half of it as if it were switched off, half as if it hung."""

import time

from tests.faults.harness import Service, Traffic, endure

HALF = 30


def fault(service: Service, traffic: Traffic) -> None:
    service.redis.process.kill()
    time.sleep(HALF)
    service.redis.start()
    traffic.wait_for(5)
    service.redis.process.pause()
    time.sleep(HALF)
    service.redis.process.go_on()
    traffic.wait_for(5)


if __name__ == "__main__":
    endure(fault)
