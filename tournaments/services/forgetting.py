"""Removing whole events with everything in them: only for demonstrations, never for what people played."""

from django.db.models import QuerySet

from ratings.models.audit import forget
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
    forget(Protest.objects.filter(**in_match))
    forget(Note.objects.filter(**in_match))
    forget(GameRecord.objects.filter(**in_match))
    forget(ScoreSheet.objects.filter(**in_match))
    forget(MoveLog.objects.filter(**in_match))
    forget(Seat.objects.filter(**in_match))
    forget(Match.objects.filter(round__stage__tournament__in=ids))
    forget(Bye.objects.filter(round__stage__tournament__in=ids))
    for model in (Absence, Adjustment, StageEntrant, Round):
        forget(model.objects.filter(**in_stage))
    forget(Entrant.objects.filter(tournament__in=ids))
    forget(Stage.objects.filter(tournament__in=ids))
    forget(Tournament.objects.filter(pk__in=ids))
