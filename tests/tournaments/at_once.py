"""Doing things at the same moment, each with a database connection of its own; for PostgreSQL."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from tournaments.errors import TournamentError


def at_once(works: list[Callable[[], str]]) -> list[str]:
    """What each of these gives when all start at the same moment, each with a connection of its own."""
    start = threading.Barrier(len(works))

    def run(work: Callable[[], str]) -> str:
        try:
            connection.ensure_connection()
            start.wait(20)
            return work()
        except TournamentError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as workers:
        return [each.result(30) for each in [workers.submit(run, work) for work in works]]
