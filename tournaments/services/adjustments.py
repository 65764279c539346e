"""Awards and penalties that a referee gives an entrant outside its matches."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.errors import InputError
from tournaments.models import Adjustment, Stage

if TYPE_CHECKING:
    from accounts.models import User

TAKEN_BACK = gettext_noop("Taken back.")
MOST = 100_000_00


@transaction.atomic
def adjust(
    stage: Stage, entrant_id: int, value: int, reason: str, round_number: int, by: "User | None"
) -> Adjustment:
    """Give an entrant of the stage so many hundredths, or with a minus take them away, from a round on."""
    if not reason.strip():
        raise InputError("reason-required", _("Say what the adjustment is for."), field="reason")
    if not value or abs(value) > MOST:
        raise InputError(
            "value", _("An adjustment changes something, and not more than can be."), field="value"
        )
    if not stage.entries.filter(entrant=entrant_id).exists():
        raise InputError("entrant", _("This entrant doesn't take part in the stage."), field="entrant")
    adjustment = Adjustment(
        stage=stage,
        entrant_id=entrant_id,
        value=value,
        reason=reason.strip(),
        round_number=round_number,
        by=by,
    )
    adjustment.because(reason, by).save()
    return adjustment


@transaction.atomic
def take_back_adjustment(stage: Stage, adjustment_id: int, by: "User | None") -> None:
    """Remove an adjustment; its history stays."""
    found = Adjustment.objects.select_for_update().filter(pk=adjustment_id, stage=stage).first()
    if found is not None:
        found.because(TAKEN_BACK, by).delete()
