"""What may be asked of lists in a query."""

from typing import Any

from django.forms import ChoiceField, Form
from django.utils.translation import gettext as _
from django_filters.rest_framework import BooleanFilter, CharFilter, DateFilter, FilterSet, NumberFilter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from tournaments.models import Entrant, Match, MoveLog, Tournament

MOST_DIGITS = 4


def asked_number(request: Request, name: str) -> int | None:
    """The number in a query, None where none is asked for; raises ValidationError for anything else."""
    asked = request.query_params.get(name, "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= MOST_DIGITS):
        raise ValidationError({name: [_("Give a number.")]})
    return int(asked)


class ListFilter(FilterSet):
    """What all have in common: a word that isn't one of a field's is refused with those that are."""

    @property
    def form(self) -> Form:
        form: Form = super().form
        for field in form.fields.values():
            if isinstance(field, ChoiceField):
                choices: Any = field.choices
                words = ", ".join(str(word) for word, _label in choices if word)
                field.error_messages["invalid_choice"] = _("Give one of these: {words}.").format(words=words)
        return form


class TournamentFilter(ListFilter):
    """Which events: how far, of which club, by which rules, when."""

    q = CharFilter("name", "icontains", help_text="part of the name")
    club = CharFilter("club__code", help_text="code of a club")
    since = DateFilter("starts_at", "date__gte", help_text="starts on this day or later")
    until = DateFilter("starts_at", "date__lte", help_text="starts on this day or earlier")

    class Meta:
        model = Tournament
        fields = ("q", "status", "club", "rule_set", "since", "until")


class EntryFilter(ListFilter):
    """Which entrants: how they stand, who is there, of which club."""

    club = CharFilter("club__code", help_text="code of a club")
    checked_in = BooleanFilter("checked_in", help_text="who is there, or not yet")

    class Meta:
        model = Entrant
        fields = ("status", "checked_in", "club")


class MatchFilter(ListFilter):
    """Which matches: of an event, a round, a state, a player."""

    tournament = CharFilter("round__stage__tournament__slug", help_text="address of an event")
    stage = NumberFilter("round__stage__number", help_text="number of a stage in its event")
    round = NumberFilter("round__number", help_text="number of a round in its stage")
    player = CharFilter("seats__player__code", distinct=True, help_text="code of somebody who sits there")

    class Meta:
        model = Match
        fields = ("tournament", "stage", "round", "state", "player")


class LogFilter(ListFilter):
    """Which logs: how far they are."""

    class Meta:
        model = MoveLog
        fields = ("state",)


def filtered(filters: type[FilterSet], request: Request, rows: Any) -> Any:
    """The rows asked for; raises ValidationError where the query can't be read."""
    asked = filters(request.query_params, queryset=rows, request=request)
    if not asked.is_valid():
        raise ValidationError({name: [str(one) for one in errors] for name, errors in asked.errors.items()})
    return asked.qs
