"""The awards and penalties of a stage."""

from django.db.models import QuerySet
from django.http import Http404

from tournaments.models import Adjustment, Stage


def adjustments_of(stage: Stage, entry: int | None = None) -> QuerySet[Adjustment]:
    """Those of a stage, or of the entrant with this number in it, in the order in which they were given."""
    found = stage.adjustments.select_related("entrant").order_by("id")
    return found if entry is None else found.filter(entrant__number=entry)


def adjustment_of(stage: Stage, adjustment_id: int) -> Adjustment:
    """The adjustment of this stage; raises Http404."""
    found = adjustments_of(stage).filter(pk=adjustment_id).first()
    if found is None:
        raise Http404
    return found
