"""What every model that people change has: a history, and a reason for each change. Nothing else."""

from collections.abc import Sequence
from typing import Any, Self

from django.db import models
from django.utils.translation import gettext as _
from simple_history.models import HistoricalRecords

from ratings.errors import RatingError


class Signed(models.Model):
    """A line of a history. `signed` names who made the change where that was no account of this site."""

    signed = models.CharField(max_length=120, blank=True, default="", editable=False)

    class Meta:
        abstract = True

    @property
    def who(self) -> str:
        """Who made the change, "" if nobody did or it is not known any more."""
        user = getattr(self, "history_user", None)
        return str(user) if user is not None else self.signed


def history(*but: str, people: Sequence[str] = ()) -> HistoricalRecords:
    """The history of one model `but` for the fields the program keeps for itself.

    `people` names the fields that hold several accounts: each line of the history keeps who they were.
    """
    return HistoricalRecords(
        bases=[Signed],
        history_change_reason_field=models.TextField(blank=True, null=True),
        excluded_fields=list(but),
        m2m_fields=list(people),
    )


class Audited(models.Model):
    """A row whose changes need a reason: say it with `because` before saving it again."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        reason = getattr(self, "_change_reason", "") or ""
        if not self._state.adding and not reason.strip():
            raise RatingError("reason_required", _("Say why this is changed."))
        self._change_reason = reason.strip()
        super().save(*args, **kwargs)
        self._change_reason = ""

    def because(self, reason: str, by: Any = None) -> Self:
        """This row with the reason for the change that is about to be saved, and who makes it."""
        self._change_reason = reason
        if by is not None:
            self._history_user = by
        return self


def forget(rows: models.QuerySet[Any]) -> None:
    """Delete rows, and all that their histories say of them."""
    gone = list(rows.values_list("pk", flat=True))
    rows.delete()
    lines = rows.model.history.filter(id__in=gone)
    for people in lines.model._meta.related_objects:
        people.related_model.objects.filter(**{f"{people.field.name}__in": lines}).delete()
    lines.delete()
