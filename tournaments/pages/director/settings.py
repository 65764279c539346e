"""The event's settings for its director: what is set, who else directs, and how the event ends."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.models import Club
from ratings.numbers import whole_number
from tournaments.errors import InputError
from tournaments.forms import all_valid
from tournaments.forms.event import EventForm, event_values
from tournaments.forms.stage import LaterStageForm, NamedStageForm, StageForm, stage_values
from tournaments.models import Stage, Tournament
from tournaments.pages.director.desk import Refused, directed
from tournaments.selectors.clubs import clubs_of, vp_tables_of
from tournaments.selectors.people import officials_of
from tournaments.selectors.seasons import seasons_for
from tournaments.services import event_settings, events, officials, seasons

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/director/settings.html"
ENDINGS: dict[str, Callable[[int, "User", str], Tournament]] = {
    "finish": events.finish_event,
    "reopen": events.reopen_event,
    "archive": events.archive_event,
    "cancel": events.cancel_event,
}
SEASONS: dict[str, Callable[[int, int, "User"], None]] = {
    "season-in": seasons.put_in,
    "season-out": seasons.take_out,
}
SAVED = gettext_noop("Saved.")


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What is set for the event, and the steps that end it. A refused step changes nothing."""
    event = directed(request, slug)
    stages = list(event.stages.order_by("number"))
    saving = request.POST.get("action") == "save"
    event_form, stage_forms = _forms(request if saving else None, event, stages)
    context: dict[str, Any] = {"event": event, "tab": "settings", "stages": stages}
    context |= {"event_form": event_form, "stage_forms": stage_forms, "officials": officials_of(event)}
    context["seasons"] = seasons_for(event)
    context["own_tables"] = clubs_of(request.user).filter(pk=event.club_id).first()
    status = 200
    if request.method == "POST":
        try:
            if saving and not all_valid((event_form, *stage_forms)):
                raise InputError("bad-form", _("Look at the fields marked below."))
            done = _save(request, event, event_form, stage_forms) if saving else _step(request, event)
        except Refused as error:
            context["refusal"] = error
            status = getattr(error, "status", 409)
        else:
            messages.success(request, done)
            gone = request.POST.get("action") == "delete"
            return redirect("tournaments:index") if gone else redirect("tournaments:direct-settings", slug)
    return render(request, TEMPLATE, context, status=status)


def _forms(
    request: HttpRequest | None, event: Tournament, stages: list[Stage]
) -> tuple[EventForm, list[StageForm]]:
    data = request.POST if request else None
    tables = list(vp_tables_of(Club.objects.filter(pk=event.club_id)))
    first = NamedStageForm if stages[1:] else StageForm
    stage_forms = [
        (first if stage.number == 1 else LaterStageForm)(
            tables, data, initial=stage_values(stage), prefix=f"stage{stage.number}"
        )
        for stage in stages
    ]
    return EventForm(data, initial=event_values(event)), stage_forms


def _save(request: HttpRequest, event: Tournament, form: EventForm, stage_forms: list[StageForm]) -> str:
    stages = {number: stage.values() for number, stage in enumerate(stage_forms, start=1)}
    event_settings.change_event(event.pk, cast("User", request.user), form.cleaned_data, stages)
    return _(SAVED)


def _step(request: HttpRequest, event: Tournament) -> str:
    action, by = request.POST.get("action", ""), cast("User", request.user)
    if action == "delete":
        events.delete_event(event.pk, by)
        return _("The event was deleted.")
    if action == "add-official":
        role, email = request.POST.get("role", ""), request.POST.get("email", "")
        return _("{name} was added.").format(name=officials.add(event.pk, role, email, by))
    if action.startswith("remove-official:"):
        _word, role, user = [*action.split(":"), "", ""][:3]
        officials.remove(event.pk, role, user, by)
        return _(SAVED)
    word, _colon, row = action.partition(":")
    if word in SEASONS and (season := whole_number(row)) is not None:
        SEASONS[word](season, event.pk, by)
        return _(SAVED)
    step = ENDINGS.get(action)
    if step is None:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    moved = step(event.pk, by, request.POST.get("reason", ""))
    return _("The event is now: {status}.").format(status=moved.get_status_display())
