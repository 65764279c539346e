"""Redis is killed and comes back empty: every message, every count and every lock in it is gone."""

from tests.faults.harness import Service, Traffic, endure


def fault(service: Service, traffic: Traffic) -> None:
    for _time in range(2):
        service.redis.process.kill()
        traffic.wait_for(5)
        service.redis.start()
        traffic.wait_for(10)


if __name__ == "__main__":
    endure(fault)
