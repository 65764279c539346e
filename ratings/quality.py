"""How good predictions were: log-loss, Brier score, accuracy, calibration. Pure."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

BUCKETS = 10
CERTAIN = 1e-9


@dataclass(frozen=True, slots=True)
class Bucket:
    """Predictions of about the same chance, and what came of them, in per cent."""

    low: int
    high: int
    count: int
    predicted: float
    happened: float


@dataclass(frozen=True, slots=True)
class Quality:
    """The measures over some predictions: one a game of two sides, one a side of a game of several."""

    predictions: int
    log_loss: float
    brier: float
    accuracy: float
    calibration: tuple[Bucket, ...]

    @property
    def accuracy_percent(self) -> int:
        return round(100 * self.accuracy)


def log_loss(chance: float, score: float) -> float:
    """The log-loss of one prediction; never infinite, however wrong."""
    bounded = min(1 - CERTAIN, max(CERTAIN, chance))
    return -score * math.log(bounded) - (1 - score) * math.log(1 - bounded)


def measure(predictions: Iterable[tuple[float, float]]) -> Quality | None:
    """The measures over pairs of (chance, score), a score being 1, 0, or ½ for a tie; None without any.

    Each is looked at from the side that was given the better chance, so the calibration table runs from
    50 % up.
    """
    count = 0
    loss = brier = right = 0.0
    sums = [[0, 0.0, 0.0] for _bucket in range(BUCKETS)]
    for given, came in predictions:
        chance, score = (given, came) if given >= 0.5 else (1 - given, 1 - came)
        count += 1
        loss += log_loss(chance, score)
        brier += (chance - score) ** 2
        right += score if chance > 0.5 else 0.5
        bucket = sums[min(BUCKETS - 1, int((chance - 0.5) * 2 * BUCKETS))]
        bucket[0] += 1
        bucket[1] += chance
        bucket[2] += score
    if not count:
        return None
    return Quality(count, loss / count, brier / count, right / count, tuple(_calibration(sums)))


def _calibration(sums: list[list[float]]) -> Iterable[Bucket]:
    width = 50 // BUCKETS
    for number, (count, chances, scores) in enumerate(sums):
        if count:
            low = 50 + number * width
            yield Bucket(low, low + width, int(count), 100 * chances / count, 100 * scores / count)
