"""The director's page of a stage: draw, look, change by hand, publish, and on to the next round."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.numbers import whole_number
from tournaments.core.draws import Relaxation
from tournaments.core.records import Format
from tournaments.draw_sentences import RELAXATIONS
from tournaments.errors import InputError, TournamentError
from tournaments.forms.sides import entrants_of, read_sides, side_fields
from tournaments.models import Stage, StageStatus
from tournaments.pages.director.desk import act, directed, number_of
from tournaments.selectors.cuts import cut_before
from tournaments.selectors.desks import desk_of
from tournaments.selectors.draws import last_round
from tournaments.selectors.pricing import price_of
from tournaments.services import drafts, draws, presence
from tournaments.services.events import CLOSED
from tournaments.services.open_play import report_game
from tournaments.services.stages import begin_stage

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/director/rounds.html"
LOCKS = ("lock", "unlock", "free-bye")


@dataclass(frozen=True)
class Press:
    """A button pressed on the page: by whom, when, and the number in it (a table or a round)."""

    stage: Stage
    row: int
    data: QueryDict
    by: "User"
    now: datetime

    @property
    def draft(self) -> int:
        """The draft on the page, which is the one in the database, or the step is refused."""
        return drafts.draft_seen(self.stage.pk, self.data.get("drawn", ""))


@login_required
def direct(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a director begins: at the stage that runs, or at the entrants while nothing is drawn."""
    event = directed(request, slug)
    begun = event.stages.exclude(status=StageStatus.PLANNED).order_by("-number").first()
    if begun is None:
        return redirect("tournaments:direct-entrants", slug)
    return redirect("tournaments:direct-rounds", slug, begun.number)


@login_required
def rounds(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One stage: its current round and its draft."""
    event = directed(request, slug)
    stage = get_object_or_404(event.stages.select_related("tournament"), number=number)

    def context() -> dict[str, Any]:
        return _context(stage, request)

    if request.method == "POST":
        address = reverse("tournaments:direct-rounds", args=[slug, number]) + _place(request.POST)
        return act(request, lambda: _step(request, stage), address, TEMPLATE, context)
    return render(request, TEMPLATE, context())


def _place(data: QueryDict) -> str:
    """Where on the page a director goes on: at the table whose lock was pressed, in a long draft."""
    word, _colon, row = data.get("action", "").partition(":")
    if word in LOCKS:
        return "#bye" if whole_number(row) is None else f"#table-{row}"
    return ""


def _wholes(texts: list[str]) -> list[int]:
    return [number for text in texts if (number := whole_number(text)) is not None]


def _context(stage: Stage, request: HttpRequest) -> dict[str, Any]:
    desk = desk_of(stage)
    context: dict[str, Any] = {
        "event": stage.tournament,
        "stage": stage,
        "stages": list(stage.tournament.stages.order_by("number")),
        "desk": desk,
        "cut": cut_before(stage) if stage.status == StageStatus.PLANNED else None,
        "relaxations": RELAXATIONS,
    }
    if stage.format == Format.OPEN and stage.number == 1 and stage.tournament.status not in CLOSED:
        context |= {
            "sides": side_fields(stage.tournament, request.POST),
            "entrants": entrants_of(stage.tournament),
        }
    asked = _wholes(request.GET.getlist("without"))
    if asked and desk.draft is not None:
        try:
            context["price"] = price_of(desk.draft.round, asked)
        except TournamentError as error:
            context["refusal"] = error
    return context


def _step(request: HttpRequest, stage: Stage) -> str | None:
    word, _colon, row = request.POST.get("action", "").partition(":")
    step = STEPS.get(word)
    number = whole_number(row or "0")
    if step is None or number is None:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    with transaction.atomic():
        return step(Press(stage, number, request.POST, cast("User", request.user), timezone.now()))


def _report(press: Press) -> str:
    """A game of an open event."""
    sides = read_sides(press.stage.tournament, press.data)
    match = report_game(press.stage.pk, sides, press.by, press.now)
    return _("Table {number} waits for its result.").format(number=match.table)


def _draw(press: Press) -> None:
    """The next round, or the draft again with new lots; the rule given up, if any, comes with the button."""
    rule = press.data.get("relax")
    relaxed = [Relaxation(rule)] if rule in list(Relaxation) else None
    draws.draw_round(press.stage.pk, press.by, press.now, relaxed=relaxed)


def _begin(press: Press) -> None:
    declined = _wholes(press.data.getlist("declined"))
    begin_stage(press.stage.pk, press.by, declined)
    draws.draw_round(press.stage.pk, press.by, press.now)


def _leave_out(press: Press) -> None:
    presence.leave_out_unchecked(press.stage.pk, press.by)
    draws.draw_round(press.stage.pk, press.by, press.now)


def _all_here(press: Press) -> None:
    presence.check_everybody(press.stage.tournament_id, True, press.by)
    draws.draw_round(press.stage.pk, press.by, press.now)


def _lock(press: Press) -> None:
    drafts.set_lock(press.draft, press.row, True, press.by)


def _unlock(press: Press) -> None:
    drafts.set_lock(press.draft, press.row, False, press.by)


def _bye(press: Press) -> None:
    drafts.set_bye_lock(press.draft, number_of(press.data, "entrant"), press.by, press.now)


def _free_bye(press: Press) -> None:
    drafts.set_bye_lock(press.draft, None, press.by, press.now)


def _swap(press: Press) -> None:
    one, other = number_of(press.data, "one"), number_of(press.data, "other")
    drafts.swap(press.draft, one, other, press.by, press.now)


def _deals(press: Press) -> str:
    number = number_of(press.data, "deals")
    drafts.set_deals(press.draft, number, press.by)
    return ngettext(
        "Matches of this round have {number} deal.", "Matches of this round have {number} deals.", number
    ).format(number=number)


def _rest(press: Press) -> None:
    drafts.pair_the_rest(press.draft, press.by, press.now)


def _discard(press: Press) -> None:
    drafts.discard_draft(press.draft, press.by)


def _publish(press: Press) -> str:
    round_ = draws.publish(press.draft, press.by, press.now)
    return _("Round {number} is published.").format(number=round_.number)


def _unpublish(press: Press) -> str:
    current = last_round(press.stage)
    if current is None or current.number != press.row:
        raise TournamentError("not-the-last", _("Only the last published round can be taken back."))
    draws.unpublish(current.pk, press.by)
    return _("Round {number} is a draft again.").format(number=current.number)


STEPS: dict[str, Callable[[Press], str | None]] = {
    "report": _report,
    "draw": _draw,
    "begin": _begin,
    "leave-out": _leave_out,
    "all-here": _all_here,
    "lock": _lock,
    "unlock": _unlock,
    "bye": _bye,
    "free-bye": _free_bye,
    "swap": _swap,
    "deals": _deals,
    "rest": _rest,
    "discard": _discard,
    "publish": _publish,
    "unpublish": _unpublish,
}
