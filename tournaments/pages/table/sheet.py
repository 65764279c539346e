"""The sheet of a table: typed, added up, reported, confirmed, contradicted, protested."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import InputError, TournamentError
from tournaments.models import Match, MatchState
from tournaments.score_sheets import (
    MOST_DEALS,
    Sheet,
    Terms,
    only_totals,
    read_sheet,
    typed_of,
)
from tournaments.selectors.comparisons import comparisons_of
from tournaments.selectors.sheets import Standing, outlook, standing_of, taken_back, terms_of
from tournaments.services.protests import protest
from tournaments.services.reports import Report, report, take_back
from tournaments.sheet_faults import UNFINISHED, fault_sentence
from tournaments.words import SHEET_ITEMS, WAYS_OUT

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/table/table.html"
WITHOUT_SHEET = {"protest", "take-back"}


@dataclass(frozen=True)
class Door:
    """How somebody came to a table: its address, and the side they are of, if that is known."""

    match: Match
    address: str
    side: int | None = None
    by_link: bool = False


def sheet_page(request: HttpRequest, door: Door, by: "User | None") -> HttpResponse:
    """The page of a table for one side; who reports is asked first."""
    sent = request.POST if request.method == "POST" else request.GET
    side = door.side if door.side is not None else _side(sent.get("side", ""), door.match)
    context = _frame(door, side, sent)
    if side is None:
        return render(request, "tournaments/table/choose.html", context)
    terms: Terms = context["terms"]
    if request.method != "POST":
        return render(request, TEMPLATE, context | _sheet(door.match, _start(context)))
    checks = request.POST.get("action") == "check"
    typed = read_sheet(terms, request.POST.dict(), being_typed=checks and _typing(request))
    if checks:
        return _checked(request, context, door.match, typed)
    try:
        _act(request, door.match, side, typed, by)
    except TournamentError as error:
        # Only who was typing goes on typing; a protest that is refused leaves the result on the page.
        editing = context["editing"] or request.POST.get("action") not in WITHOUT_SHEET
        context |= {"refusal": error, "editing": editing, "flagged": bool(typed.faults)}
        return render(request, TEMPLATE, context | _sheet(door.match, typed), status=error.status)
    return HttpResponseRedirect(f"{door.address}?side={side}")


def _typing(request: HttpRequest) -> bool:
    """Whether the sums ask by themselves while somebody types, and nobody pressed a button."""
    return request.htmx.target == "sums"  # type: ignore[attr-defined]


def _side(given: str, match: Match) -> int | None:
    numbers = {str(side.number): side.number for side in match.sides.all()}
    return numbers.get(given)


def _frame(door: Door, side: int | None, sent: Mapping[str, str]) -> dict[str, Any]:
    """What every state of the page shows."""
    match = door.match
    standing = standing_of(match)
    given = () if "action" in sent else _given(match, side, standing)
    totals_only = sent["mode"] == "totals" if "mode" in sent else only_totals(given)
    context: dict[str, Any] = {
        "door": door,
        "match": match,
        "event": match.round.stage.tournament,
        "side": side,
        "standing": standing,
        "given": given,
        "terms": terms_of(match, totals_only=totals_only),
        "mode": "totals" if totals_only else "",
        "labels": SHEET_ITEMS,
        "out_choices": WAYS_OUT,
        "now": timezone.now(),
    }
    if side is not None:
        again = "again" in sent
        context["confirms"] = standing.waits_for(side)
        context["own"] = standing.own(side)
        context["editing"] = again or match.state == MatchState.SCHEDULED
        context["autofocus"] = not sent.get("action")
        context["protests"] = match.protests.filter(side=side).order_by("pk")
        context["sent"] = match.sheets.filter(Q(side=side) | Q(countersigned_by_side=side)).exists()
        disputed = match.state == MatchState.DISPUTED and not context["editing"]
        context["comparisons"] = comparisons_of(match) if disputed else []
        context["others"] = [other for other in match.sides.all() if other.number != side]
    return context


def _given(match: Match, side: int | None, standing: Standing) -> Sequence[Any]:
    """The other side's sheet, with which this one begins to differ, or the side's own it took back."""
    given = standing.sheets[0].deals if standing.sheets else getattr(standing.record, "deals", None)
    return given if given is not None else () if side is None else taken_back(match, side)


def _start(context: dict[str, Any]) -> Sheet:
    """What an editor begins with; who only looks at the result gets an empty sheet."""
    terms: Terms = context["terms"]
    return read_sheet(terms, typed_of(context["given"], terms) if context["editing"] else {})


def _sheet(match: Match, sheet: Sheet) -> dict[str, Any]:
    return {"sheet": sheet, "outlook": outlook(match, sheet.totals) if sheet.lines else None}


def _checked(request: HttpRequest, context: dict[str, Any], match: Match, sheet: Sheet) -> HttpResponse:
    """The sheet added up: only the figures for who types with htmx, the whole page for others."""
    context |= {"editing": True, **_sheet(match, sheet)}
    if not _typing(request):
        return render(request, TEMPLATE, context)
    shown = request.POST.get("shown", "")
    known = min(int(shown), MOST_DEALS) if shown.isdecimal() and len(shown) < 4 else len(sheet.deals)
    # A deal that is needed no more, since the match is over before it, stays on the page.
    context |= {"new_deals": sheet.deals[known:], "shown": max(known, len(sheet.deals)), "oob": True}
    return render(request, "tournaments/table/_figures.html", context)


def _act(request: HttpRequest, match: Match, side: int, sheet: Sheet, by: "User | None") -> None:
    action, now = request.POST.get("action", ""), timezone.now()
    if action == "report":
        report(match.pk, _report(sheet, side, flagged="flagged" in request.POST), by, now)
    elif action == "confirm":
        report(match.pk, Report(side, _seen(request.POST.get("totals", "")), confirms=True), by, now)
    elif action == "take-back":
        take_back(match.pk, side, by)
    elif action == "protest":
        protest(match.pk, side, request.POST.get("text", ""), by, now)
    else:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))


def _report(sheet: Sheet, side: int, *, flagged: bool) -> Report:
    if sheet.unreadable:
        raise InputError("sheet", _("Something is missing or is no number. Look at what is marked."))
    if not sheet.lines:
        raise InputError("sheet", _("Fill in the sheet first: at least one deal, in numbers."))
    if sheet.faults and not flagged:
        raise InputError("flagged", _why_not(sheet))
    return Report(side, tuple(sheet.totals), sheet.lines, sheet.faults)


def _why_not(sheet: Sheet) -> str:
    """What keeps a sheet from being reported; what stands at no cell is said here."""
    unfinished = [fault_sentence(fault) for fault in sheet.faults if fault["code"] in UNFINISHED]
    if len(unfinished) < len(sheet.faults):
        return _("This sheet can't be right. Look at what is marked.")
    return " ".join([*unfinished, _("Did time end it? The director sets how many deals it had.")])


def _seen(text: str) -> tuple[int, ...]:
    """The totals that were confirmed, as they were shown."""
    parts = text.split()
    if not parts or not all(part.lstrip("-").isdecimal() and len(part) < 9 for part in parts):
        raise InputError("totals", _("This page does not know what to do. Try again."))
    return tuple(int(part) for part in parts)
