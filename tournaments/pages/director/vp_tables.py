"""A club's own VP tables, tried on its past results before they are used."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ratings.numbers import whole_number
from ratings.selectors.clubs import by_name
from tournaments.core.records import Scoring, VpStep
from tournaments.core.vp import TABLES, winner_value
from tournaments.errors import InputError
from tournaments.figures import Figures
from tournaments.models import VpTable
from tournaments.pages.director.desk import Refused
from tournaments.selectors.clubs import clubs_of, differences_of, vp_tables_of
from tournaments.services.vp_tables import check_table, delete_table, save_table

if TYPE_CHECKING:
    from accounts.models import User

FULL = 2000
ROW = re.compile(r"^\s*(\d{1,9}|\*)\s*[:;\s]\s*(\d{1,2}(?:[.,]\d{1,2})?)\s*$")
EXAMPLE = TABLES["vp-3-deals"]


@dataclass(frozen=True)
class Tried:
    """A row of the table: how many of the club's past results it would have been used for."""

    up_to: str
    winner: str
    loser: str
    results: int
    share: int


@login_required
def vp_tables(request: HttpRequest, code: str) -> HttpResponse:
    """The club's tables, and one that is typed: looked at first, then saved."""
    club = clubs_of(request.user).filter(code=code).first()
    if club is None:
        raise Http404
    tables = vp_tables_of(clubs_of(request.user).filter(pk=club.pk))
    rows, name = request.POST.get("rows"), request.POST.get("name", "")
    shown = tables.filter(pk=whole_number(request.GET.get("table", "")) or 0).first()
    if rows is None:
        rows, name = (as_text(_steps_of(shown)), shown.name) if shown else (as_text(EXAMPLE), "")
    context: dict[str, Any] = {"club": club, "tables": by_name(tables), "rows": rows, "name": name}
    status = 200
    try:
        if request.method == "POST" and _changed(request, club, tables):
            return redirect("tournaments:vp-tables", code)
        steps = read_rows(rows)
        check_table(steps)
        context["tried"] = _tried(steps, differences_of(club))
    except Refused as error:
        context["refusal"], status = error, getattr(error, "status", 409)
    return render(request, "tournaments/director/vp_tables.html", context, status=status)


def _changed(request: HttpRequest, club: Any, tables: Any) -> bool:
    """Save or delete what the button says; a preview changes nothing."""
    action, by = request.POST.get("action", ""), cast("User", request.user)
    if action == "save":
        save_table(club, request.POST.get("name", ""), read_rows(request.POST.get("rows", "")), by)
        messages.success(request, _("The table is saved."))
    elif action.startswith("delete:"):
        for table in tables.filter(pk=whole_number(action[7:]) or 0):
            delete_table(table, by)
    else:
        return False
    return True


def _steps_of(table: VpTable) -> list[VpStep]:
    return [VpStep(**step) for step in table.steps]


def read_rows(text: str) -> list[VpStep]:
    """Rows such as `150 11` or `* 20`: up to this difference so many VP for the winner.

    Raises InputError `bad-rows` with the number of the first line that can't be read.
    """
    steps = []
    for number, line in enumerate(text.strip().splitlines(), start=1):
        found = ROW.match(line)
        if found is None:
            raise InputError(
                "bad-rows", _("Line {number} can't be read: {line}").format(number=number, line=line[:40])
            )
        whole, _mark, part = found[2].replace(",", ".").partition(".")
        winner = 100 * int(whole) + int(part.ljust(2, "0") or 0)
        steps.append(VpStep(None if found[1] == "*" else int(found[1]), winner, FULL - winner))
    return steps


def as_text(steps: Sequence[VpStep]) -> str:
    """The rows as they are typed."""
    figures = Figures.active()
    return "\n".join(
        f"{'*' if step.up_to is None else step.up_to} {figures.hundredths(step.winner)}" for step in steps
    )


def _tried(steps: Sequence[VpStep], differences: Sequence[int]) -> list[Tried]:
    figures, scoring = Figures.active(), Scoring(steps=tuple(steps))
    won = [winner_value(difference, scoring) for difference in differences]
    tried, below = [], -1
    for step in steps:
        limit = step.up_to if step.up_to is not None else max([*differences, below + 1])
        number = sum(below < difference <= limit for difference in differences)
        up_to = _("more") if step.up_to is None else figures.whole(step.up_to)
        share = round(100 * number / len(won)) if won else 0
        tried.append(
            Tried(up_to, figures.hundredths(step.winner), figures.hundredths(step.loser), number, share)
        )
        below = limit
    return tried
