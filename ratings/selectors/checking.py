"""The stored ledger against a full replay in memory: what a check reports and a rebuild would change."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest
from typing import Any

from ratings import display, ledger
from ratings.ledger import Entry, Rating
from ratings.models import PlayerRating, RatingEntry, RatingPool
from ratings.selectors.stream import games_from

TOLERANCE = 1e-9
TRIES = 3


@dataclass
class Comparison:
    """What a full replay of a pool gives, against what is stored.

    `moves` holds, for each player whose stored rating is another, the shown rating now and after a rebuild;
    None where there is none. `wrong_rows` counts the ratings of which anything differs.
    """

    pool: RatingPool
    games: int = 0
    wrong_lines: int = 0
    wrong_rows: int = 0
    first_wrong: str = ""
    moves: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)
    disturbed: bool = False

    @property
    def agrees(self) -> bool:
        return not (self.wrong_lines or self.wrong_rows or self.disturbed)


@dataclass(slots=True)
class Replayed:
    """Where a player stands after the games replayed so far."""

    rating: Rating
    games: int = 0
    partners: set[Any] = field(default_factory=set)
    last_game_at: datetime | None = None


def compare(pool: RatingPool) -> Comparison:
    """Replay the whole pool and compare; begun again if the ledger is written meanwhile.

    What is marked and waits for its fold is no mistake yet: a pool that is being folded all the time is
    reported as disturbed.
    """
    for _attempt in range(TRIES):
        before = _stamp(pool)
        result = _compare_once(pool)
        if _stamp(pool) == before:
            return result
    return Comparison(pool, disturbed=True)


def _stamp(pool: RatingPool) -> Any:
    return RatingPool.objects.values_list("changes", "folded_at").get(pk=pool.pk)


def _compare_once(pool: RatingPool) -> Comparison:
    result = Comparison(pool)
    replayed: dict[Any, Replayed] = {}
    stored = (
        RatingEntry.objects.filter(pool=pool).order_by("number", "side", "seat").iterator(chunk_size=5_000)
    )
    for expected, line in zip_longest(_numbered(pool, replayed, result), stored):
        if not _same(expected, line):
            result.wrong_lines += 1
            result.first_wrong = result.first_wrong or _words(expected, line)
    now = {row.player_id: row for row in PlayerRating.objects.filter(pool=pool)}
    for player in replayed.keys() | now.keys():
        old, new = now.get(player), replayed.get(player)
        if old is None or new is None or not _close((old.mu, old.sigma), new.rating):
            result.moves[player] = (
                display.shown(old.mu) if old else None,
                display.shown(new.rating.mu) if new else None,
            )
            result.wrong_rows += 1
        elif not _same_standing(old, new):
            result.wrong_rows += 1
    return result


def _numbered(
    pool: RatingPool, replayed: dict[Any, Replayed], result: Comparison
) -> Iterator[tuple[int, int, Entry]]:
    """(number of the game, number of the player's game, entry) of the replay; keeps where players stand."""
    side: list[Any] = []
    last = None
    for entry in ledger.fold_in_order(games_from(pool), {}, pool.model):
        if entry.game != last:
            last = entry.game
            result.games += 1
        if entry.seat == 0:
            side = []
        player = replayed.setdefault(entry.player, Replayed(entry.after))
        for partner in side:
            player.partners.add(partner)
            replayed[partner].partners.add(entry.player)
        side.append(entry.player)
        player.rating = entry.after
        player.games += 1
        player.last_game_at = entry.game[1]
        yield result.games, player.games, entry


def _same(expected: tuple[int, int, Entry] | None, line: RatingEntry | None) -> bool:
    if expected is None or line is None:
        return False
    number, nth, entry = expected
    seat = (line.number, line.nth, line.game_id, line.played_at, line.player_id)
    place = (line.sides, line.side, line.seat, line.place)
    return (
        seat == (number, nth, *entry.game, entry.player)
        and place == (entry.sides, entry.side, entry.seat, entry.place)
        and _close((line.expected, line.score), (entry.expected, entry.score))
        and _close((line.mu_before, line.sigma_before), entry.before)
        and _close((line.mu_after, line.sigma_after), entry.after)
    )


def _same_standing(row: PlayerRating, replayed: Replayed) -> bool:
    """Whether what the table is sorted and filtered by is right, too."""
    counted = (replayed.games, len(replayed.partners), replayed.last_game_at)
    value = replayed.rating.mu - replayed.rating.sigma
    return (row.games, row.partners, row.last_game_at) == counted and _close([row.order_value], [value])


def _close(some: Sequence[float], others: Sequence[float]) -> bool:
    return all(math.isclose(one, other, abs_tol=TOLERANCE) for one, other in zip(some, others, strict=True))


def _words(expected: tuple[int, int, Entry] | None, line: RatingEntry | None) -> str:
    """The first difference, for an operator."""
    if expected is None:
        return f"game {line.number if line else '?'}: a line too many"
    number, _nth, entry = expected
    if line is None:
        return f"game {number}: the line of player {entry.player} is missing"
    if _close([line.mu_after], [entry.after.mu]):
        return f"game {number}: the line of player {entry.player} is another"
    return f"game {number}: player {entry.player} has mu {line.mu_after}, not {entry.after.mu}"
