"""Forms of the results' pages: what was decided about a match, and adjustments."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.records import Outcome
from tournaments.models import CLOSED, Entrant, Match, MatchState, Stage
from tournaments.models.choices import OUTCOMES
from tournaments.services.decisions import Ruling
from tournaments.stage_settings import scoring_of
from tournaments.words import WORTH


def side_name(match: Match, number: int) -> str:
    """A side by the names of its entrants."""
    side = next(side for side in match.sides.all() if side.number == number)
    return " + ".join(row.entrant.name for row in side.entrants.all())


class RulingForm(forms.Form):
    """How a match ended, a total a side, and who was at fault."""

    outcome = forms.ChoiceField(label=_("Outcome"), choices=OUTCOMES)
    at_fault = forms.MultipleChoiceField(
        label=_("Absent or gave up"), required=False, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=500,
        help_text=_("Needed when a result is changed; it stays in the history."),
    )
    public_reason = forms.CharField(label=_("Reason shown to the public"), required=False, max_length=300)

    def __init__(self, match: Match, data: Any = None, totals: Sequence[int | str] | None = None) -> None:
        record = getattr(match, "record", None)
        initial: dict[str, Any] = {}
        if record is not None:
            initial["outcome"] = record.outcome
            initial["at_fault"] = [str(n) for n, fault in enumerate(record.at_fault) if fault]
        super().__init__(data, initial=initial)
        # A result that stands is changed with a reason only, and one version of two counts with one, as does
        # anything after the event; whether one stands, the service knows best.
        closed = match.round.stage.tournament.status in CLOSED
        self.needs_reason = closed or record is not None or match.state == MatchState.DISPUTED
        self.fields["reason"].required = self.needs_reason and data is None
        names = [(side.number, side_name(match, side.number)) for side in match.sides.all()]
        shown = totals or (record.totals if record is not None else None)
        for number, name in names:
            self.fields[f"total{number}"] = forms.IntegerField(
                label=name,
                required=False,
                initial=shown[number] if shown and number < len(shown) else None,
                widget=forms.NumberInput(attrs={"step": 5, "inputmode": "numeric", "class": "num"}),
            )
        self.fields["at_fault"].choices = [(str(number), name) for number, name in names]  # type: ignore[attr-defined]
        self.sides = len(names)
        self.order_fields(["outcome", *(f"total{number}" for number, _name in names)])

    def clean(self) -> dict[str, Any]:
        """Nothing more to look at; a form that is sent back says again what it needs."""
        self.fields["reason"].required = self.needs_reason
        return self.cleaned_data

    def ruling(self) -> Ruling:
        """What was decided; totals only where every side has one."""
        totals = [self.cleaned_data[f"total{number}"] for number in range(self.sides)]
        return Ruling(
            None if None in totals else tuple(totals),
            Outcome(self.cleaned_data["outcome"]),
            frozenset(int(number) for number in self.cleaned_data["at_fault"]),
        )


class AdjustmentForm(forms.Form):
    """An award or penalty."""

    entrant = forms.ModelChoiceField(Entrant.objects.none(), label=_("Entrant"))
    value = forms.DecimalField(max_digits=8, decimal_places=2, help_text=_("With a minus it is a penalty."))
    why = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, stage: Stage, data: Any = None) -> None:
        super().__init__(data)
        entrants = Entrant.objects.filter(stages__stage=stage).order_by("number")
        self.fields["entrant"].queryset = entrants  # type: ignore[attr-defined]
        self.fields["value"].label = WORTH[scoring_of(stage).method]

    def adjustment(self) -> tuple[int, int, str]:
        """Entrant, hundredths, reason."""
        value: Decimal = self.cleaned_data["value"]
        return self.cleaned_data["entrant"].pk, int(value * 100), self.cleaned_data["why"]
