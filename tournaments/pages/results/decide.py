"""One table before its referee: both versions side by side, every decision, and what it would change."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings.numbers import whole_number
from tournaments.errors import InputError, NotAllowedError, TournamentError
from tournaments.models import LogState, Match
from tournaments.pages.results.acts import Act, act_of_words
from tournaments.pages.results.forms import RulingForm
from tournaments.pages.results.words import read_deals
from tournaments.selectors.comparisons import comparisons_of
from tournaments.selectors.matches import (
    check_not_own_table,
    describe_end,
    end_condition,
    history_of,
    played_at,
    visible_match,
)
from tournaments.selectors.replays import facts_of_logs
from tournaments.selectors.reporting import is_live
from tournaments.selectors.round_results import one_table
from tournaments.services import corrections, decisions, links, protests
from tournaments.services.corrections import Preview, preview

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/results/decide.html"
OWN_TABLE = "tournaments/results/own_table.html"
# What changes figures that stand, or that a later round was drawn from, is shown before it is done.
PREVIEWED = {"decide", "accept", "wrong-lines", "undo", "date"}


@login_required
def decide_page(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """Decide a match."""
    match = visible_match(request.user, uuid)
    try:
        check_not_own_table(request.user, match)
    except NotAllowedError as error:
        return render(request, OWN_TABLE, {"match": match, "refusal": error}, status=error.status)
    if not request.user.has_perm("tournaments.decide_match", match):
        raise PermissionDenied
    action = request.POST.get("action", "")
    form = RulingForm(match, request.POST if action == "decide" else None, _typed(request))
    context: dict[str, Any] = {"form": form, "action": action, "sent": request.POST}
    status = 200
    if request.method == "POST":
        try:
            changes = _take(request, match, form, action)
        except TournamentError as error:
            context["refusal"], status = error, error.status
        else:
            if changes is None:
                messages.success(request, _("Done."))
                return redirect(_back_of(request, match))
            context["preview"] = changes
    context["back"] = _back_of(request, match)
    return render(request, TEMPLATE, context | _of(visible_match(request.user, uuid)), status=status)


def _typed(request: HttpRequest) -> list[str] | None:
    totals = request.GET.getlist("total")
    return totals if totals and all(total.lstrip("-").isdecimal() for total in totals) else None


def _moment(text: str) -> datetime:
    """What a field of date and time holds. Raises InputError `date`."""
    try:
        return timezone.make_aware(datetime.fromisoformat(text)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InputError("date", _("Give the date and the time.")) from error


def _of(match: Match) -> dict[str, Any]:
    record = getattr(match, "record", None)
    return {
        "match": match,
        "event": match.round.stage.tournament,
        "table": one_table(match, timezone.now()),
        "record": record,
        "played_at": played_at(match),
        "ends": describe_end(end_condition(match)),
        "comparisons": comparisons_of(match),
        "logs": facts_of_logs(match),
        "notes": list(match.notes.filter(settled_at=None).select_related("by")),
        "live": is_live(match),
        "history": history_of(match),
    }


def _back_of(request: HttpRequest, match: Match) -> str:
    """Where the referee came from: the queue, or the results of the round."""
    if request.GET.get("from") == "queue":
        return reverse("admin:index")
    stage = match.round.stage
    return reverse("tournaments:results", args=[stage.tournament.slug, stage.number, match.round.number])


def _take(request: HttpRequest, match: Match, form: RulingForm, action: str) -> Preview | None:
    """Take the decision, or return what it would change where that was asked or must be seen first."""
    version = whole_number(request.POST.get("version", ""))
    if action == "decide" and not form.is_valid():
        raise InputError("bad-form", _("Look at the fields marked below."))
    _check_log(match, request.POST)
    act = _act_of(request, form, action)
    if version is None or act is None or whole_number(request.POST.get("protest", "0")) is None:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    by, now = cast("User", request.user), timezone.now()
    confirmed = "confirmed" in request.POST
    shown_first = "preview" in request.POST or hasattr(match, "record") or not is_live(match)
    if action in PREVIEWED and shown_first and not confirmed:
        return preview(match.round.stage, lambda: act(match, by, now, version))
    act(match, by, now, version)
    return None


def _check_log(match: Match, sent: QueryDict) -> None:
    """The result of a log that is not right counts for a reason only. Raises InputError `reason-required`."""
    asked = whole_number(sent.get("log", ""))
    wrong = match.logs.exclude(state=LogState.VERIFIED)
    if asked is not None and not sent.get("reason", "").strip() and wrong.filter(pk=asked).exists():
        raise InputError("reason-required", _("Say why the result of this log counts."), field="reason")


def _act_of(request: HttpRequest, form: RulingForm, action: str) -> Act | None:
    reason = request.POST.get("reason", "")
    sheet = whole_number(request.POST.get("sheet", ""))
    if action == "decide" and form.is_valid():
        ruling, public = form.ruling(), form.cleaned_data["public_reason"]
        return lambda match, by, now, version: decisions.decide(
            match.pk, ruling, by, now, version, reason, public
        )
    if action == "accept" and sheet is not None:
        return lambda match, by, now, version: decisions.accept_sheet(
            match.pk, sheet, by, now, version, reason
        )
    if action == "date":
        played = _moment(request.POST.get("played_at", ""))
        return lambda match, by, now, version: corrections.correct_date(
            match.pk, played, by, now, version, reason
        )
    acts: dict[str, Act] = {
        "stand": lambda match, by, now, version: decisions.refuse_request(match.pk, by, reason, version),
        "postpone": lambda match, by, now, version: decisions.set_postponed(
            match.pk, True, by, version, reason
        ),
        "resume": lambda match, by, now, version: decisions.set_postponed(
            match.pk, False, by, version, reason
        ),
        "deals": lambda match, by, now, version: decisions.set_deals(
            match.pk, read_deals(request.POST.get("deals", "")), by, version, reason
        ),
        "undo": lambda match, by, now, version: decisions.undo(match.pk, by, now, reason, version),
        "wrong-lines": lambda match, by, now, version: corrections.wrong_lines(
            match.pk, by, now, reason, version
        ),
        "answer": lambda match, by, now, version: protests.answer_protest(
            match.pk,
            whole_number(request.POST.get("protest", "0")) or 0,
            request.POST.get("answer", ""),
            by,
            now,
        ),
        "new-link": lambda match, by, now, version: links.renew_link(match, now),
        "end-link": lambda match, by, now, version: links.revoke_links([match], now),
        "swap-seats": lambda match, by, now, version: corrections.swap_seats(match.pk, by, version, reason),
    }
    return acts.get(action) or act_of_words(action, request.POST)
