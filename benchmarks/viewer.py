"""The replay viewer on a log of at least 3 000 moves: first paint (a cold process) and steps, nothing cached.

python -m benchmarks.viewer [--database URL]

Ends with status 1 if a figure is missed: 100 ms for the first paint, 30 ms for a step.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from typing import Any

from benchmarks.trip import scratch_database

MOVES = 3000
STEPS = 40
FIRST_PAINT, STEP = 100, 30
"""Milliseconds to stay under."""


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
        return measure()


def measure() -> int:
    """The exit status."""
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    call_command("migrate", verbosity=0)
    log, deals = submitted_log()
    client = Client(HTTP_HOST="localhost")
    client.get("/en/")  # what a process does once
    base = f"/en/logs/{log.pk}/replay"
    last = len(deals), deals[-1]
    print(f"{connection.vendor}, {sum(deals)} moves in {len(deals)} deals")
    paint = timed(client, f"{base}/{last[0]}/{last[1]}/")
    print(f"first paint, last move: {paint:.0f} ms{'' if paint < FIRST_PAINT else ': MISSED'}")
    missed = paint >= FIRST_PAINT
    for name, deal in (("first", 1), ("middle", len(deals) // 2), ("last", len(deals))):
        times = [timed(client, f"{base}/{deal}/{move}/") for move in range(min(STEPS, deals[deal - 1]))]
        median = statistics.median(times)
        late = "" if median < STEP else ": MISSED"
        print(f"steps of the {name} deal: median {median:.0f} ms, worst {max(times):.0f} ms{late}")
        missed = missed or median >= STEP
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(f"{base}/{last[0]}/{last[1]}/")
    print(f"{len(queries)} queries, {len(answer.content) / 1000:.0f} kB of HTML")
    return int(missed)


def timed(client: Any, path: str) -> float:
    """Milliseconds of this process until the page is there: it does all the work, SQLite included."""
    started = time.process_time()
    answer = client.get(path)
    assert answer.status_code == 200, answer.status_code
    return 1000 * (time.process_time() - started)


def submitted_log() -> tuple[Any, list[int]]:
    """A verified log of four bots, and the numbers of moves of its deals."""
    import engine
    from tests.tournaments.event import NOW, make_event
    from tournaments.services.intake import submit_log
    from tournaments.services.referee import referee_log

    deals = 45
    match = make_event(2, deals=deals).round("1-2")[0]
    game: dict[str, Any] = dict(
        engine.play_match(
            engine.CLASSIC, 4, 3, until=engine.Until(deals=deals), codes=["p1a", "p2a", "p1b", "p2b"]
        )
    )
    log = submit_log(match.pk, json.dumps(game).encode(), None, NOW).log
    referee_log(log.pk)
    moves = [len(deal["moves"]) for deal in game["deals"]]
    assert sum(moves) >= MOVES, sum(moves)
    return log, moves


if __name__ == "__main__":
    sys.exit(main())
