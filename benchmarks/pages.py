"""The public standings of 200 entrants after 8 rounds, nothing cached: time, queries, size.

python -m benchmarks.pages [--database URL]
"""

import argparse
import os
import random
import re
import statistics
import sys
import tempfile
import time

from benchmarks.trip import scratch_database

ENTRANTS = 200
ROUNDS = 8


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", default="", help="PostgreSQL URL; without it SQLite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as var, scratch_database(options.database) as url:
        os.environ |= {"CANASTA_VAR": var, "DJANGO_SETTINGS_MODULE": "canasta_site.settings"}
        if url:
            os.environ["DATABASE_URL"] = url
        import django

        django.setup()
        measure()
    return 0


def measure() -> None:
    from django.conf import settings
    from django.core.cache import caches
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    def forget() -> None:
        """Without this the page that was kept is sent again."""
        for name in settings.CACHES:
            caches[name].clear()

    call_command("migrate", verbosity=0)
    fill()
    client = Client(HTTP_HOST="localhost")
    path = "/en/tournaments/spring/standings/"
    client.get(path)
    seconds: list[float] = []
    busy: list[float] = []
    for _ in range(15):
        forget()
        started, used = time.perf_counter(), time.process_time()
        answer = client.get(path)
        seconds.append(time.perf_counter() - started)
        busy.append(time.process_time() - used)
    forget()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    html = answer.content
    print(f"{connection.vendor}: median {1000 * statistics.median(seconds):.0f} ms,", end=" ")
    print(f"of the processor {1000 * statistics.median(busy):.0f} ms,", end=" ")
    print(f"best {1000 * min(seconds):.0f} ms, {len(queries)} queries, {len(html) / 1000:.1f} kB of HTML")
    rows = len(re.findall(rb"<tr>", html)) - 1
    print(f"{rows} rows without JavaScript, status {answer.status_code}")


def fill() -> None:
    """200 pairs and 8 rounds of random pairings with random results."""
    from tests.tournaments.event import NOW, make_event
    from tournaments.models import GameRecord, Match

    dice = random.Random(1)
    event = make_event(ENTRANTS)
    for _ in range(ROUNDS):
        order = list(range(1, ENTRANTS + 1))
        dice.shuffle(order)
        event.round(*(f"{order[i]}-{order[i + 1]}" for i in range(0, ENTRANTS, 2)))
    records = []
    for match in Match.objects.all():
        totals = [5 * dice.randrange(300, 900), 5 * dice.randrange(300, 900)]
        ranks = [1 + (totals[0] < totals[1]), 1 + (totals[1] < totals[0])]
        records.append(
            GameRecord(
                match=match,
                source="official",
                totals=totals,
                ranks=ranks,
                at_fault=[False] * 2,
                decided_at=NOW,
            )
        )
    GameRecord.objects.bulk_create(records)
    Match.objects.update(state="official")


if __name__ == "__main__":
    sys.exit(main())
