"""Load on two cores: gunicorn and PostgreSQL under wrk, with 10 000 players and 100 000 games.

    python -m benchmarks.load --database URL [--cache REDIS-URL] [--players N] [--games N] [--keep]

Prints rates, latencies and hit rates, and ends with status 1 if a figure is missed. Needs `wrk` (a package of
Debian). It works in a database `canasta_load`; with --keep that stays and is used again.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from urllib.request import urlopen

HERE = Path(__file__).resolve().parent
NAME = "canasta_load"
PORT = 8137
SECONDS = 20
EVENT = "/en/tournaments/spring/"
# Shares of the mix; a player's page is a different one almost each time.
TABLES, EVENTS, PLAYERS = 30, 30, 40
MET = 50  # players whose pages are asked for before anything is measured


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", required=True, help="PostgreSQL URL of a server")
    parser.add_argument("--cache", default="", help="Redis URL; without it each process has its own")
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--keep", action="store_true", help="keep the database, and use one that was kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as var, database(options.database, keep=options.keep) as (url, empty):
        os.environ |= {
            "CANASTA_VAR": var,
            "DATABASE_URL": url,
            "CANASTA_CACHE_URL": options.cache,
            "DJANGO_SETTINGS_MODULE": "canasta_site.settings",
            # One address asks for everybody here.
            "CANASTA_RATE_ANON": "10000000/min",
        }
        import django

        django.setup()
        (Path(var) / "static").mkdir()
        if empty:
            fill(options.players, options.games)
        return measure(Path(var), options.players)


@contextmanager
def database(url: str, *, keep: bool) -> Iterator[tuple[str, bool]]:
    """The URL of the database, and whether it is empty."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as admin:
        known = admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone()
        if known and not keep:
            admin.execute(f"DROP DATABASE {NAME} WITH (FORCE)")
        empty = not (known and keep)
        if empty:
            admin.execute(f"CREATE DATABASE {NAME}")
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{NAME}")), empty
    finally:
        if not keep:
            with psycopg.connect(url, autocommit=True) as admin:
                admin.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def fill(players: int, games: int) -> None:
    """The rated games of some years, and an event of 200 pairs after eight rounds."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    from benchmarks import pages, ratings

    ratings.seed(players, games)
    ratings.full_replay()
    pages.fill()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    connection.close()


def measure(var: Path, players: int) -> int:
    """The four figures, each with the server it asks for."""
    dice = random.Random(3)
    tables = [f"/en/ratings/classic-pairs/?page={page}" for page in range(1, 31)]
    events = [EVENT, f"{EVENT}standings/", f"{EVENT}1/rounds/8/", f"{EVENT}1/crosstable/"]
    people = [f"/en/ratings/players/bench-{number}/" for number in range(players)]
    common = [*pick(dice, tables, TABLES), *pick(dice, events, EVENTS)]
    # A running service has its templates at hand; the players whose pages are measured nobody asked for yet.
    before = [(path, "") for path in [*common, *pick(dice, people[:MET], PLAYERS)]]
    mix = [(path, "") for path in [*common, *pick(dice, people[MET:], PLAYERS)]]
    missed = 0
    with server(var, PAGES_KEPT="600") as address:
        with results_coming_in():
            wrk(var, address, before, connections=50, rate=100)
            told = wrk(var, address, mix, connections=50, rate=100)
        missed += line("mixed, 100 a second", told, told["p95"] < 100 and told["rate"] > 95)
        known = [(path, etag_of(address, path)) for path in [*tables[:10], *events, *people[:10]]]
        told = wrk(var, address, known, connections=8, status="304")
        missed += line("unchanged pages (304)", told, told["rate"] >= 300)
    with server(var, PAGES_KEPT="0") as address:
        standings = [(f"{EVENT}standings/", "")]
        told = wrk(var, address, standings, connections=4)
        missed += line("standings of 200, caches off", told, told["rate"] >= 25)
    return 1 if missed else 0


def pick(dice: random.Random, paths: list[str], share: int) -> list[str]:
    """So many hundreds of addresses, at random."""
    return dice.choices(paths, k=100 * share)


@contextmanager
def server(var: Path, **settings: str) -> Iterator[str]:
    """The address of gunicorn as it is deployed, with two processes, once it answers."""
    bind = f"127.0.0.1:{PORT}"
    environment = os.environ | {f"CANASTA_{name}": value for name, value in settings.items()}
    environment |= {"CANASTA_BIND": bind, "CANASTA_WEB_PROCESSES": "2"}
    command = [
        "gunicorn",
        "-c",
        str(HERE.parent / "deploy" / "gunicorn.conf.py"),
        "canasta_site.wsgi:application",
    ]
    process = subprocess.Popen([sys.executable, "-m", *command], env=environment)
    address = f"http://{bind}"
    try:
        for _ in range(100):
            try:
                urlopen(f"{address}/healthz").close()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait()


@contextmanager
def results_coming_in() -> Iterator[None]:
    """Every few seconds a match of the event changes, which ends what was kept of its pages."""
    from django.db import connection
    from django.db.models import F

    from tournaments.models import Match

    ended = Event()

    def write() -> None:
        while not ended.wait(SECONDS / 8):
            Match.objects.filter(table=1, round__number=8).update(version=F("version") + 1)
        connection.close()

    writer = Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        ended.set()
        writer.join()


def etag_of(address: str, path: str) -> str:
    """The name of the page as it is now."""
    with urlopen(address + path) as answer:
        return str(answer.headers["ETag"] or "")


def wrk(
    var: Path,
    address: str,
    plan: list[tuple[str, str]],
    *,
    connections: int,
    rate: int = 0,
    status: str = "200",
) -> dict[str, Any]:
    """What wrk measured; `rate` requests a second in all, or as many as go."""
    file = var / "plan"
    file.write_text("".join(f"{path} {etag}\n" for path, etag in plan))
    command = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--timeout", "10s"]
    command += ["-s", str(HERE / "load.lua"), address, "--", str(file)]
    pause = 1000 / rate if rate else 0
    done = subprocess.run([*command, str(pause)], capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout.partition("RESULT ")[2])
    told["wrong"] = told["broken"] + sum(
        count for answered, count in told["statuses"].items() if answered != status
    )
    return told


def line(what: str, told: dict[str, Any], reached: bool) -> bool:
    """Print what was measured; whether it was missed."""
    missed = not reached or told["wrong"] > 0
    asked = told["hits"] + told["misses"]
    hit = f", {told['hits'] / asked:.0%} from the cache" if asked else ""
    print(f"{what:<30}{told['rate']:7.1f} a second, p50 {told['p50']:.0f} ms,", end=" ")
    print(f"p95 {told['p95']:.0f} ms, p99 {told['p99']:.0f} ms, {told['wrong']} wrong{hit}", end="")
    if told["wrong"]:
        print(f" ({told['broken']} broken off, answers {told['statuses']})", end="")
    print("   MISSED" if missed else "", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
