"""The event itself: its name, place and date, its rules, and who may enter."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.models import Club, RuleSet
from ratings.selectors.clubs import by_name
from tournaments.forms.groups import GroupedForm, Groups
from tournaments.models import EntryKind, Tournament

# At the ends of the calendar there is no day before or after.
NO_SUCH_YEAR = _("Choose a year from 1900 to 2199.")
SENSIBLE = [
    MinValueValidator(datetime(1900, 1, 1, tzinfo=UTC), NO_SUCH_YEAR),
    MaxValueValidator(datetime(2199, 12, 31, tzinfo=UTC), NO_SUCH_YEAR),
]


class DateTimeInput(forms.DateTimeInput):
    """Date and time with the browser's own calendar, which speaks ISO only."""

    input_type = "datetime-local"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%dT%H:%M")


class EventForm(GroupedForm):
    """Everything about an event but how it is drawn and scored."""

    name = forms.CharField(
        label=pgettext_lazy("of a thing", "Name"),
        max_length=120,
        help_text=_("As players know it, such as “March evening”."),
    )
    starts_at = forms.DateTimeField(
        label=_("Begins"),
        widget=DateTimeInput,
        help_text=_("When the first cards are dealt."),
        validators=SENSIBLE,
    )
    venue = forms.CharField(label=_("Place"), max_length=200, required=False)
    rule_set = forms.ChoiceField(
        label=_("Rules"),
        choices=RuleSet.choices,
        initial=RuleSet.CLASSIC,
        help_text=_("The rules of play by which move logs and score sheets are checked."),
    )
    entry_kind = forms.ChoiceField(
        label=_("Who enters"),
        choices=EntryKind.choices,
        initial=EntryKind.PAIR,
        help_text=_("Fixed pairs stay together; single players change partners or play alone."),
    )
    capacity = forms.IntegerField(
        label=_("Capacity"),
        min_value=2,
        max_value=2000,
        required=False,
        help_text=_("Who signs up beyond it waits on a list. Empty: no limit."),
    )
    sign_up = forms.BooleanField(
        label=_("Players may sign up themselves"),
        required=False,
        help_text=_("With a partner, or on a list of those who look for one. You can still enter anybody."),
    )
    sign_up_closes_at = forms.DateTimeField(
        label=_("Sign-up closes"),
        widget=DateTimeInput,
        validators=SENSIBLE,
        required=False,
        help_text=_("Empty: with the first draw."),
    )
    check_in = forms.BooleanField(
        label=_("Check-in"),
        required=False,
        help_text=_("Before a round is drawn everybody is ticked as present; who is not, is left out."),
    )
    protest_minutes = forms.IntegerField(
        label=_("Minutes to protest in"),
        min_value=0,
        max_value=10_080,
        initial=30,
        help_text=_("So long after a result becomes official a player may protest against it."),
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        initial=True,
        help_text=_("Official results count in the players' ratings."),
    )
    public = forms.BooleanField(
        label=_("Shown to the public"),
        required=False,
        initial=True,
        help_text=_("Otherwise only organisers, referees and scorers see it."),
    )
    description = forms.CharField(
        label=_("Description"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    GROUPS: Groups = (
        ("", ("name", "starts_at", "venue", "rule_set", "entry_kind")),
        (_("Entries"), ("capacity", "sign_up", "sign_up_closes_at", "check_in")),
        (_("More"), ("protest_minutes", "rated", "public", "description")),
    )


class NewEventForm(EventForm):
    """An event to be, in one of the clubs its maker may create events for."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    field_order = ("name", "club", "starts_at")

    GROUPS: Groups = (
        ("", ("name", "club", "starts_at", "venue", "rule_set", "entry_kind")),
        *EventForm.GROUPS[1:],
    )

    def __init__(self, clubs: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["club"].choices = [(club.pk, club.name) for club in by_name(clubs)]  # type: ignore[attr-defined]


FIELDS = tuple(EventForm.base_fields)


def event_values(event: Tournament) -> dict[str, Any]:
    """The event's settings as the form shows them."""
    return {name: getattr(event, name) for name in FIELDS}
