"""What the folds that wait would do to the ratings, without doing it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from ratings.display import shown
from ratings.models import Player, PlayerRating, RatedGame, RatingPool
from ratings.services.locks import lock_pool
from ratings.services.writing import Writer

# Folding so many games takes well under a second; whoever waits for a page waits no longer.
MOST_GAMES = 3_000


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose rating in a pool would be another one; None: would have none, or has none yet."""

    player: Player
    pool: RatingPool
    before: int | None
    after: int | None


def moves_to_come() -> list[Move] | None:
    """The shown ratings that the waiting folds would change, the largest change first.

    None where that can't be said at once: too many games follow, or a worker is folding just now. To be
    asked inside a transaction that has told what it would change.
    """
    moves: list[Move] = []
    for pool in RatingPool.objects.filter(active=True, dirty_from__isnull=False).order_by("pk"):
        later = RatedGame.objects.filter(
            rule_set=pool.rule_set, kind=pool.kind, order_key__gte=pool.dirty_from
        )
        if len(later.values_list("pk")[: MOST_GAMES + 1]) > MOST_GAMES or not lock_pool(pool.pk):
            return None
        before = _ratings(pool)
        with _undone():
            Writer(pool).write()
            after = _ratings(pool)
        moved = [player for player in before | after if before.get(player) != after.get(player)]
        players = Player.objects.in_bulk(moved)
        moves += [Move(players[pk], pool, before.get(pk), after.get(pk)) for pk in moved]
    return sorted(moves, key=lambda move: (-abs((move.after or 0) - (move.before or 0)), move.player.pk))


def _ratings(pool: RatingPool) -> dict[int, int]:
    rows = PlayerRating.objects.filter(pool=pool).values_list("player_id", "mu")
    return {player: shown(mu) for player, mu in rows}


@contextmanager
def _undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
