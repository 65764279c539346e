"""The stored ledger against a full replay in memory: what a check reports and a rebuild would change."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
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
    None where there is none.
    """

    pool: RatingPool
    games: int = 0
    wrong_lines: int = 0
    first_wrong: str = ""
    moves: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)
    disturbed: bool = False

    @property
    def agrees(self) -> bool:
        return not (self.wrong_lines or self.moves or self.disturbed)


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
    ratings: dict[Any, Rating] = {}
    stored = (
        RatingEntry.objects.filter(pool=pool).order_by("number", "side", "seat").iterator(chunk_size=5_000)
    )
    for expected, line in zip_longest(_numbered(pool, ratings, result), stored):
        if not _same(expected, line):
            result.wrong_lines += 1
            result.first_wrong = result.first_wrong or _words(expected, line)
    standing = PlayerRating.objects.filter(pool=pool)
    now = {row.player_id: Rating(row.mu, row.sigma) for row in standing}
    for player in ratings.keys() | now.keys():
        old, new = now.get(player), ratings.get(player)
        if old is None or new is None or not _close(old, new):
            result.moves[player] = (old and display.shown(old.mu), new and display.shown(new.mu))
    return result


def _numbered(
    pool: RatingPool, ratings: dict[Any, Rating], result: Comparison
) -> Iterator[tuple[int, int, Entry]]:
    """(number of the game, number of the player's game, entry) of the replay; keeps the last ratings."""
    counts: dict[Any, int] = {}
    last = None
    for entry in ledger.fold_in_order(games_from(pool), {}, pool.model):
        if entry.game != last:
            last = entry.game
            result.games += 1
        counts[entry.player] = counts.get(entry.player, 0) + 1
        ratings[entry.player] = entry.after
        yield result.games, counts[entry.player], entry


def _same(expected: tuple[int, int, Entry] | None, line: RatingEntry | None) -> bool:
    if expected is None or line is None:
        return False
    number, nth, entry = expected
    seat = (line.number, line.nth, line.game_id, line.player_id, line.side, line.seat, line.place)
    return (
        seat == (number, nth, entry.game[0], entry.player, entry.side, entry.seat, entry.place)
        and _close(Rating(line.mu_before, line.sigma_before), entry.before)
        and _close(Rating(line.mu_after, line.sigma_after), entry.after)
    )


def _close(one: Rating, other: Rating) -> bool:
    return math.isclose(one.mu, other.mu, abs_tol=TOLERANCE) and math.isclose(
        one.sigma, other.sigma, abs_tol=TOLERANCE
    )


def _words(expected: tuple[int, int, Entry] | None, line: RatingEntry | None) -> str:
    """The first difference, for an operator."""
    if expected is None:
        return f"game {line.number if line else '?'}: a line too many"
    number, _nth, entry = expected
    if line is None:
        return f"game {number}: the line of player {entry.player} is missing"
    return f"game {number}: player {entry.player} has mu {line.mu_after}, not {entry.after.mu}"
