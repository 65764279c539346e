"""Other parameters on the games that were played: would they have predicted better? Pure."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ratings.games import Game, Outcome
from ratings.ledger import Parameters, fold
from ratings.quality import Quality, log_loss, measure

ENOUGH = 1_000
SETTLING = 5  # the first fifth of the games only settles the ratings
BETA_FACTORS = (0.5, 0.75, 1.0, 1.5, 2.0)
TAU_FACTORS = (0.0, 0.5, 1.0, 2.0)


@dataclass(frozen=True, slots=True)
class Trial:
    """One set of parameters and how well it predicted. `losses` holds the log-loss of each game."""

    parameters: Parameters
    quality: Quality
    losses: tuple[float, ...]


def grid(parameters: Parameters) -> list[Parameters]:
    """The pool's own beta and tau, and multiples of them; the pool's own come first."""
    others = [
        replace(parameters, beta=parameters.beta * beta, tau=parameters.tau * tau)
        for beta in BETA_FACTORS
        for tau in TAU_FACTORS
    ]
    return [parameters, *(other for other in others if other != parameters)]


def trial(games: Sequence[Game], parameters: Parameters) -> Trial | None:
    """How these parameters predicted each game from those before it; None if nothing is left to judge."""
    predictions = list(_predictions(games, parameters))
    quality = measure(predictions)
    if quality is None:
        return None
    return Trial(parameters, quality, tuple(log_loss(*prediction) for prediction in predictions))


def is_better(one: Trial, other: Trial) -> bool:
    """Whether `one` predicted better by more than chance explains: two standard errors of the difference."""
    differences = [b - a for a, b in zip(one.losses, other.losses, strict=True)]
    count = len(differences)
    mean = math.fsum(differences) / count
    if count < 2:
        return False
    variance = math.fsum((difference - mean) ** 2 for difference in differences) / (count - 1)
    return mean > 2 * math.sqrt(variance / count)


def _predictions(games: Sequence[Game], parameters: Parameters) -> Iterator[tuple[float, float]]:
    """(chance, score) of each side that is judged: one of two, or each of several."""
    judged = {game.key for game in games[len(games) // SETTLING :] if game.outcome is Outcome.PLAYED}
    for entry in fold(games, {}, parameters):
        if entry.seat == 0 and entry.game in judged and (entry.sides > 2 or entry.side == 0):
            yield entry.expected, entry.score
