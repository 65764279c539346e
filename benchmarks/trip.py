"""A thousand logs at once: are all verified, none lost, none twice, and how many a second?

    python -m benchmarks.trip                                   embedded: SQLite, one worker, no broker
    python -m benchmarks.trip --database URL --broker URL       PostgreSQL and Redis, two workers
    … --kills 4 --lose 0.2        kill -9 workers on the way, lose one message in five
    … --waiting                   all logs are submitted before the first worker starts

The clock runs from the first submission to the last verdict and the last rating, so the process that submits
takes its share of the machine. With `--waiting` it runs from the first claim on: what the workers alone do.
It works in a database of its own (`canasta_trip_…`, or a file in a temporary folder) and removes it again.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
PER_ROUND = 250


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--logs", type=int, default=1000)
    parser.add_argument("--database", default="", help="PostgreSQL URL; without it SQLite")
    parser.add_argument("--broker", default="", help="Redis URL; without it the worker's own memory")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--lose", type=float, default=0.0, help="share of messages that get lost")
    parser.add_argument("--waiting", action="store_true", help="submit everything before workers start")
    parser.add_argument("--timeout", type=int, default=600)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as var, scratch_database(options.database) as url:
        os.environ["CANASTA_VAR"] = var
        if url:
            os.environ["DATABASE_URL"] = url
        if options.broker:
            os.environ["CELERY_BROKER_URL"] = options.broker
        os.environ["DJANGO_SETTINGS_MODULE"] = "canasta_site.settings"
        import django

        django.setup()
        return run(options)


@contextmanager
def scratch_database(url: str) -> Iterator[str]:
    """A database of this name on the given server, dropped at the end."""
    if not url:
        yield ""
        return
    import psycopg

    server, name = urlsplit(url), f"canasta_trip_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    try:
        yield urlunsplit(server._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run(options: argparse.Namespace) -> int:
    from django.core.management import call_command
    from django.db import connections

    if waiting := messages():
        print(f"There are {waiting} messages in {options.broker}: name a database of Redis that nobody uses.")
        return 2
    call_command("migrate", verbosity=0)
    work = prepare(options.logs)
    connections.close_all()
    workers = Workers(0 if options.waiting else 2 if options.broker else 1)
    try:
        time.sleep(0 if options.waiting else 3)
        started = time.perf_counter()
        submit(work, options.lose)
        submitted = time.perf_counter()
        if options.waiting:
            workers.add(2 if options.broker else 1)
            first_claim(options.logs)
        began = time.perf_counter() if options.waiting else started
        wait(options, workers, submitted)
        seconds = time.perf_counter() - began
    finally:
        workers.stop()
        messages(forget=True)
    faults = check(options.logs)
    print(f"{options.logs} logs in {seconds:.1f} s: {options.logs / seconds:.0f} logs a second", end="")
    print(f" (submitted in {submitted - started:.1f} s, {options.kills} kills, {options.lose:.0%} lost)")
    shares(work[:100], seconds / options.logs, options)
    for fault in faults:
        print("WRONG:", fault)
    print("all verified, none lost, none twice" if not faults else "FAILED")
    return 1 if faults else 0


def messages(*, forget: bool = False) -> int:
    """How many messages wait at the broker; those that were sent twice are left over at the end."""
    from celery import current_app
    from django.conf import settings

    if settings.EMBEDDED:
        return 0
    with current_app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        return sum(
            (channel.queue_purge if forget else channel._size)(queue) for queue in ("default", "ratings")
        )


def prepare(count: int) -> list[tuple[int, bytes]]:
    """An event with `count` matches of four, and a different log for each."""
    import engine
    from tests.tournaments.event import make_event
    from tournaments.models import Match

    event = make_event(2 * PER_ROUND, deals=None)
    rounds = -(-count // PER_ROUND)
    matches = []
    for shift in range(rounds):
        tables = [f"{2 * i + 1}-{(2 * (i + shift) % (2 * PER_ROUND)) + 2}" for i in range(PER_ROUND)]
        matches += event.round(*tables)
    matches = matches[:count]
    games = [engine.play_match(engine.CLASSIC, 4, seed) for seed in range(20)]
    work = []
    for number, match in enumerate(Match.objects.filter(pk__in=[m.pk for m in matches]).order_by("pk")):
        seats = match.seats.order_by("position", "side__number").values_list("player__code", flat=True)
        document = {**games[number % len(games)], "players": list(seats)}
        work.append((match.pk, json.dumps(document).encode()))
    return work


def submit(work: list[tuple[int, bytes]], lose: float) -> None:
    """Submit everything, through the service; `lose` of the messages never reach the broker."""
    from celery import current_app
    from django.utils import timezone

    from tournaments.services.intake import submit_log

    rng = random.Random(1)
    send = current_app.send_task

    def unreliable(*args: Any, **kwargs: Any) -> Any:
        if rng.random() < lose:
            raise ConnectionError("lost on purpose")
        return send(*args, **kwargs)

    setattr(current_app, "send_task", unreliable)  # noqa: B010
    for match_id, document in work:
        submit_log(match_id, document, None, timezone.now())


class Workers:
    """Worker processes, each a group of its own, so that it can be killed with its children."""

    def __init__(self, count: int) -> None:
        self.processes = [self.start() for _ in range(count)]

    def add(self, count: int) -> None:
        self.processes += [self.start() for _ in range(count)]

    def start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "celery", "-A", "canasta_site", "worker", "-P", "prefork", "-c", "1"]
        return subprocess.Popen(
            [*command, "-Q", "default,ratings", "-l", "ERROR", "-n", f"w{time.monotonic_ns()}@%h"],
            cwd=ROOT,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill_one(self, index: int) -> None:
        index %= len(self.processes)
        os.killpg(self.processes[index].pid, signal.SIGKILL)
        self.processes[index].wait()
        self.processes[index] = self.start()

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def first_claim(count: int) -> None:
    """Wait until a worker has begun."""
    from tournaments.models import LogState, MoveLog

    while MoveLog.objects.filter(state=LogState.QUEUED).count() == count:
        time.sleep(0.05)


def wait(options: argparse.Namespace, workers: Workers, since: float) -> None:
    """Wait until nothing is queued or running and the ledger is folded; kill workers on the way."""
    from ratings.models import RatingPool
    from tournaments.models import LogState, MoveLog

    under_way = MoveLog.objects.filter(state__in=[LogState.QUEUED, LogState.RUNNING])
    kills = [options.logs * (i + 1) // (options.kills + 2) for i in range(options.kills)]
    while time.perf_counter() - since < options.timeout:
        left = under_way.count()
        if kills and options.logs - left >= kills[0]:
            workers.kill_one(len(kills))
            kills.pop(0)
        if not left and not RatingPool.objects.filter(dirty_from__isnull=False).exists():
            return
        time.sleep(0.1)


def check(count: int) -> list[str]:
    """Everything that should hold at the end and doesn't."""
    from django.db.models import Count

    from ratings.models import RatedGame, RatingEntry
    from tournaments.models import GameRecord, LogState, Match, MatchState, MoveLog

    counts = {
        "verified logs": MoveLog.objects.filter(state=LogState.VERIFIED).count(),
        "records of version 1": GameRecord.objects.filter(version=1).count(),
        "official matches": Match.objects.filter(state=MatchState.OFFICIAL).count(),
        "rated games": RatedGame.objects.count(),
    }
    faults = [f"{found} {what}, not {count}" for what, found in counts.items() if found != count]
    entries = RatingEntry.objects.count()
    if entries != 4 * count:
        faults.append(f"{entries} ledger entries, not {4 * count}")
    doubled = RatingEntry.objects.values("game", "player").annotate(n=Count("pk")).filter(n__gt=1).count()
    if doubled:
        faults.append(f"{doubled} ledger entries twice")
    return faults


def shares(work: list[tuple[int, bytes]], each: float, options: argparse.Namespace) -> None:
    """What a log costs, part by part, measured alone in this process."""
    import engine

    started = time.perf_counter()
    for _, document in work:
        engine.replay(document)
    replay = (time.perf_counter() - started) / len(work)
    broker = 0.0
    if options.broker:
        from kombu import Connection

        with Connection(options.broker) as connection:
            queue = connection.SimpleQueue("canasta-trip-probe")
            started = time.perf_counter()
            for number in range(len(work)):
                queue.put(number)
                queue.get(timeout=5).ack()
            broker = (time.perf_counter() - started) / len(work)
            queue.clear()
            queue.close()
    workers = 2 if options.broker else 1
    total = each * workers
    print(
        f"a log takes {1000 * total:.1f} ms of a worker: replay {replay / total:.0%}, "
        f"broker {broker / total:.0%}, database and the rest {max(0.0, 1 - (replay + broker) / total):.0%}"
    )


if __name__ == "__main__":
    sys.exit(main())
