"""What has to be true once a fault is over: the promises of the service, and how long they may take."""

import io
import time
from collections.abc import Iterator
from typing import Any

from tests.faults.harness.event import Game


def settle(seconds: float) -> float:
    """Waits until no log and no pool waits for a worker; how long that took."""
    from ratings.models import RatingPool
    from tournaments.models import LogState, MoveLog

    started = time.monotonic()
    while time.monotonic() < started + seconds:
        waiting = MoveLog.objects.filter(state__in=[LogState.QUEUED, LogState.RUNNING])
        if not waiting.exists() and not RatingPool.objects.filter(dirty_from__isnull=False).exists():
            break
        time.sleep(0.25)
    return time.monotonic() - started


def broken_promises(accepted: list[Game], others: int) -> Iterator[str]:
    """Every promise that was not kept, in a sentence; `others` are games that came in without a log."""
    yield from _logs(accepted)
    yield from _counts(len(accepted) + others)
    yield from _ratings()


def _logs(accepted: list[Game]) -> Iterator[str]:
    """An accepted log has one verdict, the engine's, and the record of its match has its totals."""
    import engine
    from tournaments.models import LogState, MoveLog

    for game in accepted:
        logs = MoveLog.objects.filter(match__uuid=game.uuid)
        if len(logs) != 1:
            yield f"{len(logs)} logs of match {game.uuid}, not 1"
            continue
        log, verdict = logs[0], engine.replay(game.document)
        if log.state != LogState.VERIFIED or log.verdict != verdict.as_dict():
            yield f"log {log.pk} is {log.state}: {log.verdict} {log.last_error}"
            continue
        record = log.match.record if hasattr(log.match, "record") else None
        if record is None or record.version != 1 or record.totals != _by_side(log, verdict.scores):
            yield f"the record of match {game.uuid} is {record and (record.version, record.totals)}"


def wrong_totals(expected: dict[str, list[int]]) -> Iterator[str]:
    """Each match whose official totals are not the ones it should have in the end."""
    from tournaments.models import GameRecord

    found = {str(uuid): totals for uuid, totals in GameRecord.objects.values_list("match__uuid", "totals")}
    for uuid, totals in expected.items():
        if found.get(uuid) != totals:
            yield f"the record of match {uuid} is {found.get(uuid)}, not {totals}"


def _by_side(log: Any, scores: Any) -> list[int]:
    return [scores[log.sides.index(number)] for number in range(len(log.sides))]


def _counts(games: int) -> Iterator[str]:
    """Nothing was recorded that nobody submitted, and nothing twice."""
    from ratings.models import RatedGame, RatingEntry
    from tournaments.models import GameRecord

    counts = {
        "game records": (
            GameRecord.objects.filter(match__round__stage__tournament__rated=True).count(),
            games,
        ),
        "rated games": (RatedGame.objects.filter(not_rated="").count(), games),
        "ledger entries": (RatingEntry.objects.count(), 4 * games),
    }
    for what, (found, wanted) in counts.items():
        if found != wanted:
            yield f"{found} {what}, not {wanted}"


def _ratings() -> Iterator[str]:
    """`check_ratings` compares every rating with a replay of all games."""
    from django.core.management import call_command

    said = io.StringIO()
    try:
        call_command("check_ratings", stdout=said, stderr=said)
    except SystemExit:
        yield f"check_ratings: {said.getvalue()}"
    if "all right" not in said.getvalue():
        yield f"check_ratings compared nothing: {said.getvalue()}"
