"""A season: its name, how many results count, and which events."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Season, Tournament

MOST = 1000


class SeasonForm(forms.Form):
    """A new season."""

    name = forms.CharField(
        label=pgettext_lazy("of a thing", "Name"), max_length=80, help_text=_("Such as “Spring 2026”.")
    )
    best = forms.IntegerField(
        label=_("Results that count"),
        min_value=1,
        max_value=MOST,
        required=False,
        help_text=_("So many of each player's best results are added up. Empty: all of them."),
    )


class ChangeSeasonForm(SeasonForm):
    """A season with the events of its club to choose from."""

    events = forms.MultipleChoiceField(
        label=_("Events that count"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("An event counts once it is finished, and only while it is shown to the public."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=200, help_text=_("Kept in the history of the season.")
    )

    def __init__(self, season: Season, data: Any = None) -> None:
        chosen = [str(pk) for pk in season.entries.values_list("tournament", flat=True)]
        super().__init__(data, initial={"name": season.name, "best": season.best, "events": chosen})
        events = Tournament.objects.filter(club=season.club_id).order_by("-starts_at", "-pk")
        choices = [(str(event.pk), _label(event)) for event in events]
        self.fields["events"].choices = choices  # type: ignore[attr-defined]


def _label(event: Tournament) -> str:
    day = date_format(timezone.localtime(event.starts_at), "DATE_FORMAT")
    return f"{event.name} ({day}, {event.get_status_display()})"
