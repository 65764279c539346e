"""The rules of an event in words: how opponents are found, when a match ends, what decides the standings."""

from dataclasses import dataclass

import engine
from tournaments.core.records import Format
from tournaments.core.tiebreaks import tie_break_order
from tournaments.models import Stage, Tournament
from tournaments.selectors.matches import describe_end, with_points
from tournaments.selectors.standings import stages_of
from tournaments.stage_settings import ranking_of, scoring_of
from tournaments.words import METHODS, tie_break_text


@dataclass(frozen=True)
class StageRules:
    """What holds for all matches of a stage. A bracket has as many rounds as it needs and
    ranks by how far one came: `rounds` and `worth` are then empty."""

    name: str
    system: str
    rounds: int | None
    end: str
    worth: str
    tie_breaks: tuple[str, ...]


def rules_of(event: Tournament) -> list[StageRules]:
    """The rules of each stage of the event."""
    return [_rules(stage, engine.RULE_SETS[event.rule_set]) for stage in stages_of(event)]


def _rules(stage: Stage, play: engine.Rules) -> StageRules:
    method = scoring_of(stage).method
    stage_format = Format(stage.format)
    ranks = stage_format is not Format.KNOCKOUT
    order = tie_break_order(stage_format, ranking_of(stage).tie_breaks) if ranks else ()
    return StageRules(
        name=stage.name,
        system=stage.get_format_display(),
        rounds=stage.rounds_planned if ranks and stage_format is not Format.OPEN else None,
        end=describe_end(with_points(engine.Until(deals=stage.deals, points=stage.until_points), play)),
        worth=str(METHODS[method]) if ranks else "",
        tie_breaks=tuple(tie_break_text(each.code, method) for each in order),
    )
