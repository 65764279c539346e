"""The director's clock: start, pause, more time, for all tables or one; lateness proposed and decided."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.clock import Lateness, lateness
from tournaments.errors import InputError, TournamentError
from tournaments.models import Match, MatchState
from tournaments.pages.results.words import read_deals
from tournaments.selectors.matches import check_not_own_table, own_matches
from tournaments.selectors.round_results import RoundResults, round_results, table_clock
from tournaments.selectors.standings import stage_of
from tournaments.selectors.visibility import visible_tournament
from tournaments.services import clock
from tournaments.services.decisions import set_deals

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/hall/clock.html"


@login_required
def clock_page(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponse:
    """The clock of a round, for its referees."""
    event = visible_tournament(request.user, slug)
    if not request.user.has_perm("tournaments.referee", event):
        raise PermissionDenied
    stage = stage_of(event, number)
    now = timezone.now()
    found = round_results(stage, round_number, now)
    refusal = None
    if request.method == "POST":
        try:
            _act(request, found)
        except TournamentError as error:
            refusal = error
        else:
            return redirect(request.path)
    context = {
        "event": event,
        "stage": stage,
        "round": found.round,
        "found": found,
        "phase": found.clock.phase(now, found.settings),
        "ends_at": found.clock.ends_at(now),
        "ends": {
            table.match.table: table_clock(found.round, table.match, found.settings).ends_at(now)
            for table in found.tables
        },
        **_late(found, now),
        "own": own_matches(found.round, request.user),
        "refusal": refusal,
    }
    return render(request, TEMPLATE, context, status=refusal.status if refusal else 200)


def _late(found: RoundResults, now: datetime) -> dict[str, Any]:
    """What the clock proposes for those who are not here, and until then, from when on it will."""
    starts_at, settings = found.round.starts_at, found.settings
    late = lateness(starts_at, now, settings)
    if starts_at is None or now < starts_at or late in (Lateness.POINTS, Lateness.NO_SHOW):
        return {"late": late}
    return {
        "late": late,
        "points_from": starts_at + timedelta(minutes=settings.late_after),
        "no_show_from": starts_at + timedelta(minutes=settings.no_show_after),
    }


def _act(request: HttpRequest, found: RoundResults) -> None:
    data, by, now = request.POST, cast("User", request.user), timezone.now()
    round_id, action = found.round.pk, data.get("action", "")
    of_round: dict[str, Callable[[], Any]] = {
        "start": lambda: clock.start(round_id, _number(data, "minutes"), by, now),
        "pause": lambda: clock.pause(round_id, by, now),
        "go-on": lambda: clock.go_on(round_id, by, now),
        "extend": lambda: clock.extend(round_id, _number(data, "minutes"), by),
        "shorten": lambda: clock.shorten(round_id, _number(data, "minutes"), by),
    }
    if action in of_round:
        of_round[action]()
        return
    if action == "deals-all":
        _set_deals(request, found, read_deals(data.get("deals", "")))
        return
    match = _match(found, _number(data, "table"))
    check_not_own_table(request.user, match)
    of_table: dict[str, Callable[[], Any]] = {
        "pause-table": lambda: clock.pause_table(match.pk, by, now),
        "table-goes-on": lambda: clock.table_goes_on(match.pk, by, now),
        "deals": lambda: set_deals(match.pk, read_deals(data.get("deals", "")), by),
        "extend-table": lambda: clock.extend_table(match.pk, _number(data, "minutes"), by),
        "shorten-table": lambda: clock.shorten_table(match.pk, _number(data, "minutes"), by),
        "late": lambda: clock.rule_late(match.pk, _number(data, "side"), _step(data), by, now, match.version),
        "forgive": lambda: clock.forgive_late(match.pk, _number(data, "side"), by),
    }
    if action not in of_table:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    of_table[action]()


@transaction.atomic
def _set_deals(request: HttpRequest, found: RoundResults, deals: int | None) -> None:
    """Time ended every match that nobody has reported yet; one's own is left to others."""
    for table in found.tables:
        may = request.user.has_perm("tournaments.decide_match", table.match)
        if may and table.match.state == MatchState.SCHEDULED:
            set_deals(table.match.pk, deals, cast("User", request.user))


def _number(data: QueryDict, name: str) -> int:
    text = data.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise InputError(name, _("Give the minutes as a number from 1 on."))
    return int(text)


def _step(data: QueryDict) -> Lateness:
    step = data.get("step", "")
    if step not in (Lateness.POINTS, Lateness.NO_SHOW):
        raise InputError("step", _("This page does not know what to do. Try again."))
    return Lateness(step)


def _match(found: RoundResults, number: int) -> Match:
    for table in found.tables:
        if table.match.table == number:
            return table.match
    raise InputError("table", _("There is no table {number} in this round.").format(number=number))
