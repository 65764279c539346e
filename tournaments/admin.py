"""Events in the referees' site: everything can be looked up with its history; services alone write."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ratings.histories import ReadHistoryAdmin
from ratings.names import search_key
from tournaments.histories import EntrantHistoryAdmin, TableHistoryAdmin
from tournaments.models import (
    Adjustment,
    Entrant,
    GameRecord,
    Match,
    MoveLog,
    Note,
    Protest,
    Round,
    ScoreSheet,
    Season,
    SeasonEvent,
    Seat,
    Stage,
    Tournament,
)
from tournaments.selectors.referee_queue import events_to_referee, referees_something


class LookUpAdmin(ReadHistoryAdmin):
    """Rows of the events whose results the user decides, with their history; nothing is changed here."""

    event = "match__round__stage__tournament"
    actions = None
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        events = events_to_referee(request.user).order_by().values("pk")
        return super().get_queryset(request).filter(**{f"{self.event}__in": events})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return referees_something(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return referees_something(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    @admin.display(description=_("decide"))
    def decide(self, row: Any) -> SafeString:
        """The way to the page where this row's match is decided."""
        match = row if isinstance(row, Match) else row.match
        url = reverse("tournaments:decide", args=[match.uuid])
        return format_html('<a href="{}">{}</a>', url, _("decide"))


class TableAdmin(LookUpAdmin):
    """Rows of one match, found by player, round or table."""

    match = "match__"
    list_select_related: tuple[str, ...] = ("match__round__stage__tournament",)
    search_help_text = _("Player, round or table")

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        names = ("seats__player__search_key", "seats__player__code", "round__number__exact", "table__exact")
        return tuple(self.match + name for name in names)

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Any]", search_term: str
    ) -> "tuple[QuerySet[Any], bool]":
        return super().get_search_results(request, queryset, search_key(search_term))


@admin.register(Tournament)
class TournamentAdmin(LookUpAdmin):
    """Events."""

    event = "pk"
    list_display = ("name", "club", "rule_set", "starts_at", "status")
    list_filter = ("status", "rule_set", "club")
    list_select_related = ("club",)
    search_fields = ("name", "slug", "venue")
    exclude = ("organisers", "referees", "scorers")


@admin.register(Season)
class SeasonAdmin(LookUpAdmin):
    """Seasons."""

    event = "entries__tournament"
    list_display = ("name", "club", "best")
    list_select_related = ("club",)
    search_fields = ("name", "slug")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        return super().get_queryset(request).distinct()


@admin.register(SeasonEvent)
class SeasonEventAdmin(LookUpAdmin):
    """Events of seasons."""

    event = "tournament"
    list_display = ("season", "tournament")
    list_select_related = ("season", "tournament")
    search_fields = ("season__name", "tournament__name")


@admin.register(Stage)
class StageAdmin(LookUpAdmin):
    """Stages."""

    event = "tournament"
    list_display = ("__str__", "tournament", "number", "format", "status")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "name")


@admin.register(Round)
class RoundAdmin(LookUpAdmin):
    """Rounds."""

    event = "stage__tournament"
    list_display = ("stage", "number", "status", "published_at", "draw_hash")
    list_filter = ("status",)
    list_select_related = ("stage__tournament",)
    search_fields = ("stage__tournament__name", "=number")


@admin.register(Entrant)
class EntrantAdmin(EntrantHistoryAdmin, LookUpAdmin):
    """Entrants."""

    event = "tournament"
    list_display = ("name", "number", "tournament", "status", "disqualified")
    list_filter = ("status", "disqualified")
    list_select_related = ("tournament",)
    search_fields = ("name", "=number", "members__player__search_key", "members__player__code")


@admin.register(Match)
class MatchAdmin(TableHistoryAdmin, TableAdmin):
    """Matches."""

    event = "round__stage__tournament"
    match = ""
    list_display = ("__str__", "table", "state", "postponed", "version", "decide")
    list_filter = ("state", "postponed")
    list_select_related = ("round__stage__tournament",)


@admin.register(Seat)
class SeatAdmin(TableAdmin):
    """Who sat where."""

    list_display = ("player", "match", "position", "entrant")
    list_select_related = ("player", "entrant", "match__round__stage__tournament")


@admin.register(MoveLog)
class MoveLogAdmin(TableAdmin):
    """Move logs; their texts are on their own pages."""

    list_display = ("__str__", "state", "submitted_at", "failed", "lost", "decide")
    list_filter = ("state",)
    exclude = ("text", "token")


@admin.register(ScoreSheet)
class ScoreSheetAdmin(TableAdmin):
    """Score sheets."""

    list_display = ("__str__", "side", "state", "submitted_at", "decide")
    list_filter = ("state",)


@admin.register(GameRecord)
class GameRecordAdmin(TableAdmin):
    """Official results."""

    list_display = ("__str__", "source", "outcome", "decided_at", "corrected", "version", "decide")
    list_filter = ("source", "outcome", "corrected")
    date_hierarchy = "decided_at"


@admin.register(Adjustment)
class AdjustmentAdmin(LookUpAdmin):
    """Awards and penalties."""

    event = "stage__tournament"
    list_display = ("entrant", "value", "round_number", "by", "at")
    list_select_related = ("entrant", "by")
    search_fields = ("entrant__name", "reason")


@admin.register(Protest, Note)
class WordsAdmin(LookUpAdmin):
    """Protests, and notes to the director."""

    list_display = ("__str__", "by", "made_at", "decide")
    list_select_related = ("by", "match__round__stage__tournament")
    search_fields = ("text",)
