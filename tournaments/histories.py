"""Histories that are told together in the referees' site: a table's, and an entrant's with its players."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from ratings.histories import NOTHING, ReadHistoryAdmin, values
from ratings.models import Player
from tournaments.models import Entrant, GameRecord, Match, MoveLog, Note, Protest, ScoreSheet, Seat

# What stands at a table, and what is told of a row when it comes there.
AT_TABLE: dict[Any, tuple[str, ...]] = {
    Match: (),
    Seat: ("player",),
    ScoreSheet: ("side", "totals"),
    MoveLog: (),
    GameRecord: ("totals", "outcome"),
    Protest: ("text",),
    Note: ("text",),
}
REPLACED = re.compile(r"(\S+) → (\S+): (.*)", re.DOTALL)


class TableHistoryAdmin(ReadHistoryAdmin):
    """The history of a match with those of its seats, reports, results and words, the newest line first."""

    def get_history_queryset(
        self, request: HttpRequest, history_manager: Any, pk_name: str, object_id: Any
    ) -> Any:
        lines: list[Any] = []
        for model, first in AT_TABLE.items():
            of = pk_name if model is Match else "match_id"
            there = set(model.objects.filter(**{of: object_id}).values_list("pk", flat=True))
            lives = defaultdict(list)
            for line in super().get_history_queryset(request, model.history, of, object_id):
                line.of, line.there = model._meta, line.id in there
                lives[line.id].append(line)
            for life in lives.values():
                life.sort(key=lambda line: line.history_id, reverse=True)
                super().set_history_delta_changes(request, life)
                life[-1].history_delta_changes = list(_born(life[-1], first))
            lines += chain.from_iterable(lives.values())
        return sorted(lines, key=lambda line: line.history_date, reverse=True)

    def set_history_delta_changes(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Each line knows its changes already: the line before it may be another row's."""


def _born(line: Any, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    told = dict(values(line))
    for name in names:
        words = str(line.of.get_field(name).verbose_name)
        yield {"field": words, "old": NOTHING, "new": told[words]}


class EntrantHistoryAdmin(ReadHistoryAdmin):
    """The history of an entrant, in which `replace_member` told who came for whom."""

    def set_history_delta_changes(self, request: HttpRequest, page: Any, **kwargs: Any) -> None:
        super().set_history_delta_changes(request, page, **kwargs)
        entries = {line.id for line in page}
        theirs = Q(event_entries__entrant__in=entries) | Q(
            pk__in=Entrant.former.through.objects.filter(entrant__in=entries).values("player")
        )
        people = {player.code: player for player in Player.objects.filter(theirs)}
        for line in page:
            told = REPLACED.fullmatch(line.history_change_reason or "")
            if told and {told[1], told[2]} <= people.keys():
                out, into = (f"{people[code]} ({code})" for code in (told[1], told[2]))
                changes = list(getattr(line, "history_delta_changes", ()))
                line.history_delta_changes = [{"field": _("player"), "old": out, "new": into}, *changes]
                line.history_change_reason = told[3]
