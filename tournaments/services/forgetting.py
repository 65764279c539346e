"""Removing whole events with everything in them: only for demonstrations, never for what people played."""

from typing import Any

from django.db.models import QuerySet

from tournaments.models import (
    Absence,
    Adjustment,
    Bye,
    Entrant,
    GameRecord,
    Match,
    MoveLog,
    Note,
    Protest,
    Round,
    ScoreSheet,
    Seat,
    Stage,
    StageEntrant,
    Tournament,
)


def forget_events(events: QuerySet[Tournament]) -> None:
    """Delete these events and all that hangs on them, their histories included."""
    ids = list(events.values_list("pk", flat=True))
    in_match = {"match__round__stage__tournament__in": ids}
    in_stage = {"stage__tournament__in": ids}
    _forget(Protest.objects.filter(**in_match))
    _forget(Note.objects.filter(**in_match))
    _forget(GameRecord.objects.filter(**in_match))
    _forget(ScoreSheet.objects.filter(**in_match))
    _forget(MoveLog.objects.filter(**in_match))
    _forget(Seat.objects.filter(**in_match))
    _forget(Match.objects.filter(round__stage__tournament__in=ids))
    _forget(Bye.objects.filter(round__stage__tournament__in=ids))
    for model in (Absence, Adjustment, StageEntrant, Round):
        _forget(model.objects.filter(**in_stage))
    _forget(Entrant.objects.filter(tournament__in=ids))
    _forget(Stage.objects.filter(tournament__in=ids))
    _forget(Tournament.objects.filter(pk__in=ids))


def _forget(rows: QuerySet[Any]) -> None:
    """Delete rows and what their histories say of them."""
    ids = list(rows.values_list("pk", flat=True))
    rows.delete()
    rows.model.history.filter(id__in=ids).delete()
