"""Histories in the referees' site: read by whoever may see the row, never put back past the services."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from simple_history.admin import SimpleHistoryAdmin


class ReadHistoryAdmin(SimpleHistoryAdmin):
    """The history of rows that the user's own list holds."""

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        self._check_seen(request, object_id)
        return super().history_view(request, object_id, extra_context)

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> HttpResponse:
        if request.method != "GET":
            raise PermissionDenied
        self._check_seen(request, object_id)
        return super().history_form_view(request, object_id, version_id, extra_context)

    def _check_seen(self, request: HttpRequest, object_id: str) -> None:
        """Refuse a row of somebody else's event, which its history would show all the same."""
        if self.get_object(request, object_id) is None:
            raise Http404
