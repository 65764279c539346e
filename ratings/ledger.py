"""The mathematics of the ratings: rated games in, ledger entries out.

Pure, and the only module that imports openskill: its traps are walled in here. What is rated at all is told
by `games`. No clock, no database, no words for people; those live in `services`, `selectors` and `explain`.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import groupby, permutations, product
from typing import Any, Final, NamedTuple, Self

from openskill.models import PlackettLuce, PlackettLuceRating

from ratings.games import Game, LedgerError, NotRated, check, final_ranks, sides_with_entries, why_not_rated

MU: Final = 25.0
SIGMA: Final = 25 / 3
SMALLEST: Final = 0.001
LARGEST: Final = 1000


class Rating(NamedTuple):
    """What is believed of one player: the strength `mu`, and how uncertain it is, `sigma`."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers of one pool. The defaults are the model "club-v1"."""

    mu: float = MU
    sigma: float = SIGMA
    beta: float = SIGMA
    tau: float = 25 / 300
    kappa: float = 1e-4
    no_show_rates_both: bool = False

    def __post_init__(self) -> None:
        numbers = (self.mu, self.sigma, self.beta, self.tau, self.kappa)
        if not all(type(number) in (int, float) and math.isfinite(number) for number in numbers):
            raise LedgerError("not_finite", "Parameters are finite numbers.")
        if type(self.no_show_rates_both) is not bool:
            raise LedgerError("not_boolean", "no_show_rates_both is true or false.")
        if not (
            abs(self.mu) <= LARGEST
            and SMALLEST <= self.sigma <= LARGEST
            and SMALLEST <= self.beta <= LARGEST
            and 0 <= self.tau <= LARGEST
            and 0 < self.kappa < 1
        ):
            raise LedgerError(
                "parameter_range",
                f"mu is at most {LARGEST}, sigma and beta are from {SMALLEST} to {LARGEST}, tau from 0 to "
                f"{LARGEST}, kappa is between 0 and 1.",
            )

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Parameters as a pool stores them; numbers it does not name keep their default."""
        unknown = stored.keys() - cls.__slots__
        if unknown:
            raise LedgerError("unknown_parameter", f"Unknown parameters: {', '.join(sorted(unknown))}.")
        return cls(**stored)

    def as_json(self) -> dict[str, float | bool]:
        return asdict(self)

    @property
    def newcomer(self) -> Rating:
        return Rating(self.mu, self.sigma)


CLUB_V1: Final = Parameters()
OPENSKILL_DEFAULT: Final = Parameters(beta=SIGMA / 2)


class Entry(NamedTuple):
    """One line of the ledger: what one game did to one player.

    `expected` is the mean chance of the player's side to beat each other side, `score` what came of it: 1 for
    each side beaten, a half for each tied, the mean of them.
    """

    game: Any
    sides: int
    side: int
    seat: int
    player: Any
    before: Rating
    after: Rating
    place: int
    expected: float
    score: float


def fold(
    games: Iterable[Game], start: Mapping[Any, Rating] | None = None, parameters: Parameters = CLUB_V1
) -> Iterator[Entry]:
    """The ledger of these games in their own order, whatever order they are given in.

    `start` holds the ratings before the first of them; who is missing there is a newcomer.
    """
    return fold_in_order(sorted(games, key=lambda game: game.order), start, parameters)


def fold_in_order(
    games: Iterable[Game], start: Mapping[Any, Rating] | None = None, parameters: Parameters = CLUB_V1
) -> Iterator[Entry]:
    """Like `fold`, for games that come in order already: holds one rating for each player and no game."""
    ratings: dict[Any, Rating] = dict(start or {})
    for rating in ratings.values():
        _check_rating(rating)
    last = None
    for game in games:
        if last is not None and not last < game.order:
            raise LedgerError("out_of_order", f"Game {game.key} comes before the one folded last.")
        last = game.order
        for entry in rate(game, ratings, parameters):
            ratings[entry.player] = entry.after
            yield entry


def rate(game: Game, ratings: Mapping[Any, Rating], parameters: Parameters = CLUB_V1) -> list[Entry]:
    """The entries of one game, side by side; empty if the game is not rated."""
    reason = why_not_rated(game)
    if reason is NotRated.SAME_PLAYER:
        raise LedgerError("same_player", f"Game {game.key} seats one player twice.")
    if reason is not None:
        return []
    check(game)
    newcomer = parameters.newcomer
    before = [[ratings.get(player, newcomer) for player in side] for side in game.sides]
    ranks = final_ranks(game)
    after = update(before, ranks, parameters)
    entries = []
    for side in sides_with_entries(game, no_show_rates_both=parameters.no_show_rates_both):
        expected, score = _expected_and_score(side, before, ranks, parameters)
        entries += [
            Entry(game.key, len(game.sides), side, seat, player, old, new, ranks[side], expected, score)
            for seat, (player, old, new) in enumerate(
                zip(game.sides[side], before[side], after[side], strict=True)
            )
        ]
    return entries


def _expected_and_score(
    side: int, sides: Sequence[Sequence[Rating]], ranks: Sequence[int], parameters: Parameters
) -> tuple[float, float]:
    others = [other for other in range(len(sides)) if other != side]
    chances = [win_probability(sides[side], sides[other], parameters) for other in others]
    results = [0.5 if ranks[side] == ranks[other] else float(ranks[side] < ranks[other]) for other in others]
    return math.fsum(chances) / len(others), math.fsum(results) / len(others)


def update(
    sides: Sequence[Sequence[Rating]], ranks: Sequence[int], parameters: Parameters = CLUB_V1
) -> list[list[Rating]]:
    """The ratings after one game.

    With two sides a draw is the library's own. With three or more, tied sides are rated as the average, of mu
    and of sigma², over all strict orders of the tied groups: the library lets one behind a tie gain more than
    the winners.
    """
    for side in sides:
        for rating in side:
            _check_rating(rating)
    if len(sides) == 2 or len(set(ranks)) == len(ranks):
        return _rate_once(sides, ranks, parameters)
    outcomes = [_rate_once(sides, order, parameters) for order in _strict_orders(ranks)]
    return [
        [_average([outcome[side][seat] for outcome in outcomes]) for seat in range(len(sides[side]))]
        for side in range(len(sides))
    ]


def win_probability(
    side: Sequence[Rating], other: Sequence[Rating], parameters: Parameters = CLUB_V1
) -> float:
    """The chance that `side` beats `other`: 1 / (1 + exp(−(M₁−M₂) / √(V₁+V₂+2β²))), before tau."""
    difference = math.fsum(r.mu for r in side) - math.fsum(r.mu for r in other)
    variance = math.fsum(r.sigma**2 for r in (*side, *other)) + 2 * parameters.beta**2
    exponent = -difference / math.sqrt(variance)
    if exponent > 0:
        return math.exp(-exponent) / (1 + math.exp(-exponent))
    return 1 / (1 + math.exp(exponent))


def _check_rating(rating: Rating) -> None:
    if not (math.isfinite(rating.mu) and math.isfinite(rating.sigma) and rating.sigma > 0):
        raise LedgerError("not_finite", "A rating is two finite numbers, and its sigma is above 0.")


def _rate_once(
    sides: Sequence[Sequence[Rating]], ranks: Sequence[int], parameters: Parameters
) -> list[list[Rating]]:
    model = _model(parameters)
    teams = [[PlackettLuceRating(rating.mu, rating.sigma) for rating in side] for side in sides]
    rated = model.rate(teams, ranks=list(ranks))
    return [[Rating(rating.mu, rating.sigma) for rating in team] for team in rated]


@lru_cache(maxsize=64)
def _model(parameters: Parameters) -> PlackettLuce:
    return PlackettLuce(
        mu=parameters.mu,
        sigma=parameters.sigma,
        beta=parameters.beta,
        kappa=parameters.kappa,
        tau=parameters.tau,
        margin=0.0,
        limit_sigma=False,
        balance=False,
    )


def _strict_orders(ranks: Sequence[int]) -> Iterator[list[int]]:
    """Every order without ties that these ranks allow."""
    by_rank = sorted(range(len(ranks)), key=lambda side: ranks[side])
    groups = [tuple(group) for _, group in groupby(by_rank, key=lambda side: ranks[side])]
    for arranged in product(*(permutations(group) for group in groups)):
        order = [0] * len(ranks)
        for place, side in enumerate((side for group in arranged for side in group), start=1):
            order[side] = place
        yield order


def _average(ratings: Sequence[Rating]) -> Rating:
    count = len(ratings)
    mu = math.fsum(rating.mu for rating in ratings) / count
    return Rating(mu, math.sqrt(math.fsum(rating.sigma**2 for rating in ratings) / count))
