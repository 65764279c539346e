"""A second beat is started by mistake: what is due is still done once."""

from tests.faults.harness import Service, Traffic, endure


def fault(service: Service, traffic: Traffic) -> None:
    second = service.another_beat()
    second.start()
    traffic.wait_for(40)
    assert second.runs, "the second beat ended by itself"
    second.stop()


if __name__ == "__main__":
    endure(fault)
