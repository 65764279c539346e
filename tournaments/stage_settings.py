"""The JSON columns of a stage as typed settings of `tournaments.core`, and back. No defaults live here."""

from dataclasses import asdict, fields
from typing import Any

from tournaments.core.clock import ClockSettings
from tournaments.core.draw_input import Clubmates, DrawOptions, Opening, Rematches
from tournaments.core.records import Method, Ranking, Scoring, VpStep
from tournaments.models import Stage

# Under `points` the gap of two entrants counts in steps of 5 points, which are 500 hundredths.
OPTION_TYPES = {"rematches": Rematches, "opening": Opening, "clubmates": Clubmates}


def scoring_of(stage: Stage) -> Scoring:
    """How matches of the stage are scored."""
    stored: dict[str, Any] = dict(stage.scoring)
    stored["method"] = Method(stored.get("method", Method.VP))
    stored["steps"] = tuple(VpStep(**step) for step in stored.get("steps", ()))
    return Scoring(**stored)


def scoring_as_json(scoring: Scoring) -> dict[str, Any]:
    """What `Stage.scoring` stores: only what differs from the defaults."""
    stored = asdict(scoring)
    default = asdict(Scoring())
    return {key: value for key, value in stored.items() if value != default[key]}


def ranking_of(stage: Stage) -> Ranking:
    """How the stage is ranked."""
    by_group = bool(stage.draw.get("by_group", True))
    minimum = int(stage.draw.get("minimum", Ranking().minimum))
    return Ranking(tuple(stage.tie_breaks), by_group, minimum)


def clock_of(stage: Stage) -> ClockSettings:
    """How long a round lasts, and what follows from coming late."""
    stored: dict[str, Any] = dict(stage.clock)
    stored["warnings"] = tuple(stored.get("warnings", ClockSettings().warnings))
    return ClockSettings(**stored)


def draw_options_of(stage: Stage) -> DrawOptions:
    """The organiser's choices about pairing."""
    known = {option.name for option in fields(DrawOptions)}
    stored: dict[str, Any] = {
        key: OPTION_TYPES.get(key, lambda v: v)(value) for key, value in stage.draw.items() if key in known
    }
    return DrawOptions(**stored)


def forbidden_of(stage: Stage) -> tuple[tuple[int, int], ...]:
    """The pairs of entrants who must not meet."""
    return tuple((int(one), int(other)) for one, other in stage.draw.get("forbidden", ()))
