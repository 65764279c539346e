"""Histories that are told together in the referees' site: a table's, and an entrant's with its players."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any, ClassVar

from django.db.models import Model, Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from ratings.histories import NOTHING, ReadHistoryAdmin, values
from ratings.models import Player
from tournaments.models import (
    Absence,
    Adjustment,
    Entrant,
    GameRecord,
    Match,
    MoveLog,
    Note,
    Protest,
    ScoreSheet,
    Seat,
    StageEntrant,
)

REPLACED = re.compile(r"(\S+) → (\S+): (.*)", re.DOTALL)


class TogetherAdmin(ReadHistoryAdmin):
    """The history of a row with those of the rows that belong to it, the newest line first.

    `parts` names their models, each with what is told of a row when it is made; `owner` is their column.
    """

    owner: ClassVar[str]
    parts: ClassVar[dict[type[Model], tuple[str, ...]]]

    def get_history_queryset(
        self, request: HttpRequest, history_manager: Any, pk_name: str, object_id: Any
    ) -> Any:
        lines: list[Any] = []
        for model, first in self.parts.items():
            of = pk_name if model is self.model else self.owner
            there = model._default_manager.filter(**{of: object_id}).values_list("pk", flat=True)
            shown = set(there) if self.admin_site.is_registered(model) else set()
            lives = defaultdict(list)
            history: Any = model.history  # type: ignore[attr-defined]
            for line in super().get_history_queryset(request, history, of, object_id):
                line.of, line.there = model._meta, line.id in shown
                lives[line.id].append(line)
            for life in lives.values():
                life.sort(key=lambda line: line.history_id, reverse=True)
                super().set_history_delta_changes(request, life)
                life[-1].history_delta_changes = list(_made(life[-1], first))
            lines += chain.from_iterable(lives.values())
        return sorted(lines, key=lambda line: line.history_date, reverse=True)

    def set_history_delta_changes(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Each line knows its changes already: the line before it may be another row's."""


def _made(line: Any, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    told = dict(values(line))
    for name in names:
        words = _(str(line.of.get_field(name).verbose_name))
        yield {"field": words, "old": NOTHING, "new": told[words]}


class TableHistoryAdmin(TogetherAdmin):
    """The history of a match with those of its seats, reports, results and words."""

    owner = "match_id"
    parts: ClassVar[dict[type[Model], tuple[str, ...]]] = {
        Match: (),
        Seat: ("player",),
        ScoreSheet: ("side", "totals"),
        MoveLog: (),
        GameRecord: ("totals", "outcome"),
        Protest: ("text",),
        Note: ("text",),
    }


class EntrantHistoryAdmin(TogetherAdmin):
    """The history of an entrant with those of its stages; `replace_member` told in it who came for whom."""

    owner = "entrant_id"
    parts: ClassVar[dict[type[Model], tuple[str, ...]]] = {
        Entrant: (),
        StageEntrant: ("stage",),
        Absence: ("round_number", "announced"),
        Adjustment: ("value", "reason"),
    }

    def get_history_queryset(
        self, request: HttpRequest, history_manager: Any, pk_name: str, object_id: Any
    ) -> Any:
        lines = super().get_history_queryset(request, history_manager, pk_name, object_id)
        former = Entrant.former.through.objects.filter(entrant=object_id).values("player")
        people = Player.objects.filter(Q(event_entries__entrant=object_id) | Q(pk__in=former))
        names = {player.code: f"{player} ({player.code})" for player in people}
        for line in lines:
            told = REPLACED.fullmatch(line.history_change_reason or "")
            if told and {told[1], told[2]} <= names.keys():
                change = {"field": _("player"), "old": names[told[1]], "new": names[told[2]]}
                line.history_delta_changes = [change, *line.history_delta_changes]
                line.history_change_reason = told[3]
        return lines
