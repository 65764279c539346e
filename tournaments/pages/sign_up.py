"""Players sign themselves up for an event, with a partner or on the list of those who look for one."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from ratings.errors import RatingError
from ratings.models import Player
from ratings.numbers import whole_number
from ratings.services.people import create_player
from tournaments.errors import InputError, TournamentError
from tournaments.forms.people import PersonField, read_person, settle
from tournaments.models import Entrant, EntryKind, EntryStatus, Tournament
from tournaments.selectors.entry_lists import entry_list, moved_up
from tournaments.selectors.people import People
from tournaments.selectors.visibility import visible_tournament
from tournaments.services import sign_up as services

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/sign_up.html"
Refused = (TournamentError, RatingError)
OWN_WISH = "signed off"


def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is entered, who looks for a partner; for who is signed in, the way in and out."""
    event = visible_tournament(request.user, slug)
    if request.method == "POST":
        return _press(request, event)
    return render(request, TEMPLATE, _context(request, event, PersonField(2)))


def _context(request: HttpRequest, event: Tournament, partner: PersonField) -> dict[str, Any]:
    player = _own(request)
    own = None
    if player is not None:
        own = Entrant.objects.filter(tournament=event, members__player=player).first()
    moved = moved_up(event)
    opened = services.is_open(event, timezone.now())
    alone = own is None or own.status == EntryStatus.LOOKING
    return {
        "event": event,
        "stages": list(event.stages.order_by("number")),
        "list": entry_list(event),
        "moved_up": moved,
        "own_moved_up": moved.get(own.pk) if own is not None else None,
        "open": opened,
        "may_join": opened and request.user.is_authenticated and alone,
        "player": player,
        "own": own,
        "own_name": _own_name(request),
        "partner": partner,
        "pairs": event.entry_kind == EntryKind.PAIR,
    }


def _own(request: HttpRequest) -> Player | None:
    return getattr(request.user, "player", None) if request.user.is_authenticated else None


@login_required
def _press(request: HttpRequest, event: Tournament) -> HttpResponse:
    partner = PersonField(2)
    if "name2" in request.POST:
        partner = read_person(People(event, private=False), request.POST, 2)
        if request.POST.get("action") != "in":
            partner.error = ""
    refusal: Exception | None = None
    try:
        done = _step(request, event, partner)
        if done:
            messages.success(request, done)
            return redirect("tournaments:sign-up", event.slug)
    except Refused as error:
        refusal = error
    status = getattr(refusal, "status", 400)
    return render(request, TEMPLATE, _context(request, event, partner) | {"refusal": refusal}, status=status)


def _step(request: HttpRequest, event: Tournament, partner: PersonField) -> str | None:
    """Do what the button says; None where the partner is still to be chosen."""
    by, now = cast("User", request.user), timezone.now()
    action, _colon, row = request.POST.get("action", "").partition(":")
    pairs = event.entry_kind == EntryKind.PAIR
    with transaction.atomic():
        if action == "off":
            own = Entrant.objects.filter(tournament=event, members__player__user=by).first()
            if own is not None:
                services.sign_off(own.pk, by, OWN_WISH)
            return _("Your entry is taken back.")
        if action == "in" and pairs and partner.error:
            return None
        player = _own(request) or _new_player(request, event)
        if action == "in":
            players = [player, settle(event, partner, by)] if pairs else [player]
            return _welcome(services.sign_up(event.pk, players, by, now))
        if action == "look" and pairs:
            services.sign_up(event.pk, [player], by, now, looking=True)
            return _("You are on the list of those who look for a partner.")
        if action == "join" and (number := whole_number(row)) is not None:
            looking = Entrant.objects.filter(tournament=event, number=number).first()
            if looking is not None:
                return _welcome(services.join(looking.pk, player, by, now))
    raise InputError("unknown-action", _("This page does not know what to do. Try again."))


def _own_name(request: HttpRequest) -> str:
    return request.POST.get("own_name", "").strip()[:120]


def _new_player(request: HttpRequest, event: Tournament) -> Player:
    name = _own_name(request)
    if not name:
        raise InputError("name-missing", _("Type your name as it shall stand in the list."))
    known = [] if request.POST.get("sure") == name else People(event, private=False).like(name)
    if known:
        raise InputError(
            "name-known",
            _(
                "Somebody of this name or one much like it is known here: {names}. If that is you, ask the "
                "organiser to link you; if not, sign up once more."
            ).format(names=", ".join(player.name for player in known)),
        )
    user = cast("User", request.user)
    return create_player(name, by=user, user=user, club=event.club, demo=event.demo)


def _welcome(entrant: Entrant) -> str:
    if entrant.status == EntryStatus.WAITING:
        return _("The event is full: {name} is on the waiting list.").format(name=entrant.name)
    return _("{name} is entered.").format(name=entrant.name)
