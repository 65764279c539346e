"""How fast the ratings are, against the figures to reach. Needs PostgreSQL; makes and drops its own database.

    DATABASE_URL=postgres://… python benchmarks/ratings.py [--players 10000] [--games 100000]

Every step runs in a process of its own, so that its peak of memory is its own. Ends with status 1 if a
figure is missed.
"""

import argparse
import multiprocessing
import os
import random
import resource
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "canasta_site.settings")

import django
from django.conf import settings

django.setup()
# Nobody need collect static files to measure; their names in pages are as long either way.
settings.STORAGES = settings.STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ratings import games as rules
from ratings import ledger
from ratings.facts import GameFacts
from ratings.models import Player, RatedGame, RatedSeat, RatingPool
from ratings.services import fold_pool, record_game, unrate_game
from ratings.services.folding import rebuild
from ratings.services.pools import pool_for

GAMES_A_YEAR = 20_000
# Yesterday: a table shows those who have played lately.
LAST_DAY = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=1)


def played_at(number: int, games: int) -> datetime:
    return LAST_DAY - timedelta(days=365 * (games - number) / GAMES_A_YEAR)


def seed(players: int, games: int) -> None:
    """Players of different strength and games that the stronger win more often."""
    dice = random.Random(2026)
    people = [Player(code=f"bench-{n}", name=f"Bench Player{n}") for n in range(players)]
    for player in people:
        player.public_name = player.name
        player.sort_key = player.public_sort_key = player.search_key = player.public_search_key = player.code
    ids = [player.pk for player in Player.objects.bulk_create(people, batch_size=2_000)]
    strength = {player: dice.gauss(0, 1) for player in ids}
    pool_for("classic", "pairs")
    for start in range(0, games, 5_000):
        batch, seats = [], []
        for number in range(start, min(games, start + 5_000)):
            seated = dice.sample(ids, 4)
            edge = strength[seated[0]] + strength[seated[1]] - strength[seated[2]] - strength[seated[3]]
            at = played_at(number, games)
            uuid = UUID(int=number + 1)
            batch.append(
                RatedGame(
                    uuid=uuid, rule_set="classic", kind="pairs", outcome="played",
                    played_at=at, tournament_id=1,
                    order_key=rules.order_key(at, 1, 0, 0, uuid),
                    ranks=[1, 2] if edge + dice.gauss(0, 3) > 0 else [2, 1],
                )
            )  # fmt: skip
            seats.append(seated)
        for game, seated in zip(RatedGame.objects.bulk_create(batch), seats, strict=True):
            game.four = seated
        RatedSeat.objects.bulk_create(
            RatedSeat(game=game, side=n // 2, position=n % 2, player_id=player)
            for game in batch
            for n, player in enumerate(game.four)
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def full_replay() -> dict[str, float]:
    started = time.perf_counter()
    folded = rebuild(RatingPool.objects.get(), why="benchmark", now=timezone.now())
    return {"seconds": time.perf_counter() - started, "games": folded.games, "megabytes": peak_megabytes()}


def share_of_openskill() -> dict[str, float]:
    """The same games through the library alone, without a database."""
    games: dict[int, list[Any]] = {}
    rows = RatedSeat.objects.order_by("game__order_key", "side", "position")
    for game, ranks, player in rows.values_list("game_id", "game__ranks", "player_id").iterator():
        games.setdefault(game, [ranks]).append(player)
    model = ledger._model(ledger.CLUB_V1)
    ratings: dict[int, Any] = {}
    spent = 0.0
    for ranks, *seated in games.values():
        teams = [
            [ratings.get(player) or model.rating() for player in side] for side in (seated[:2], seated[2:])
        ]
        started = time.perf_counter()
        after = model.rate(teams, ranks=ranks)
        spent += time.perf_counter() - started
        ratings.update(zip(seated, (rating for team in after for rating in team), strict=True))
    return {"seconds": spent}


def append_newest() -> dict[str, float]:
    """From the recorded game to its fold, as the worker spends it; the median of twenty."""
    pool = RatingPool.objects.get()
    players = list(Player.objects.order_by("?").values_list("pk", flat=True)[:80])
    folds, records = [], []
    for number in range(20):
        four = players[4 * number : 4 * number + 4]
        facts = GameFacts(
            uuid=UUID(int=10**9 + number),
            rule_set="classic",
            played_at=LAST_DAY + timedelta(minutes=number + 1),
            sides=((four[0], four[1]), (four[2], four[3])),
            ranks=(1, 2),
        )
        started = time.perf_counter()
        with transaction.atomic():
            record_game(facts)
        records.append(time.perf_counter() - started)
        started = time.perf_counter()
        fold_pool(pool.pk, timezone.now())
        folds.append(time.perf_counter() - started)
    return {"fold_ms": 1000 * statistics.median(folds), "record_ms": 1000 * statistics.median(records)}


def correct_a_year_back() -> dict[str, float]:
    game = RatedGame.objects.filter(not_rated="").order_by("-order_key")[GAMES_A_YEAR]
    unrate_game(game.uuid, why="benchmark")
    started = time.perf_counter()
    folded = fold_pool(RatingPool.objects.get().pk, timezone.now())
    return {"seconds": time.perf_counter() - started, "games": folded.games, "megabytes": peak_megabytes()}


def table_page() -> dict[str, float]:
    """The middle page of the rating table without any cache; the median of twenty.

    The database is tidied first, as PostgreSQL does by itself within minutes of a long replay.
    """
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    client = Client(HTTP_HOST="127.0.0.1")
    address = "/en/ratings/classic-pairs/"
    client.get(address)
    times = []
    for number in range(20):
        started = time.perf_counter()
        answer = client.get(address, {"page": number + 1})
        times.append(time.perf_counter() - started)
        assert answer.status_code == 200, answer.status_code
        assert b"Bench Player" in answer.content
    with CaptureQueriesContext(connection) as queries:
        client.get(address, {"page": 30})
    return {"ms": 1000 * statistics.median(times), "queries": len(queries)}


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def apart(step: Callable[..., Any], *arguments: Any) -> Any:
    """The step's result, from a process of its own."""
    connection.close()
    with multiprocessing.get_context("spawn").Pool(
        1, initializer=use, initargs=(str(connection.settings_dict["NAME"]),)
    ) as one:
        return one.apply(step, arguments)


def use(database: str) -> None:
    connection.settings_dict["NAME"] = database


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--players", type=int, default=10_000)
    options.add_argument("--games", type=int, default=100_000)
    chosen = options.parse_args()
    if connection.vendor != "postgresql":
        print("DATABASE_URL must name a PostgreSQL server.")
        return 2
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        apart(seed, chosen.players, chosen.games)
        return report(chosen.games)
    finally:
        connection.creation.destroy_test_db(str(connection.settings_dict["NAME"]), verbosity=0)


def report(games: int) -> int:
    missed = 0

    def line(what: str, value: float, unit: str, limit: float | None = None) -> None:
        nonlocal missed
        late = limit is not None and value >= limit
        missed += late
        goal = "" if limit is None else f"   (under {limit:g} {unit}{': MISSED' if late else ''})"
        print(f"{what:<46}{value:10.1f} {unit}{goal}", flush=True)

    replay = apart(full_replay)
    openskill = apart(share_of_openskill)
    line(f"full replay of {games} games", replay["seconds"], "s", 60)
    line("  peak memory", replay["megabytes"], "MB", 300)
    line("  of it openskill", 100 * openskill["seconds"] / replay["seconds"], "%")
    newest = apart(append_newest)
    line("newest game folded, median", newest["fold_ms"], "ms", 50)
    line("  recorded before, median", newest["record_ms"], "ms")
    correction = apart(correct_a_year_back)
    line(f"correction {correction['games']} games back", correction["seconds"], "s", 15)
    line("  peak memory", correction["megabytes"], "MB", 300)
    page = apart(table_page)
    line("rating table page, median", page["ms"], "ms", 50)
    line("  queries", page["queries"], "")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
