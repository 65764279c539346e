"""The final ranking of an event of several stages: everybody once, by the last stage they got to."""

from dataclasses import dataclass

from tournaments.core.final_places import final_places
from tournaments.core.standings import standings
from tournaments.models import Stage, Tournament, TournamentStatus
from tournaments.selectors.records import stage_records
from tournaments.selectors.standings import stages_of

OVER = (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED)


@dataclass(frozen=True)
class FinalRow:
    """An entrant's final rank, empty for who is listed without one, and the stage that gave it."""

    rank: str
    number: int
    name: str
    stage: Stage


def final_ranking(event: Tournament) -> list[FinalRow]:
    """All entrants once the event is over; nothing for a single stage, whose standings say it all."""
    stages = stages_of(event)
    if len(stages) < 2 or event.status not in OVER:
        return []
    records = stage_records(stages, clubs=False)
    return [
        FinalRow(
            str(each.rank) if each.rank is not None else "",
            each.entrant.number,
            each.entrant.name,
            stages[each.stage],
        )
        for each in final_places([standings(records[stage.pk]) for stage in stages])
    ]
