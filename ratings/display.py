"""From mu and sigma to the whole numbers that people read. Pure.

Every number on a page, in a table or an export comes through here, and a shown change is the difference of
the shown end points: so whatever is added up agrees.
"""

import math
from typing import Final

CENTRE: Final = 1500
MU_CENTRE: Final = 25.0
POINTS: Final = 20


def shown(mu: float) -> int:
    """The display rating R = 1500 + 20·(mu − 25); a higher mu never shows less."""
    return math.floor(CENTRE + POINTS * (mu - MU_CENTRE) + 0.5)


def deviation(sigma: float) -> int:
    """The ± of a rating: two sigma in display points."""
    return math.floor(2 * POINTS * sigma + 0.5)


def change(mu_before: float, mu_after: float) -> int:
    """What a game did, as the difference of what was shown before and after."""
    return shown(mu_after) - shown(mu_before)


def percent(probability: float) -> int:
    """A probability in whole per cent; 0 and 100 are kept for what is certain. Two that make 1 make 100."""
    if probability < 0.5:
        return 100 - percent(1 - probability)
    return 100 if probability == 1 else min(99, math.floor(100 * probability + 0.5))


def percent_in_fives(probability: float) -> int:
    """A probability for a preview: rounded to 5 %, as more would pretend to know."""
    return min(95, max(5, 5 * math.floor(20 * probability + 0.5)))


def shares(parts: list[float]) -> list[int]:
    """Whole per cent of each part that add up to 100 (largest remainders)."""
    total = math.fsum(parts)
    exact = [100 * part / total for part in parts]
    whole = [math.floor(value) for value in exact]
    by_remainder = sorted(range(len(parts)), key=lambda index: whole[index] - exact[index])
    for index in by_remainder[: 100 - sum(whole)]:
        whole[index] += 1
    return whole
