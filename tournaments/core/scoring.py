"""What each side of a match gets, under every method and for every outcome. No sums over rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from tournaments.core.records import MatchRecord, Method, Outcome, RoundRecord, Scoring, SideRecord
from tournaments.core.vp import FULL, LEVEL, ScoreError, check_points, share_out

WIN, DRAW, LOSS = 2, 1, 0
_LONG_ROUND = 4


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a stage gives without a score at the table, in hundredths.

    `level` is the worth of a level match, `total` what a match shares out.
    """

    bye: int
    no_show: int
    long_no_show: int
    forfeit: int
    late: int
    announced_absence: int
    level: int
    total: int

    def present(self, deals: int | None) -> int:
        """What the side present gets from a no-show in a round of that many deals."""
        return self.long_no_show if deals == _LONG_ROUND else self.no_show


def tariff(scoring: Scoring, rounds: Iterable[RoundRecord]) -> Tariff:
    """The defaults of the method, replaced by the settings made.

    Under points the defaults are the median winning score of the matches played in these rounds; a level
    match is worth their median score.
    """
    late = 0
    if scoring.method is Method.VP:
        bye, no_show, long_no_show, level, total, late = 1200, 1400, 1200, LEVEL, FULL, 600
    elif scoring.method is Method.WINS:
        bye = no_show = long_no_show = total = 200
        level = 100
    else:
        played = [_scores(match) for record in rounds for match in record.matches if _counts(match)]
        bye = no_show = long_no_show = _median([max(scores) for scores in played])
        level = _median([score for scores in played for score in scores])
        total = 2 * level
    own = scoring.no_show
    return Tariff(
        bye=bye if scoring.bye is None else scoring.bye,
        no_show=no_show if own is None else own,
        long_no_show=long_no_show if own is None else own,
        forfeit=no_show if scoring.forfeit is None else scoring.forfeit,
        late=late if scoring.late is None else scoring.late,
        announced_absence=scoring.announced_absence,
        level=level,
        total=total,
    )


def match_values(match: MatchRecord, scoring: Scoring, prices: Tariff, deals: int | None) -> tuple[int, ...]:
    """The hundredths each side gets from an official match.

    Raises ScoreError `not_multiple_of_5`, `no_points` (played, but without a score) or `vp_needs_two_sides`.
    """
    for side in match.sides:
        check_points(side.points or 0)
    if scoring.method is Method.VP and len(match.sides) != 2:
        raise ScoreError("vp_needs_two_sides", table=match.table)
    if match.outcome is Outcome.VOID:
        return (0,) * len(match.sides)
    if not any(side.at_fault for side in match.sides):
        return _earned(match, scoring)
    noshow = match.outcome is Outcome.NO_SHOW
    if scoring.method is Method.WINS and (scoring.no_show if noshow else scoring.forfeit) is None:
        return _wins(match)
    given = prices.present(deals) if noshow else prices.forfeit
    earned = None if noshow else _earned_so_far(match, scoring)
    values = [given] * len(match.sides) if earned is None else [max(given, own) for own in earned]
    return tuple(0 if side.at_fault else value for side, value in zip(match.sides, values, strict=True))


def half_wins(side: SideRecord, other: SideRecord) -> int:
    """2 if the side beat the other, 1 if level, 0 if it lost. Being at fault loses, whatever the points."""
    if side.at_fault or other.at_fault:
        return LOSS if side.at_fault else WIN
    if side.points == other.points:
        return DRAW
    return WIN if (side.points or 0) > (other.points or 0) else LOSS


def _earned(match: MatchRecord, scoring: Scoring) -> tuple[int, ...]:
    scores = _scores(match)
    if scoring.method is Method.POINTS:
        return tuple(100 * score for score in scores)
    if scoring.method is Method.WINS:
        return _wins(match)
    return share_out(scores[0], scores[1], scoring)


def _earned_so_far(match: MatchRecord, scoring: Scoring) -> tuple[int, ...] | None:
    """What the score on the table would give; None where there is none."""
    if any(side.points is None for side in match.sides):
        return None
    return _earned(match, scoring)


def _wins(match: MatchRecord) -> tuple[int, ...]:
    return tuple(
        100 * sum(half_wins(side, other) for other in match.sides if other is not side)
        for side in match.sides
    )


def _counts(match: MatchRecord) -> bool:
    faultless = not any(side.at_fault for side in match.sides)
    return match.official and match.outcome is Outcome.PLAYED and faultless


def _scores(match: MatchRecord) -> list[int]:
    scores = [side.points for side in match.sides if side.points is not None]
    if len(scores) < len(match.sides):
        raise ScoreError("no_points", table=match.table)
    return scores


def _median(scores: Sequence[int]) -> int:
    """The median score in hundredths; 0 before anything is played."""
    return int(100 * median(scores)) if scores else 0
