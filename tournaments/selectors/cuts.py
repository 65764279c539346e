"""Who would go on to a stage that has not begun, by the standings shown."""

from dataclasses import dataclass

from tournaments.core.draws import DrawError
from tournaments.core.rows import Row
from tournaments.core.stages import cut
from tournaments.core.standings import standings
from tournaments.draw_sentences import refusal
from tournaments.figures import Figures
from tournaments.models import Stage
from tournaments.selectors.records import stage_record


@dataclass(frozen=True)
class CutRow:
    """An entrant of the stage before: whether it goes on, and whether its rank goes across the line."""

    row: Row
    group: str
    value: str
    goes_on: bool
    level: bool


@dataclass(frozen=True)
class CutView:
    """The cut for its page; `refusal` says why there is none."""

    rows: list[CutRow]
    refusal: str = ""

    @property
    def level(self) -> list[CutRow]:
        """Everybody whose shared rank goes across the line."""
        return [row for row in self.rows if row.level]


def cut_before(stage: Stage) -> CutView | None:
    """The cut that would begin this stage; None for a first stage."""
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1).first()
    if before is None:
        return None
    tables = standings(stage_record(before))
    rows = [(table.group, row) for table in tables for row in table.rows]
    try:
        line = cut(tables, stage.qualifiers or len(rows))
    except DrawError as error:
        return CutView([], refusal(error, stage))
    on, level = set(line.qualified), set(line.level_at_the_line)
    written = Figures.active().hundredths
    return CutView(
        [
            CutRow(row, group, written(row.value), row.entrant.id in on, row.entrant.id in level)
            for group, row in rows
        ]
    )
