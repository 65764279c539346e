"""What must hold of a result before it is stored or becomes official, so that standings can be made."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.core.records import Format, MatchRecord, Outcome, SideRecord
from tournaments.core.scoring import match_values, tariff
from tournaments.core.vp import ScoreError, check_points
from tournaments.errors import InputError, TournamentError
from tournaments.figures import Figures
from tournaments.models import CLOSED, Match, RoundStatus
from tournaments.stage_settings import scoring_of

if TYPE_CHECKING:
    from tournaments.services.results import Result

MOST_POINTS = 200_000


def is_closed(match: Match) -> bool:
    """Whether the event is over: only a referee with a reason changes its results."""
    return match.round.stage.tournament.status in CLOSED


def check_published(match: Match) -> None:
    """Refuse results of a draft (code `round-not-published`)."""
    if match.round.status != RoundStatus.PUBLISHED:
        raise TournamentError(
            "round-not-published", _("The draw of this round is not published yet, so it has no results.")
        )


def check_totals(totals: Sequence[int], sides: int) -> None:
    """Refuse totals that nobody can have: InputError `sides`, `points-range` or `not-multiple-of-5`."""
    if len(totals) != sides:
        raise InputError(
            "sides",
            _("This match has {sides} sides; give a total for each.").format(sides=sides),
            field="totals",
        )
    for points in totals:
        if abs(points) > MOST_POINTS:
            params = Figures.active().in_words({"points": points, "most": MOST_POINTS})
            text = _("{points} points can't be: a match has at most {most}.").format(**params)
            raise InputError("points-range", text, field="totals")
        try:
            check_points(points)
        except ScoreError as error:
            raise _sentence(error) from error


def check_counts(match: Match, result: "Result") -> None:
    """Refuse a result that the stage's scoring can't count, or a knockout match that nobody won.

    Raises InputError `not-multiple-of-5`, `no-points`, `at-fault` or `vp-needs-two-sides`, and
    TournamentError `level-knockout`.
    """
    at_fault = result.faults
    if result.outcome in (Outcome.FORFEIT, Outcome.NO_SHOW) and not any(at_fault):
        raise InputError("at-fault", _("Say which side was absent or gave up."), field="at_fault")
    if result.outcome == Outcome.PLAYED and any(at_fault):
        raise InputError("at-fault", _("A match that was played out has no side at fault."), field="at_fault")
    totals = result.totals or (None,) * len(at_fault)
    sides = tuple(
        SideRecord((), points, at_fault=fault) for points, fault in zip(totals, at_fault, strict=True)
    )
    stage = match.round.stage
    scoring = scoring_of(stage)
    try:
        record = MatchRecord(match.pk, match.table, sides, result.outcome, official=True)
        match_values(record, scoring, tariff(scoring, ()), None)
    except ScoreError as error:
        raise _sentence(error) from error
    level = result.outcome == Outcome.PLAYED and result.totals and len(set(result.totals)) == 1
    if level and stage.format == Format.KNOCKOUT:
        raise TournamentError(
            "level-knockout",
            _("The match is level, so it goes on: play a further deal and add it to the totals."),
        )


def _sentence(error: ScoreError) -> InputError:
    """A refusal of the mathematics in the visitor's language."""
    texts = {
        "not_multiple_of_5": _("{points} is not a multiple of 5. Add the sheet up again."),
        "no_points": _("Enter the points of every side."),
        "vp_needs_two_sides": _("Victory points need two sides; score this stage by wins or points."),
    }
    text = texts.get(error.code, _("This result can't be scored."))
    params = Figures.active().in_words(error.params)
    return InputError(error.code.replace("_", "-"), text.format(**params), field="totals")
