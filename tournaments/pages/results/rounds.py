"""The results of a round at a glance: type them in a line, confirm what was reported, adjust."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from ratings.numbers import whole_number
from tournaments.errors import InputError, NotAllowedError, TournamentError
from tournaments.figures import Figures
from tournaments.models import CLOSED, Match, MatchState, Stage
from tournaments.pages.fragments import fragment
from tournaments.pages.results.forms import AdjustmentForm, side_name
from tournaments.pages.results.words import read_line
from tournaments.selectors.matches import own_matches
from tournaments.selectors.round_results import RoundResults, round_results
from tournaments.selectors.standings import stage_of
from tournaments.selectors.visibility import visible_tournament
from tournaments.services.adjustments import adjust, take_back_adjustment
from tournaments.services.checks import check_totals
from tournaments.services.decisions import Ruling, confirm_all, decide
from tournaments.templatetags.events import whole

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/results/round.html"


@login_required
def results(request: HttpRequest, slug: str, number: int, round_number: int) -> HttpResponseBase:
    """All tables of a round, and the line that takes a result."""
    event = visible_tournament(request.user, slug)
    if not request.user.has_perm("tournaments.type_result", event):
        raise PermissionDenied
    stage = stage_of(event, number)
    refusal, form = None, AdjustmentForm(stage)
    if request.method == "POST":
        if request.POST.get("action") == "adjust":
            form = AdjustmentForm(stage, request.POST)
        try:
            where = _act(request, stage, round_number, form)
        except TournamentError as error:
            refusal = error
        else:
            if where is not None:
                return redirect(where)
    found = round_results(stage, round_number, timezone.now())
    if request.method == "GET" and request.htmx:  # type: ignore[attr-defined]
        return fragment(request, "tournaments/results/_tables.html", _context(request, found, form, None))
    status = refusal.status if refusal else 400 if form.errors else 200
    return render(request, TEMPLATE, _context(request, found, form, refusal), status=status)


def _context(
    request: HttpRequest, found: RoundResults, form: AdjustmentForm, refusal: TournamentError | None
) -> dict[str, Any]:
    stage = found.round.stage
    own = own_matches(found.round, request.user)
    return {
        "event": stage.tournament,
        "stage": stage,
        "round": found.round,
        "found": found,
        "form": form,
        "refusal": refusal,
        "typed": request.POST.get("line", "") if refusal else "",
        "own": own,
        "to_confirm": [match for match in found.to_confirm if match.pk not in own],
        "may_decide": request.user.has_perm("tournaments.referee", stage.tournament),
        "may_direct": request.user.has_perm("tournaments.direct", stage.tournament),
    }


def _act(request: HttpRequest, stage: Stage, number: int, form: AdjustmentForm) -> str | None:
    """Do what was asked and return where to go next; None where the form must be shown again."""
    here = reverse("tournaments:results", args=[stage.tournament.slug, stage.number, number])
    found = round_results(stage, number, timezone.now())
    by = cast("User", request.user)
    action = request.POST.get("action", "")
    if action == "type":
        return _type(request, found, by) or here
    if not request.user.has_perm("tournaments.referee", stage.tournament):
        raise PermissionDenied
    if action == "confirm-all":
        _confirm(request, found, by)
    elif action == "adjust":
        if not form.is_valid():
            return None
        entrant, value, reason = form.adjustment()
        adjust(stage, entrant, value, reason, number, by)
    elif action == "take-back" and (taken := whole_number(request.POST.get("adjustment", ""))) is not None:
        take_back_adjustment(stage, taken, by)
    else:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    return here


def _confirm(request: HttpRequest, found: RoundResults, by: "User") -> None:
    """Confirm what was seen; said is how many of it are official now, by this click or by one just before."""
    own = own_matches(found.round, by)
    seen = dict(pair.split(":") for pair in request.POST.getlist("seen") if pair.count(":") == 1)
    asked = {str(match.pk): match for match in found.to_confirm if match.pk not in own}
    confirm_all(
        [(match.pk, match.version) for key, match in asked.items() if seen.get(key) == str(match.version)],
        by,
        timezone.now(),
    )
    tables = {str(table.match.pk): table.match.pk for table in found.tables if table.match.pk not in own}
    mine = [tables[key] for key in seen.keys() & tables.keys()]
    count = Match.objects.filter(pk__in=mine, state=MatchState.OFFICIAL).count()
    if count or not mine:
        said = ngettext("{n} result is official.", "{n} results are official.", count).format(n=count)
        messages.success(request, said)
    if rest := len(mine) - count:
        said = ngettext(
            "{n} table changed meanwhile: look at it again.",
            "{n} tables changed meanwhile: look at them again.",
            rest,
        )
        messages.warning(request, said.format(n=rest))


def _check_plausible(request: HttpRequest, found: RoundResults, totals: tuple[int, ...]) -> None:
    """Refuse once what a figure too many makes of a result: twice what a whole match is played to."""
    most = 2 * engine.RULE_SETS[found.round.stage.tournament.rule_set].points
    largest = max(totals, key=abs)
    if abs(largest) > most and request.POST.get("sure") != request.POST.get("line"):
        raise InputError(
            "implausible",
            _("{points} points are very many. If they are right, send the line again as it is.").format(
                points=whole(largest)
            ),
        )


def _type(request: HttpRequest, found: RoundResults, by: "User") -> str | None:
    """Take the typed line; its table's page, which asks for a reason, is returned where there must be one.

    That is where another result stands or was reported, and after the event.
    """
    line = read_line(request.POST.get("line", ""))
    table = next((table for table in found.tables if table.match.table == line.table), None)
    if table is None:
        raise InputError("table", _("There is no table {number} in this round.").format(number=line.table))
    match = table.match
    if not request.user.has_perm("tournaments.type_result", match):
        raise NotAllowedError("own-table", _("At your own table you are a player: report there."))
    check_totals(line.totals, len(match.sides.all()))
    closed = found.round.stage.tournament.status in CLOSED
    if closed or not table.agrees_with(line.totals):
        if not request.user.has_perm("tournaments.decide_match", match):
            if closed:
                raise TournamentError(
                    "tournament-closed",
                    _("This event is closed: only a referee can change its results, with a reason."),
                )
            raise TournamentError(
                "other-result", _("Table {number} has another result already.").format(number=line.table)
            )
        totals = "&".join(f"total={total}" for total in line.totals)
        return f"{reverse('tournaments:decide', args=[match.uuid])}?{totals}"
    _check_plausible(request, found, line.totals)
    decide(match.pk, Ruling(line.totals), by, timezone.now(), match.version)
    points = Figures.active().score(line.totals)
    said = [_("Table {number}: {points} is official.").format(number=line.table, points=points)]
    said += [
        _("The {points} for coming late are in it: {side}.").format(
            points=whole(penalty), side=side_name(match, number)
        )
        for number, penalty in enumerate(match.penalties)
        if penalty
    ]
    messages.success(request, " ".join(said))
    return None
