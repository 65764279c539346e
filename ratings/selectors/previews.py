"""What a match that has not been played would bring."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings import display
from ratings.ledger import Rating, update, win_probability
from ratings.models import Kind, Player, PlayerRating, RatingPool


@dataclass(frozen=True, slots=True)
class Stake:
    """One player of a preview: the rating now, and what a win, a draw or a loss would add to it."""

    player: Player
    rating: int
    newcomer: bool
    win: int
    draw: int
    loss: int


@dataclass(frozen=True, slots=True)
class Preview:
    """A match in one pool. `chance` of the first side is in per cent, rounded to 5."""

    pool: RatingPool
    chance: int
    first: tuple[Stake, ...]
    second: tuple[Stake, ...]

    @property
    def sides(self) -> tuple[tuple[Stake, ...], tuple[Stake, ...]]:
        return self.first, self.second

    @property
    def other_chance(self) -> int:
        return 100 - self.chance


def preview(rule_set: str, first: Sequence[Player], second: Sequence[Player]) -> Preview | None:
    """The preview of a match under these rules; None where nothing of the kind has been rated."""
    kind = Kind.PAIRS if len(first) > 1 else Kind.SOLO
    pool = RatingPool.objects.filter(rule_set=rule_set, kind=kind, active=True).first()
    return None if pool is None else preview_in(pool, first, second)


def preview_in(pool: RatingPool, first: Sequence[Player], second: Sequence[Player]) -> Preview:
    """The preview of a match in a pool."""
    players = (first, second)
    standing = {
        row.player_id: Rating(row.mu, row.sigma)
        for row in PlayerRating.objects.filter(pool=pool, player__in=[*first, *second])
    }
    parameters = pool.model
    before = [[standing.get(player.pk, parameters.newcomer) for player in side] for side in players]
    after = {ranks: update(before, ranks, parameters) for ranks in ((1, 2), (1, 1), (2, 1))}

    def stake(side: int, seat: int) -> Stake:
        old = before[side][seat].mu
        changes = [display.change(old, after[ranks][side][seat].mu) for ranks in ((1, 2), (1, 1), (2, 1))]
        win, draw, loss = changes if side == 0 else reversed(changes)
        player = players[side][seat]
        return Stake(player, display.shown(old), player.pk not in standing, win, draw, loss)

    first_side, second_side = (
        tuple(stake(side, seat) for seat in range(len(players[side]))) for side in range(2)
    )
    chance = display.percent_in_fives(win_probability(before[0], before[1], parameters))
    return Preview(pool, chance, first_side, second_side)
