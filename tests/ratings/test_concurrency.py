"""Several workers and a killed one, on PostgreSQL: one writer a pool, readers see whole ledgers only."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from ratings.models import RatedGame, RatingEntry, RatingPool
from ratings.services import fold_pool, folding, unrate_game
from ratings.services.folding import rebuild
from ratings.services.lists import publish_due_list
from ratings.services.locks import lock_pool
from tests.ratings.club import EVENING, NOW, fold_all, lines, make_players, play, play_evening, standings

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

EVENING_GAME = UUID(int=2)
ROOT = Path(__file__).resolve().parent.parent.parent
KILLED_WHILE_WRITING = """
import os, signal, sys
import django
django.setup()
from django.utils import timezone
from ratings.models import RatingEntry
from ratings.services import fold_pool

def die(rows):
    list(rows)
    os.kill(os.getpid(), signal.SIGKILL)

RatingEntry.objects.append = die
fold_pool(int(sys.argv[1]), timezone.now())
"""


def in_thread(work: Callable[[], Any]) -> Any:
    """The work's result, from a thread with a connection of its own."""
    try:
        return work()
    finally:
        connection.close()


def database_url() -> str:
    known = connection.settings_dict
    password = f":{known['PASSWORD']}" if known["PASSWORD"] else ""
    return f"postgres://{known['USER']}{password}@{known['HOST']}:{known['PORT']}/{known['NAME']}"


def test_a_second_worker_leaves_the_pool_to_the_first_and_readers_see_the_old_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_evening(make_players())
    fold_all()
    old = lines(), standings()
    unrate_game(EVENING_GAME, why="void")
    pool = RatingPool.objects.get()
    written, go_on = threading.Event(), threading.Event()
    write = folding.Writer.write

    def write_and_wait(writer: folding.Writer) -> None:
        write(writer)
        written.set()
        assert go_on.wait(20)

    monkeypatch.setattr(folding.Writer, "write", write_and_wait)
    with ThreadPoolExecutor(2) as workers:
        first = workers.submit(in_thread, lambda: fold_pool(pool.pk, NOW))
        assert written.wait(20)
        second = workers.submit(in_thread, lambda: fold_pool(pool.pk, NOW))
        assert second.result(20) is None
        assert (lines(), standings()) == old
        go_on.set()
        assert first.result(20).games == 5
    assert (lines(), standings()) != old
    pool.refresh_from_db()
    assert pool.dirty_from is None


def test_two_workers_at_once_leave_one_right_ledger() -> None:
    players = make_players()
    play_evening(players)
    pool = RatingPool.objects.get()
    start = threading.Barrier(2)

    def work() -> None:
        start.wait(20)
        fold_pool(pool.pk, NOW)

    with ThreadPoolExecutor(2) as workers:
        for done in [workers.submit(in_thread, work) for _worker in range(2)]:
            done.result(20)
    folded = lines(), standings()
    assert len(folded[0]) == RatingEntry.objects.count() > 0
    rebuild(pool, why="proof", now=NOW)
    assert (lines(), standings()) == folded


def test_games_recorded_at_once_from_many_sides_are_all_folded() -> None:
    players = make_players()
    numbers = list(range(1, len(EVENING) + 1))

    def record(number: int) -> None:
        play_evening(players, [number])
        fold_pool(RatingPool.objects.get().pk, NOW)

    with ThreadPoolExecutor(4) as many:
        for done in [many.submit(in_thread, lambda number=number: record(number)) for number in numbers]:
            done.result(30)
    fold_all()
    concurrent = lines(), standings()
    assert concurrent[0][-1][3] == len(EVENING)
    rebuild(RatingPool.objects.get(), why="proof", now=NOW)
    assert (lines(), standings()) == concurrent


def test_a_worker_killed_in_a_replay_leaves_the_old_table_and_the_next_run_right() -> None:
    play_evening(make_players())
    fold_all()
    old = lines(), standings()
    unrate_game(EVENING_GAME, why="void")
    pool = RatingPool.objects.get()
    done = subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_WRITING, str(pool.pk)],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "canasta_site.settings"},
        check=False,
        timeout=60,
    )
    assert done.returncode == -signal.SIGKILL
    assert (lines(), standings()) == old
    pool.refresh_from_db()
    assert pool.dirty_from is not None
    folded = fold_pool(pool.pk, NOW)
    assert folded is not None
    assert folded.games == 5
    after = lines(), standings()
    rebuild(pool, why="proof", now=NOW)
    assert (lines(), standings()) == after != old


def while_folding(pool: RatingPool, do: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Do something after a fold took its mark away, and before it commits."""
    cleared = threading.Event()
    clear = folding._clear

    def clear_and_linger(*args: Any) -> None:
        clear(*args)
        if not cleared.is_set():
            cleared.set()
            time.sleep(0.5)

    monkeypatch.setattr(folding, "_clear", clear_and_linger)
    with ThreadPoolExecutor(2) as workers:
        fold = workers.submit(in_thread, lambda: fold_pool(pool.pk, NOW))
        assert cleared.wait(20)
        done = workers.submit(in_thread, do)
        done.result(20)
        fold.result(20)


def test_a_game_marked_just_before_a_fold_commits_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    players = make_players()
    play_evening(players)
    pool = RatingPool.objects.get()
    while_folding(pool, lambda: play(players, 99, "AB CD", (1, 2)), monkeypatch)
    pool.refresh_from_db()
    folded = RatingEntry.objects.filter(game__uuid=UUID(int=99)).exists()
    assert folded or pool.dirty_from is not None


def test_a_game_corrected_just_before_a_fold_commits_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    players = make_players()
    play_evening(players)
    pool = RatingPool.objects.get()
    while_folding(pool, lambda: play(players, 2, "AC BD", (1, 2)), monkeypatch)
    fold_all()
    assert RatedGame.objects.get(uuid=EVENING_GAME).ranks == [1, 2]
    after = lines(), standings()
    rebuild(pool, why="proof", now=NOW)
    assert (lines(), standings()) == after


def test_no_list_is_frozen_while_a_worker_folds() -> None:
    play_evening(make_players())
    fold_all()
    pool = RatingPool.objects.get()
    february = datetime(2026, 2, 1, 8, tzinfo=UTC)
    with ThreadPoolExecutor(1) as workers, transaction.atomic():
        assert lock_pool(pool.pk)
        waiting = workers.submit(in_thread, lambda: publish_due_list(pool.pk, february))
        assert waiting.result(20) is None
    assert publish_due_list(pool.pk, february) is not None
