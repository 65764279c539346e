"""Long lists in parts: an answer's `next` leads on. A cursor's content is nobody's business but ours."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from django.core.exceptions import ValidationError as InvalidValue
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination, LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

FARTHEST = 10_000_000
NO_CURSOR = _(
    "This cursor leads nowhere. Follow `next` and `previous` as they are, or begin without a cursor."
)


def _asked_limit(request: Request, most: int) -> int | None:
    """How long a part is to be, never more than `most`; raises ValidationError for what is no such number."""
    asked = request.query_params.get("limit", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and asked.strip("0")):
        raise ValidationError({"limit": [_("Give a number from 1 to {most}.").format(most=most)]})
    return most if len(asked) > len(str(most)) else min(int(asked), most)


class Pages(CursorPagination):
    """Parts of a query in its own order, which stay what they are while the list grows."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 1000
    invalid_cursor_message = NO_CURSOR  # type: ignore[assignment]  # said in the asker's language

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> tuple[str, ...]:
        return tuple(queryset.query.order_by)

    def get_page_size(self, request: Request) -> int:
        return _asked_limit(request, self.max_page_size) or self.page_size

    def decode_cursor(self, request: Any) -> Any:
        cursor = super().decode_cursor(request)
        # What says no place at all would lead whoever follows it round in circles.
        says_nothing = cursor == (0, False, None) and request.query_params[self.cursor_query_param]
        if says_nothing or (cursor is not None and "\x00" in str(cursor.position or "")):
            raise NotFound(self.invalid_cursor_message)
        return cursor

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> Any:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, TypeError, OverflowError, InvalidValue) as error:
            # A cursor that somebody made up compares a column with what that can't hold.
            raise NotFound(self.invalid_cursor_message) from error


class TablePages(LimitOffsetPagination):
    """Parts of a table that is computed, not queried; the cursor says with which line to begin."""

    default_limit = 100
    max_limit = 1000
    cursor_query_param = "cursor"

    def get_limit(self, request: Request) -> int:
        return _asked_limit(request, self.max_limit) or self.default_limit

    def get_offset(self, request: Request) -> int:
        cursor = request.query_params.get(self.cursor_query_param)
        if not cursor:
            return 0
        try:
            offset = int(urlsafe_b64decode(cursor.encode("ascii")))
        except ValueError as error:
            raise NotFound(NO_CURSOR) from error
        if not 0 <= offset <= FARTHEST:
            raise NotFound(NO_CURSOR)
        return offset

    def get_next_link(self) -> str | None:
        following = self._offset() + self._limit()
        return None if following >= (self.count or 0) else self._link(following)

    def get_previous_link(self) -> str | None:
        return None if self._offset() <= 0 else self._link(max(self._offset() - self._limit(), 0))

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        asked = super().get_schema_operation_parameters(view)
        cursor = {"name": self.cursor_query_param, "in": "query", "schema": {"type": "string"}}
        return [*(one for one in asked if one["name"] != self.offset_query_param), cursor]

    def _offset(self) -> int:
        return self.offset or 0

    def _limit(self) -> int:
        return self.limit or self.default_limit

    def _link(self, offset: int) -> str:
        address = self.request.build_absolute_uri() if self.request else ""
        if offset == 0:
            return remove_query_param(address, self.cursor_query_param)
        cursor = urlsafe_b64encode(str(offset).encode()).decode()
        return replace_query_param(address, self.cursor_query_param, cursor)
