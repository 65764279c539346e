"""Twenty minutes of logs, sheets, corrections and pages at once: memory stays flat, and nothing fails.

python -m tests.faults.soak --minutes 20
"""

import argparse
import re
import threading
import time
from collections.abc import Iterator
from statistics import median
from typing import Any
from urllib.request import urlopen

from tests.faults.harness import Service, Traffic, endure
from tests.faults.harness.processes import memory
from tests.faults.harness.promises import wrong_totals
from tests.faults.harness.sheets import Sheets

EVERY = 5
SAMPLE = 10
# What a process may grow by from the second quarter of the time to the last one.
GROWTH, MEGABYTES = 1.1, 5
PAGES = ("", "tournaments/", "tournaments/spring/", "tournaments/spring/standings/", "ratings/", "calendar/")
FAULT = re.compile(r"ERROR|CRITICAL|Traceback|Unhandled")


class Soak:
    """The fault of nothing being wrong for a long time."""

    def __init__(self, minutes: float) -> None:
        self.seconds = 60 * minutes
        self.samples: dict[str, list[float]] = {}
        self.bad_pages: list[str] = []
        self.pages = 0

    def __call__(self, service: Service, traffic: Traffic) -> Iterator[str]:
        self.sheets = Sheets(service.address, EVERY)
        over = threading.Event()
        reader = threading.Thread(target=self._read, args=(service.address, over))
        reader.start()
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            time.sleep(SAMPLE)
            for process in service.processes:
                self.samples.setdefault(process.name, []).append(memory(process.pid) / 1024)
        over.set()
        reader.join()
        traffic.others = self.sheets.finish()
        yield from self._broken(service, traffic)

    def _read(self, address: str, over: threading.Event) -> None:
        """A visitor who reads page after page."""
        while not over.wait(0.5):
            page = f"{address}/en/{PAGES[self.pages % len(PAGES)]}"
            self.pages += 1
            try:
                with urlopen(page, timeout=60) as answer:
                    answer.read()
            except OSError as error:
                self.bad_pages.append(f"{page}: {error}")

    def _broken(self, service: Service, traffic: Traffic) -> Iterator[str]:
        print(f"{self.pages} pages, {len(self.sheets.totals)} sheets confirmed and corrected", flush=True)
        yield from self.bad_pages
        yield from (f"refused: {what}" for what in {**traffic.refusals, **self.sheets.refusals})
        yield from wrong_totals(self.sheets.totals)
        for name, sizes in self.samples.items():
            quarter = len(sizes) // 4
            early, late = median(sizes[quarter : 2 * quarter]), median(sizes[-quarter:])
            print(f"{name}: {early:.0f} MB in the second quarter, {late:.0f} MB in the last", flush=True)
            if late > GROWTH * early + MEGABYTES:
                yield f"{name} grows: {early:.0f} MB, then {late:.0f} MB"
        for process in service.processes:
            lines = process.log.read_text().splitlines()
            yield from (f"{process.name} said: {line}" for line in lines if FAULT.search(line))


def options() -> Any:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    return parser.parse_args()


if __name__ == "__main__":
    minutes = options().minutes
    endure(Soak(minutes), games=int(60 * minutes / EVERY) + 40, every=EVERY, pages=True)
