"""What two players did together, or against each other."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404

from ratings import display
from ratings.explain import result_of
from ratings.models import Pair, Player, PlayerRating, RatingEntry, RatingPool
from ratings.selectors.games import GameView, game_views
from ratings.selectors.players import Record

NEWEST = 50


@dataclass(frozen=True, slots=True)
class Meeting:
    """The games of two players in one pool, seen from the first of them.

    `expected` is how many of the `foreseen` games, which are those of two sides, that player was expected to
    win; None if there are none.
    """

    pool: RatingPool
    ratings: tuple[int | None, int | None]
    record: Record
    expected: float | None
    foreseen: int
    games: list[GameView]

    @property
    def together(self) -> int | None:
        """What a pair shows: the mean of its players, as it plays with their sum."""
        one, two = self.ratings
        return None if one is None or two is None else math.floor((one + two) / 2 + 0.5)


def stored_pair(one: Player, two: Player) -> Pair | None:
    """The pair of these two, if it has been entered as one."""
    first, second = sorted((one.pk, two.pk))
    return Pair.objects.filter(player_a=first, player_b=second).select_related("player_a", "player_b").first()


def meetings(one: Player, two: Player, *, together: bool) -> list[Meeting]:
    """For each shown pool in which they met, as partners or else as opponents, most games first.

    Nobody meets themselves: that is not found.
    """
    if one == two:
        raise Http404
    lines = RatingEntry.objects.filter(pool__active=True).select_related("game").order_by("-number")
    others = {(line.pool_id, line.game_id): line for line in lines.filter(player=two)}
    found: dict[int, list[tuple[RatingEntry, RatingEntry]]] = {}
    for line in lines.filter(player=one):
        other = others.get((line.pool_id, line.game_id))
        if other is not None and (other.side == line.side) == together:
            found.setdefault(line.pool_id, []).append((line, other))
    pools = RatingPool.objects.in_bulk(found)
    standing = {
        (row.pool_id, row.player_id): display.shown(row.mu)
        for row in PlayerRating.objects.filter(player__in=[one, two], pool__in=pools)
    }
    met = []
    for pool, games in found.items():
        chances = [line.expected for line, _other in games if line.sides == 2]
        met.append(
            Meeting(
                pool=pools[pool],
                ratings=(standing.get((pool, one.pk)), standing.get((pool, two.pk))),
                record=_record(two, games, pools[pool], together=together),
                expected=math.fsum(chances) if chances else None,
                foreseen=len(chances),
                games=game_views([line.game for line, _other in games[:NEWEST]], pools[pool]),
            )
        )
    return sorted(met, key=lambda meeting: -meeting.record.games)


def _record(
    two: Player, games: Sequence[tuple[RatingEntry, RatingEntry]], pool: RatingPool, *, together: bool
) -> Record:
    if together:
        results = [result_of(line) for line, _other in games]
        return Record(two, len(games), results.count("won"), results.count("drawn"), pool)
    won = sum(line.place < other.place for line, other in games)
    drawn = sum(line.place == other.place for line, other in games)
    return Record(two, len(games), won, drawn, pool)
