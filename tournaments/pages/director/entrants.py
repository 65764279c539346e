"""The director's list of entrants: enter, check in, seed, keep apart."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ratings.numbers import whole_number
from tournaments.errors import InputError
from tournaments.forms.people import PersonField, look_up, read_person, settle
from tournaments.models import EntryKind, Tournament
from tournaments.pages.director.desk import Refused, directed, number_of
from tournaments.selectors.draws import forbidden_names
from tournaments.selectors.entry_lists import by_rating, entry_line, entry_list
from tournaments.selectors.people import People
from tournaments.services import entries, event_settings, presence, sign_up

if TYPE_CHECKING:
    from accounts.models import User

TEMPLATE = "tournaments/director/entrants.html"


@dataclass(frozen=True)
class Press:
    """A button pressed on the page; `row` is the entry number in it."""

    event: Tournament
    row: int
    data: QueryDict
    by: "User"

    def entrant(self, number: int | None = None) -> int:
        """The id of the entrant of the row, or with another entry number."""
        line = entry_line(self.event, self.row if number is None else number)
        if line is None:
            raise InputError("no-entrant", _("There is no entrant with this number."))
        return line.entrant.pk


@login_required
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is entered, and the form to enter more. A refused step changes nothing."""
    event = directed(request, slug)
    people = [PersonField(number) for number in _numbers(event)]
    refusal: Exception | None = None
    if request.method == "POST":
        entering = request.POST.get("action") == "enter"
        if entering:
            known = People(event, private=True)
            people = [read_person(known, request.POST, number) for number in _numbers(event)]
        try:
            if not (entering and any(person.error for person in people)):
                done, row = _enter(event, people, request) if entering else _step(request, event)
                if done:
                    messages.success(request, done)
                return redirect(f"{request.path}{f'#e{row}' if row else ''}")
        except Refused as error:
            refusal = error
    context = {
        "event": event,
        "tab": "entrants",
        "stages": list(event.stages.order_by("number")),
        "list": entry_list(event),
        "people": people,
        "forbidden": forbidden_names(event),
        "refusal": refusal,
    }
    status = getattr(refusal, "status", 409) if refusal else 400 if any(p.error for p in people) else 200
    return render(request, TEMPLATE, context, status=status)


@login_required
def found(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The people who could be meant by what is being typed: a piece of the page."""
    event = directed(request, slug)
    person = look_up(People(event, private=True), request.GET.get(f"name{number}", ""), number)
    return render(request, "tournaments/director/_found.html", {"person": person, "event": event})


def _numbers(event: Tournament) -> range:
    return range(1, entries.MEMBERS[EntryKind(event.entry_kind)] + 1)


def _enter(event: Tournament, people: list[PersonField], request: HttpRequest) -> tuple[str, int]:
    by = cast("User", request.user)
    with transaction.atomic():
        players = [settle(event, person, by) for person in people]
        entrant = entries.enter(event.pk, players, by)
    return _("Number {number}: {name}").format(number=entrant.number, name=entrant.name), 0


def _step(request: HttpRequest, event: Tournament) -> tuple[str | None, int]:
    word, _colon, row = request.POST.get("action", "").partition(":")
    step = STEPS.get(word)
    number = whole_number(row or "0")
    if step is None or number is None:
        raise InputError("unknown-action", _("This page does not know what to do. Try again."))
    return step(Press(event, number, request.POST, cast("User", request.user))), number


def _check(press: Press) -> None:
    presence.check_in(press.entrant(), True, press.by)


def _uncheck(press: Press) -> None:
    presence.check_in(press.entrant(), False, press.by)


def _check_all(press: Press) -> None:
    presence.check_everybody(press.event.pk, True, press.by)


def _new_check_in(press: Press) -> str:
    presence.check_everybody(press.event.pk, False, press.by)
    return _("A new check-in begins: nobody is ticked.")


def _seed_by_rating(press: Press) -> str:
    entries.seed(press.event.pk, by_rating(press.event), press.by)
    return _("Seeded by rating.")


def _seed_by_lot(press: Press) -> str:
    order = by_rating(press.event)
    random.SystemRandom().shuffle(order)
    entries.seed(press.event.pk, order, press.by)
    return _("Seeded by lot.")


def _no_seeds(press: Press) -> str:
    entries.seed(press.event.pk, [], press.by)
    return _("There are no seeds any more.")


def _seeds_by_hand(press: Press) -> str:
    """Every number typed is a seed; equal or missing ones follow in the order of entry."""
    typed = []
    for line in entry_list(press.event).entered:
        seed = whole_number(press.data.get(f"seed{line.entrant.number}", ""))
        if seed is not None:
            typed.append((seed, line.entrant.number, line.entrant.pk))
    entries.seed(press.event.pk, [pk for _seed, _number, pk in sorted(typed)], press.by)
    return _("The seeds are saved.")


def _admit(press: Press) -> None:
    entries.admit(press.entrant(), press.by)


def _pair_up(press: Press) -> None:
    one, other = (press.entrant(number_of(press.data, name)) for name in ("one", "other"))
    sign_up.pair_looking(one, other, press.by)


def _forbid(press: Press) -> None:
    one, other = (press.entrant(number_of(press.data, name)) for name in ("one", "other"))
    event_settings.forbid(press.event.pk, one, other, press.by)


def _allow(press: Press) -> None:
    pairs = forbidden_names(press.event)
    if not 0 < press.row <= len(pairs):
        raise Http404
    pair = pairs[press.row - 1]
    event_settings.allow(press.event.pk, pair.one.pk, pair.other.pk, press.by)


STEPS: dict[str, Callable[[Press], str | None]] = {
    "check": _check,
    "uncheck": _uncheck,
    "check-all": _check_all,
    "new-check-in": _new_check_in,
    "seed-by-rating": _seed_by_rating,
    "seed-by-lot": _seed_by_lot,
    "no-seeds": _no_seeds,
    "seeds": _seeds_by_hand,
    "admit": _admit,
    "pair-up": _pair_up,
    "forbid": _forbid,
    "allow": _allow,
}
