"""Victory points: what a difference in game points is worth to winner and loser. Nothing about matches."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import lru_cache

from tournaments.core.records import Scoring, VpStep

FULL = 2000
LEVEL = 1000
CURVE = "vp-curve"
LARGEST_BASE = 100_000


class ScoreError(ValueError):
    """A score, table or setting that cannot be right: `code` says why, `params` the figures to show."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def _ladder(*limits: int) -> tuple[VpStep, ...]:
    """The table that goes 10–10, 11–9 ... 20–0, each up to one of the limits, the last beyond all of them."""
    steps = [VpStep(limit, LEVEL + 100 * i, LEVEL - 100 * i) for i, limit in enumerate(limits)]
    return (*steps, VpStep(None, FULL, 0))


TABLES: dict[str, tuple[VpStep, ...]] = {
    "vp-3-deals": _ladder(50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    "vp-4-deals": _ladder(100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}


def check_points(points: int) -> None:
    """Refuse a score that is no multiple of 5: cards, bonuses and penalties all are, so the sum is wrong.

    Raises ScoreError `not_multiple_of_5`.
    """
    if points % 5:
        raise ScoreError("not_multiple_of_5", points=points)


def check_steps(steps: Sequence[VpStep]) -> None:
    """Refuse a club's table unless it covers every difference, rises, and shares out 20 VP in each row.

    Raises ScoreError `table_not_covering`, `table_not_rising`, `table_not_symmetric` or
    `table_level_not_even`; `row` counts from 1.
    """
    if not steps or steps[-1].up_to is not None:
        raise ScoreError("table_not_covering")
    limit, winner = -1, 0
    for row, step in enumerate(steps, start=1):
        if step.up_to is None and row < len(steps):
            raise ScoreError("table_not_covering", row=row)
        if step.up_to is not None and step.up_to <= limit:
            raise ScoreError("table_not_rising", row=row)
        if step.winner + step.loser != FULL or not LEVEL <= step.winner <= FULL:
            raise ScoreError("table_not_symmetric", row=row)
        if step.winner < winner:
            raise ScoreError("table_not_rising", row=row)
        limit, winner = limit if step.up_to is None else step.up_to, step.winner
    if steps[0].winner != LEVEL:
        raise ScoreError("table_level_not_even", row=1)


def check_scoring(scoring: Scoring) -> None:
    """Refuse settings that cannot score a match.

    Raises ScoreError `unknown_table`, `curve_base` or `value_out_of_range`, or those of `check_steps`.
    """
    if scoring.steps:
        check_steps(scoring.steps)
    elif scoring.table not in {*TABLES, CURVE}:
        raise ScoreError("unknown_table", table=scoring.table)
    if not 0 < scoring.curve_base <= LARGEST_BASE:
        raise ScoreError("curve_base", base=scoring.curve_base)
    for name in ("bye", "no_show", "forfeit", "late", "announced_absence"):
        value = getattr(scoring, name)
        if value is not None and value < 0:
            raise ScoreError("value_out_of_range", setting=name, value=value)


@lru_cache(maxsize=64)
def curve(base: int) -> tuple[int, ...]:
    """The winner's hundredths for the differences 0, 5, 10 ... below `base`; from there on it is 2000.

    V = 10 + 10·(1 − τ^(3·D/B)) / (1 − τ³) with τ = (√5 − 1)/2, rounded half up.
    """
    values = []
    with localcontext(Context(prec=40)):
        tau = (Decimal(5).sqrt() - 1) / 2
        step, scale, power = tau ** (Decimal(15) / base), LEVEL / (1 - tau**3), Decimal(1)
        for _ in range(0, base, 5):
            values.append(int((LEVEL + scale * (1 - power)).quantize(Decimal(1), ROUND_HALF_UP)))
            power *= step
    return tuple(values)


def winner_value(difference: int, scoring: Scoring) -> int:
    """The hundredths of the side ahead by `difference` (a multiple of 5); the other gets 2000 less that."""
    if not scoring.steps and scoring.table == CURVE:
        return FULL if difference >= scoring.curve_base else curve(scoring.curve_base)[difference // 5]
    for step in scoring.steps or TABLES[scoring.table]:
        if step.up_to is None or difference <= step.up_to:
            return step.winner
    raise ScoreError("table_not_covering")


def share_out(points: int, other: int, scoring: Scoring) -> tuple[int, int]:
    """What two sides with these game points get; the two always sum to 2000 hundredths."""
    ahead = winner_value(abs(points - other), scoring)
    return (ahead, FULL - ahead) if points >= other else (FULL - ahead, ahead)
