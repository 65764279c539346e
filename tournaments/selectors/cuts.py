"""Who would go on to a stage that has not begun, by the standings shown."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.core.draws import DrawError
from tournaments.core.rows import Row
from tournaments.core.stages import cut
from tournaments.draw_sentences import refusal
from tournaments.models import Stage, StageStatus
from tournaments.selectors.standings import StageStandings
from tournaments.words import value_text


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
    value_head: str = ""

    @property
    def level(self) -> list[CutRow]:
        """Everybody whose shared rank goes across the line."""
        return [row for row in self.rows if row.level]


def cut_before(stage: Stage) -> CutView | None:
    """The cut that would begin this stage; None for a first stage."""
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1).first()
    if before is None:
        return None
    if before.status == StageStatus.PLANNED:
        return CutView([], _("The stage before has not been played yet."))
    shown = StageStandings(before)
    tables = shown.tables
    rows = [(table, row) for table in tables for row in table.rows]
    try:
        line = cut(tables, stage.qualifiers or len(rows))
    except DrawError as error:
        return CutView([], refusal(error, stage))
    on, level = set(line.qualified), set(line.level_at_the_line)
    return CutView(
        [
            CutRow(
                row,
                table.group,
                shown.row(row, table).value,
                row.entrant.id in on,
                row.entrant.id in level,
            )
            for table, row in rows
        ],
        value_head=value_text(shown.record),
    )
