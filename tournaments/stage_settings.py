"""The JSON columns of a stage as typed settings of `tournaments.core`, and back. No defaults live here."""

from dataclasses import asdict
from typing import Any

from tournaments.core.records import Method, Ranking, Scoring, VpStep
from tournaments.models import Stage


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
