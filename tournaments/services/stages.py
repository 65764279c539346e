"""A stage begins: everybody who entered, or the best of the stage before, take their places in it."""

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from simple_history.utils import bulk_create_with_history

from tournaments.core.draws import DrawError
from tournaments.core.formats.mitchell import deal_lines
from tournaments.core.formats.round_robin import snake_groups
from tournaments.core.records import Format
from tournaments.core.stages import cut
from tournaments.core.standings import standings
from tournaments.draw_sentences import refusal
from tournaments.errors import TournamentError
from tournaments.models import Entrant, EntryStatus, Stage, StageEntrant, StageStatus
from tournaments.selectors.draws import draw_input_of, missing_results
from tournaments.selectors.records import stage_record

if TYPE_CHECKING:
    from accounts.models import User

STARTED = gettext_noop("The stage began.")
TAKEN_BACK = gettext_noop("The beginning of the stage was taken back.")
ENDED = gettext_noop("The stage ended.")
GROUP_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def start_stage(stage: Stage, by: "User | None", declined: Collection[int] = ()) -> None:
    """Place the entrants of a planned stage (whose row the caller has locked) and open it.

    The first stage takes everybody entered; a later one the best of the stage before by the standings shown,
    without those who declined. Raises TournamentError `stage-not-reached` or the refusal of the cut.
    """
    placed = _everybody(stage) if stage.number == 1 else _qualified(stage, declined)
    bulk_create_with_history(placed, StageEntrant, default_change_reason=STARTED)
    stage.status = StageStatus.RUNNING
    stage.because(STARTED, by).save()
    _split(stage, by)


@transaction.atomic
def begin_stage(stage_id: int, by: "User | None", declined: Collection[int] = ()) -> Stage:
    """Open a planned stage without those who declined to go on. Raises as `start_stage`."""
    stage = Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=stage_id)
    if stage.status != StageStatus.PLANNED:
        raise TournamentError("stage-begun", _("This stage has begun already."))
    start_stage(stage, by, declined)
    return stage


def take_back_start(stage: Stage, by: "User | None") -> None:
    """Make a stage without any round planned again, and the one before it current. Its row is locked."""
    for entry in StageEntrant.objects.filter(stage=stage):
        entry.because(TAKEN_BACK, by).delete()
    stage.status = StageStatus.PLANNED
    stage.because(TAKEN_BACK, by).save()
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1).first()
    if before is not None:
        before.status = StageStatus.RUNNING
        before.because(TAKEN_BACK, by).save()


def _everybody(stage: Stage) -> list[StageEntrant]:
    entered = Entrant.objects.filter(tournament=stage.tournament_id, status=EntryStatus.ENTERED).order_by(
        "number"
    )
    return [StageEntrant(stage=stage, entrant=entrant, seed=entrant.seed) for entrant in entered]


def _qualified(stage: Stage, declined: Collection[int]) -> list[StageEntrant]:
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1).first()
    if before is None or before.status == StageStatus.PLANNED:
        raise TournamentError("stage-not-reached", _("The stage before has not been played yet."))
    if missing_results(before).exists():
        raise TournamentError(
            "stage-not-reached", _("Results of the stage before are missing; enter them first.")
        )
    tables = standings(stage_record(before))
    places = stage.qualifiers or sum(len(table.rows) for table in tables)
    try:
        going_on = cut(tables, places, declined)
    except DrawError as error:
        raise TournamentError(str(error.code), refusal(error, stage)) from error
    if before.status != StageStatus.FINISHED:
        before.status = StageStatus.FINISHED
        before.because(ENDED).save()
    met_in = _groups_kept_apart(before, stage)
    return [
        StageEntrant(stage=stage, entrant_id=entrant, seed=seed, group=met_in.get(entrant, ""))
        for seed, entrant in enumerate(going_on.qualified, start=1)
    ]


def _groups_kept_apart(before: Stage, stage: Stage) -> dict[int, str]:
    """The groups whose members have met already; a knockout keeps these apart."""
    if before.format != Format.ROUND_ROBIN or stage.format != Format.KNOCKOUT:
        return {}
    return dict(before.entries.values_list("entrant_id", "group"))


def _split(stage: Stage, by: "User | None") -> None:
    """Deal the entrants out to the groups of a round robin, or to the two lines of a Mitchell."""
    if stage.format == Format.MITCHELL:
        lines = deal_lines(draw_input_of(stage, 1).candidates)
        _set_groups(stage, lines.items(), by)
    groups = int(stage.draw.get("groups", 1))
    if stage.format == Format.ROUND_ROBIN and groups > 1:
        order = [candidate.id for candidate in draw_input_of(stage, 1).candidates]
        dealt = snake_groups(order, groups)
        _set_groups(stage, [(e, GROUP_NAMES[i]) for i, group in enumerate(dealt) for e in group], by)


def _set_groups(stage: Stage, groups: Iterable[tuple[int, str]], by: "User | None") -> None:
    wanted = dict(groups)
    for row in StageEntrant.objects.filter(stage=stage):
        if not row.group and wanted.get(row.entrant_id):
            row.group = wanted[row.entrant_id]
            row.because(STARTED, by).save()
