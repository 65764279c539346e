"""A season over several events: each player's best results, whoever the partner was. No event is ranked here.

Taking part is counted beside the score and never adds to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.core.final_places import Placing
from tournaments.core.ranks import Rank, share_ranks

FULL_SCORE = 10_000


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """What one player brought home from one event, in hundredths of a percent of the field left behind."""

    event: int
    player: int
    score: int


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player's season: the results that count, those that don't, and how many events were played."""

    player: int
    rank: Rank
    total: int
    counted: tuple[SeasonResult, ...]
    dropped: tuple[SeasonResult, ...]

    @property
    def events(self) -> int:
        """Participation."""
        return len(self.counted) + len(self.dropped)


def field_left_behind(ranks: Sequence[Rank]) -> list[int]:
    """For each rank of an event its score: the share of the others behind it, those level counting half.

    The winner of any event gets 10000, the last 0; who played alone gets 10000.
    """
    places = [rank.place for rank in ranks]
    others = len(places) - 1
    if others < 1:
        return [FULL_SCORE] * len(places)
    scores = []
    for place in places:
        halves = 2 * sum(other > place for other in places) + places.count(place) - 1
        scores.append((FULL_SCORE * halves + others) // (2 * others))
    return scores


def entrants_scores(placings: Sequence[Placing]) -> dict[int, int]:
    """What each entrant brings home from a closed event; who is listed without a rank gets 0.

    Those whom the event left undecided share the places they were playing for.
    """
    ranked = [placing for placing in placings if not placing.listed]
    levels = [
        [placing.entrant.id for placing in level]
        for _, level in groupby(ranked, key=lambda p: (p.stage, p.rank))
    ]
    ranks = share_ranks(levels)
    scores = dict.fromkeys((placing.entrant.id for placing in placings), 0)
    return scores | dict(zip(ranks, field_left_behind(list(ranks.values())), strict=True))


def season(results: Iterable[SeasonResult], best: int | None = None) -> tuple[SeasonRow, ...]:
    """The table of the best `best` results of each player (all if None); level totals share a rank."""
    by_player: dict[int, list[SeasonResult]] = {}
    for result in results:
        by_player.setdefault(result.player, []).append(result)
    sums: dict[int, int] = {}
    for player, own in sorted(by_player.items()):
        own.sort(key=lambda result: (-result.score, result.event))
        sums[player] = sum(result.score for result in own[:best])
    order = sorted(sums, key=lambda player: -sums[player])
    ranks = share_ranks([list(level) for _, level in groupby(order, key=lambda player: sums[player])])
    return tuple(
        SeasonRow(
            player,
            ranks[player],
            sums[player],
            tuple(by_player[player][:best]),
            () if best is None else tuple(by_player[player][best:]),
        )
        for player in order
    )
