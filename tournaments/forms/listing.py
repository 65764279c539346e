"""Which events somebody wants to see in the list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.forms import SENSIBLE, DateInput
from ratings.selectors.clubs import club_choices
from tournaments.models import RuleSet, TournamentStatus
from tournaments.selectors.listing import Wanted


class ListForm(forms.Form):
    """The filters of the list; one that can't be read chooses nothing."""

    q = forms.CharField(label=_("Name"), required=False, max_length=80)
    status = forms.ChoiceField(
        label=_("Status"), required=False, choices=[("", _("All")), *TournamentStatus.choices]
    )
    club = forms.ChoiceField(label=_("Club"), required=False)
    rules = forms.ChoiceField(label=_("Rules"), required=False, choices=[("", _("All")), *RuleSet.choices])
    since = forms.DateField(label=_("From"), required=False, widget=DateInput, validators=SENSIBLE)
    until = forms.DateField(label=_("To"), required=False, widget=DateInput, validators=SENSIBLE)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("All clubs")), *club_choices()]
        self.fields["club"].choices = choices  # type: ignore[attr-defined]

    def wanted(self) -> Wanted:
        """What is asked for."""
        self.is_valid()
        given = self.cleaned_data
        return Wanted(
            name=given.get("q") or "",
            status=given.get("status") or "",
            club=given.get("club") or "",
            rules=given.get("rules") or "",
            since=given.get("since"),
            until=given.get("until"),
        )
