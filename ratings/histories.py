"""Histories in the referees' site: read by whoever may see the row, never put back past the services."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from simple_history.admin import SimpleHistoryAdmin
from simple_history.models import DeletedObject, ModelChange
from simple_history.template_utils import HistoricalRecordContextHelper

from ratings.numbers import whole_number

NOTHING = "–"
SPACE = "\N{NO-BREAK SPACE}"
THOUSAND = 1000


def in_words(value: Any) -> Any:
    """A value as its reader writes it: yes and no, the club's time, the figures of sides; or nothing."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
    if (isinstance(value, DeletedObject) and value.pk is None) or value in (None, "", [], {}):
        return NOTHING
    if isinstance(value, list) and not all(isinstance(each, str) for each in value):
        return _listed(value)
    return value


def _listed(values: list[Any]) -> Any:
    """What there is for each side, or for each side of each deal; of a side's items the total is told."""
    if all(isinstance(each, list) for each in values):
        return "; ".join(str(_listed(each)) for each in values)
    totals = [each.get("total") if isinstance(each, dict) else each for each in values]
    if not all(each is None or isinstance(each, int) for each in totals):
        return values
    return f"{SPACE}: ".join(_figure(each) for each in totals)


def _figure(value: int | None) -> str:
    if value is None or isinstance(value, bool):
        return str(in_words(value))
    digits = number_format(abs(value), use_l10n=True, force_grouping=abs(value) >= THOUSAND)
    return f"−{digits}" if value < 0 else digits


class InWords(HistoricalRecordContextHelper):
    """What changed, with the words for a value where its field has some."""

    def prepare_delta_change_value(self, change: ModelChange, value: Any) -> Any:
        words = dict(getattr(self.model._meta.get_field(change.field), "flatchoices", ()))
        # Only plain values are found among choices: a list is none, nor could it be looked up.
        if isinstance(value, str | int) and value in words:
            return words[value]
        return in_words(super().prepare_delta_change_value(change, value))


class ReadHistoryAdmin(SimpleHistoryAdmin):
    """The history of rows that the user's own list holds."""

    def get_historical_record_context_helper(
        self, request: HttpRequest, historical_record: Any
    ) -> HistoricalRecordContextHelper:
        return InWords(historical_record.instance_type, historical_record)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        self._seen(request, object_id)
        return super().history_view(request, object_id, extra_context)

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """An old version, to be read: the form that the package shows here would save it."""
        if request.method != "GET":
            raise PermissionDenied
        row = self._seen(request, object_id)
        version = row.history.filter(history_id=whole_number(version_id) or 0).first()
        if version is None:
            raise Http404
        context = {
            **self.admin_site.each_context(request),
            "title": str(row),
            "opts": self.opts,
            "row": row,
            "version": version,
            "values": list(values(version)),
        }
        return TemplateResponse(request, "simple_history/version.html", context)

    def _seen(self, request: HttpRequest, object_id: str) -> Any:
        """The row; one of somebody else's event is not found, though it has a history, too."""
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        return row


def values(version: Any) -> Iterator[tuple[str, Any]]:
    """What each field of a version held, with the field's name."""
    for field in version.tracked_fields:
        if field.choices:
            value = getattr(version, f"get_{field.name}_display")()
        else:
            try:
                value = getattr(version, field.name)
            except ObjectDoesNotExist:
                value = getattr(version, field.attname)
        yield _(str(field.verbose_name)), in_words(value)  # Django names a key by its model, in English
