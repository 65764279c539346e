"""A new event: from a preset, from an earlier event, or from nothing but defaults."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from ratings.selectors.clubs import by_name
from tournaments.forms import all_valid
from tournaments.forms.event import NewEventForm, event_values
from tournaments.forms.presets import PRESETS, Preset
from tournaments.forms.stage import FinalForm, StageForm, copied_values
from tournaments.models import Tournament
from tournaments.pages.director.desk import Refused, directed
from tournaments.selectors.clubs import clubs_of, vp_tables_of
from tournaments.services.entries import enter_again
from tournaments.services.event_settings import forbid_again
from tournaments.services.events import StagePlan, create_event

if TYPE_CHECKING:
    from accounts.models import User

AHEAD = timedelta(days=7)


@login_required
def create(request: HttpRequest) -> HttpResponse:
    """The one page that makes an event; with `?preset=` or `?copy=` its fields are filled in."""
    if not request.user.has_perm("tournaments.create_event"):
        raise PermissionDenied
    copied = directed(request, request.GET["copy"]) if "copy" in request.GET else None
    preset = PRESETS.get(request.GET.get("preset", ""), PRESETS["club-evening"])
    event_form, stage_form, final_form = bound = _forms(request, preset, copied)
    if request.method == "POST" and all_valid(bound):
        like = None if copied is None else copied.stages.filter(number=2).first()
        plans = [stage_form.plan(), *final_form.plans(like)]
        again = copied if request.POST.get("entrants") else None
        try:
            event = _create(cast("User", request.user), event_form.cleaned_data, plans, again)
        except Refused as error:
            stage_form.add_error(None, str(error))
        else:
            return redirect("tournaments:direct-entrants", event.slug)
    context = {
        "forms": bound,
        "copied": copied,
        "presets": PRESETS,
        "clubs": by_name(clubs_of(request.user)),
        "preset": request.GET.get("preset", "club-evening"),
    }
    status = 400 if any(form.errors for form in bound) else 200
    return render(request, "tournaments/director/create.html", context, status=status)


def _forms(
    request: HttpRequest, preset: Preset, copied: Tournament | None
) -> tuple[NewEventForm, StageForm, FinalForm]:
    clubs = clubs_of(request.user)
    stages = [] if copied is None else list(copied.stages.order_by("number")[:2])
    start = timezone.localtime(timezone.now() + AHEAD).replace(hour=18, minute=0, second=0, microsecond=0)
    event = {"starts_at": start} | preset.event
    stage, final = preset.stage, preset.final
    if copied is not None:
        event = event_values(copied) | {"club": copied.club_id} | _next_times(copied)
        stage = copied_values(stages[0]) if stages else {}
        final = {"qualifiers": stages[1].qualifiers, "deals": stages[1].deals} if stages[1:] else None
    data = request.POST or None
    return (
        NewEventForm(clubs, data, initial=event),
        StageForm(vp_tables_of(clubs), data, initial=stage, prefix="stage"),
        FinalForm(data, initial={"final": True} | final if final else {}, prefix="final"),
    )


def _next_times(copied: Tournament) -> dict[str, Any]:
    """The next day of the same week on which it could be held again, at the same times of the day."""
    start = timezone.localtime(copied.starts_at)
    ahead = timedelta(weeks=max(1, -(-(timezone.localdate() - start.date()).days // 7)))
    closes = copied.sign_up_closes_at
    return {
        "starts_at": start + ahead,
        "sign_up_closes_at": None if closes is None else timezone.localtime(closes) + ahead,
    }


@transaction.atomic
def _create(
    by: "User", given: Mapping[str, Any], plans: Sequence[StagePlan], again: Tournament | None
) -> Tournament:
    """The event, with the entrants of the one that is played `again`."""
    fields = dict(given)
    club, name, starts_at = fields.pop("club"), fields.pop("name"), fields.pop("starts_at")
    made = create_event(club, name, starts_at, plans, by, **fields)
    if again is not None:
        forbid_again(again.pk, made.pk, enter_again(again.pk, made.pk, by), by)
    return made
