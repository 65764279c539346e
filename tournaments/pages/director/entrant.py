"""One entrant for the director: what is set, whether it is there, who plays for whom."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings.models import Player
from tournaments.errors import InputError, TournamentError
from tournaments.forms.people import PersonField, read_person, settle
from tournaments.models import Tournament
from tournaments.pages.director.desk import Refused, directed
from tournaments.selectors.entry_lists import EntryLine, entry_line, running_stage, seats_now
from tournaments.selectors.people import People
from tournaments.services import entries, presence, sign_up
from tournaments.services.events import lock_event

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/director/entrant.html"


class EntrantForm(forms.Form):
    """What is set for an entrant."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=160)
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=gettext_lazy("1 is the strongest. It counts in the first draw."),
    )
    fixed_table = forms.IntegerField(
        label=gettext_lazy("Stays at table"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=gettext_lazy("For who cannot move: every round is played at this table."),
    )
    remark = forms.CharField(
        label=gettext_lazy("Remark"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("For directors only."),
    )


@dataclass(frozen=True)
class Press:
    """A button pressed on the page."""

    event: Tournament
    line: EntryLine
    data: QueryDict
    person: PersonField
    by: "User"
    now: datetime

    @property
    def entrant(self) -> int:
        return self.line.entrant.pk

    @property
    def why(self) -> str:
        """The reason as typed, "" without one."""
        return self.data.get("reason", "").strip()

    @property
    def reason(self) -> str:
        return self.why or _("Decided by the director.")

    def member(self) -> Player:
        """The own player who is to be replaced."""
        code = self.data.get("out", "")
        for member, _rating in self.line.players:
            if member.player.code == code:
                return member.player
        raise InputError("bad-number", _("Choose one of the list."))

    def other(self) -> Player:
        """The player typed into the form."""
        if self.person.error:
            raise InputError("nobody-chosen", self.person.error)
        return settle(self.event, self.person, self.by)


@login_required
def entrant(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What can be set and done for one entrant. A refused step changes nothing."""
    event = directed(request, slug)
    line = entry_line(event, number)
    if line is None:
        raise Http404
    stage = running_stage(event)
    values = {name: getattr(line.entrant, name) for name in EntrantForm.base_fields}
    saving = request.POST.get("action") == "save"
    form = EntrantForm(request.POST if saving else None, initial=values)
    person = PersonField(1)
    if "name1" in request.POST:
        person = read_person(People(event, private=True), request.POST, 1)
    refusal: Exception | None = None
    if request.method == "POST":
        press = Press(event, line, request.POST, person, cast("User", request.user), timezone.now())
        try:
            if not saving or form.is_valid():
                done = _save(press, form) if saving else _step(press)
                messages.success(request, done)
                gone = request.POST.get("action") == "cancel"
                return redirect("tournaments:direct-entrants", slug) if gone else redirect(request.path)
        except Refused as error:
            refusal = error
    context: dict[str, Any] = {
        "event": event,
        "tab": "entrants",
        "stages": list(event.stages.order_by("number")),
        "line": line,
        "form": form,
        "person": person,
        "drawn": entries.is_drawn(line.entrant),
        "seats": seats_now(line.entrant, stage) if stage else [],
        "refusal": refusal,
    }
    status = getattr(refusal, "status", 409) if refusal else 400 if form.errors else 200
    return render(request, TEMPLATE, context, status=status)


def _save(press: Press, form: EntrantForm) -> str:
    entries.change_entrant(press.entrant, press.by, **form.cleaned_data)
    return _("Saved.")


def _step(press: Press) -> str:
    step = STEPS.get(press.data.get("action", ""))
    if step is None:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    return step(press)


def _withdraw(press: Press) -> str:
    at_once = bool(press.data.get("at_once"))
    presence.withdraw(press.entrant, press.by, press.reason, press.now, at_once=at_once)
    return _("{name} plays no further round.").format(name=press.line.entrant.name)


def _come_back(press: Press) -> str:
    presence.come_back(press.entrant, press.by, press.reason)
    return _("{name} is drawn again.").format(name=press.line.entrant.name)


def _absent(press: Press) -> str:
    presence.miss_next_round(press.entrant, press.by)
    return _("{name} misses the next round.").format(name=press.line.entrant.name)


def _present(press: Press) -> str:
    presence.play_next_round(press.entrant, press.by)
    return _("{name} is drawn again.").format(name=press.line.entrant.name)


def _disqualify(press: Press) -> str:
    from_this = bool(press.data.get("from_this_round"))
    presence.disqualify(press.entrant, press.by, press.why, press.now, from_this_round=from_this)
    return _("{name} is disqualified.").format(name=press.line.entrant.name)


def _reinstate(press: Press) -> str:
    presence.reinstate(press.entrant, press.by, press.why)
    return _("{name} takes part again.").format(name=press.line.entrant.name)


def _cancel(press: Press) -> str:
    with transaction.atomic():
        event = lock_event(press.event.pk)
        entries.cancel_entry(press.entrant, press.by, press.reason)
        sign_up.move_up(event, press.by)
    return _("The entry of {name} is cancelled.").format(name=press.line.entrant.name)


def _substitute(press: Press) -> str:
    stage = running_stage(press.event)
    seats = seats_now(press.line.entrant, stage) if stage else []
    seat = next((seat for seat in seats if seat.player.code == press.data.get("out")), None)
    if seat is None:
        raise TournamentError("not-seated", _("Nobody of this entrant sits there in the current round."))
    with transaction.atomic():
        into = press.other()
        presence.substitute(seat.match_id, seat.player, into, press.by, press.reason)
    return _("{name} plays at table {table}.").format(name=into.shown_name, table=seat.match.table)


def _replace(press: Press) -> str:
    with transaction.atomic():
        into = press.other()
        changed = entries.replace_member(press.entrant, press.member(), into, press.by, press.reason)
    return _("The entrant is now {name}.").format(name=changed.name)


STEPS: dict[str, Callable[[Press], str]] = {
    "withdraw": _withdraw,
    "come-back": _come_back,
    "absent": _absent,
    "present": _present,
    "disqualify": _disqualify,
    "reinstate": _reinstate,
    "cancel": _cancel,
    "substitute": _substitute,
    "replace": _replace,
}
