"""What visitors may ask of the pages: filters of a table, two players, a match to preview."""

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from ratings.models import Player, RuleSet, Visibility
from ratings.selectors.clubs import club_choices
from ratings.selectors.players import found_players
from ratings.selectors.tables import TableQuery

TOO_MANY = 5
# Days at the ends of the calendar have no day before or after.
SENSIBLE = [MinValueValidator(date(1900, 1, 1)), MaxValueValidator(date(2200, 1, 1))]


class DateInput(forms.DateInput):
    """A date with the browser's own calendar, which speaks ISO only."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%d")


class ShownForm(forms.Form):
    """How a player wishes to appear in public."""

    visibility = forms.ChoiceField(
        label=_("In public I appear"), choices=Visibility.choices, widget=forms.RadioSelect
    )
    pseudonym = forms.CharField(
        label=_("Pseudonym"), required=False, max_length=Player._meta.get_field("pseudonym").max_length
    )


class NameForm(forms.Form):
    """Words of a public name."""

    q = forms.CharField(label=_("Name"), required=False, max_length=80)


class PlayersForm(NameForm):
    """Which players: by name, of a club."""

    club = forms.CharField(required=False, max_length=40)


class TableForm(NameForm):
    """The filters of a rating table."""

    club = forms.ChoiceField(label=_("Club"), required=False)
    min_games = forms.IntegerField(label=_("Games at least"), required=False, min_value=0, max_value=9999)
    since = forms.DateField(label=_("Played since"), required=False, widget=DateInput, validators=SENSIBLE)
    as_of = forms.DateField(label=_("As of"), required=False, widget=DateInput, validators=SENSIBLE)
    everybody = forms.BooleanField(label=_("Inactive players, too"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("All clubs")), *club_choices()]
        self.fields["club"].choices = choices  # type: ignore[attr-defined]

    def query(self) -> TableQuery:
        """What is asked for; a filter that can't be read is left out, with its error on the form."""
        self.is_valid()
        given = self.cleaned_data
        return TableQuery(
            name=given.get("q") or "",
            club=given.get("club") or "",
            min_games=given.get("min_games") or 0,
            since=given.get("since"),
            as_of=given.get("as_of"),
            everybody=given.get("everybody") or False,
        )


class PlayerField(forms.CharField):
    """A player by code or by public name, as long as the name leaves no doubt."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        found = list(found_players("").filter(code=text)) or list(found_players(text)[: TOO_MANY + 1])
        if not found:
            raise forms.ValidationError(_("Nobody has this name or code."), code="unknown")
        if len(found) > 1:
            raise forms.ValidationError(
                _("Several have this name: %(names)s. Give the code."),
                code="ambiguous",
                params={"names": ", ".join(f"{player.public_name} ({player.code})" for player in found)},
            )
        return found[0]


class HeadToHeadForm(forms.Form):
    """Two players."""

    a = PlayerField(label=_("Player"), help_text=_("Name or code"))
    b = PlayerField(label=_("Other player"), help_text=_("Name or code"))

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and given["a"] == given["b"]:
            raise forms.ValidationError(_("Choose two different players."), code="same")
        return given


class PreviewForm(forms.Form):
    """A match that has not been played: one or two players a side."""

    rules = forms.ChoiceField(label=_("Rules"), choices=RuleSet.choices)
    a1 = PlayerField(label=_("First side"))
    a2 = PlayerField(label=_("Partner"), required=False)
    b1 = PlayerField(label=_("Second side"))
    b2 = PlayerField(label=_("Partner"), required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if self.errors:
            return given
        sides = self.sides()
        if len(sides[0]) != len(sides[1]):
            raise forms.ValidationError(_("Both sides have as many players."), code="unequal")
        if len(set(sides[0] + sides[1])) != len(sides[0] + sides[1]):
            raise forms.ValidationError(_("A player sits in one place only."), code="twice")
        return given

    def sides(self) -> tuple[list[Player], list[Player]]:
        given = self.cleaned_data
        return (
            [player for player in (given["a1"], given.get("a2")) if player],
            [player for player in (given["b1"], given.get("b2")) if player],
        )
