"""A made-up club for the tests of this app: players by letter, games in one line, folds on demand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from ratings.facts import GameFacts
from ratings.games import Outcome
from ratings.models import Player, PlayerRating, RatedGame, RatingEntry, RatingPool
from ratings.services import fold_pool, record_game

FIRST_DAY = datetime(2026, 1, 1, 18, tzinfo=UTC)
NOW = datetime(2026, 6, 1, tzinfo=UTC)


def make_players(letters: str = "ABCDEF") -> dict[str, Player]:
    return {
        letter: Player.objects.create(code=f"p-{letter.lower()}", name=f"Player {letter}")
        for letter in letters
    }


def facts(
    players: dict[str, Player], number: int, sides: str, ranks: tuple[int, ...], **more: Any
) -> GameFacts:
    """`sides` like "AB CD"; game `number` is played `number` days after the first day."""
    seats = tuple(tuple(players[letter].pk for letter in side) for side in sides.split())
    plain = GameFacts(
        uuid=UUID(int=number),
        rule_set="classic",
        played_at=FIRST_DAY + timedelta(days=number),
        sides=seats,
        ranks=ranks,
        tournament_id=1,
        label=f"game {number}",
    )
    return replace(plain, **more)


def play(
    players: dict[str, Player], number: int, sides: str, ranks: tuple[int, ...], **more: Any
) -> RatedGame:
    return record_game(facts(players, number, sides, ranks, **more))


def fold_all() -> None:
    for pool in RatingPool.objects.filter(dirty_from__isnull=False):
        fold_pool(pool.pk, NOW)


def lines(pool: RatingPool | None = None) -> list[tuple[Any, ...]]:
    """The ledger without its primary keys."""
    entries = RatingEntry.objects.order_by("pool", "number", "side", "seat")
    if pool is not None:
        entries = entries.filter(pool=pool)
    who = ("pool_id", "game__uuid", "player__code", "number", "nth", "played_at")
    what = ("place", "expected", "score", "mu_before", "sigma_before", "mu_after", "sigma_after")
    return list(entries.values_list(*who, *what))


def standings() -> list[tuple[Any, ...]]:
    """The current ratings without their primary keys."""
    fields = ("pool_id", "player__code", "mu", "sigma", "order_value", "games", "partners", "last_game_at")
    return list(PlayerRating.objects.order_by("pool", "player").values_list(*fields))


EVENING = [
    ("AB CD", (1, 2), {}),
    ("AC BD", (2, 1), {}),
    ("AD BC", (1, 1), {}),
    ("AB EF", (1, 2), {"outcome": Outcome.FORFEIT, "defaulting": frozenset({1})}),
    ("CD EF", (1, 2), {"outcome": Outcome.NO_SHOW, "defaulting": frozenset({1})}),
    ("AB CD EF", (2, 1, 2), {}),
    ("AE BF", (2, 1), {}),
]


def play_evening(players: dict[str, Player], numbers: list[int] | None = None) -> None:
    for number in numbers or range(1, len(EVENING) + 1):
        sides, ranks, more = EVENING[number - 1]
        play(players, number, sides, ranks, **more)
