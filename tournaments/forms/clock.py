"""How long a round lasts, what is announced when, and what coming late costs."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.clock import ClockSettings

DEFAULTS = ClockSettings()
MINUTES = ("last_lap", "late_after", "late_points", "no_show_after")
FIELDS = ("minutes", "warnings", *MINUTES)
MOST_MINUTES = 1440
MOST_WARNINGS = 5


def _number(label: Any, help_text: Any, initial: int | None, most: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=0 if initial is not None else 1,
        max_value=most,
        initial=initial,
        required=initial is not None,
    )


class ClockFields(forms.Form):
    """The clock of a stage's rounds, and lateness; part of the stage's form."""

    minutes = _number(_("Minutes a round"), _("Empty: without a clock."), None, MOST_MINUTES)
    warnings = forms.RegexField(
        r"^\s*[0-9]{1,4}([\s,;]+[0-9]{1,4})*\s*$",
        label=_("Warnings"),
        help_text=_(
            "Minutes before the end at which the screen of the hall warns, such as: 15, 10. Empty: none."
        ),
        initial=", ".join(map(str, DEFAULTS.warnings)),
        required=False,
        max_length=40,
        error_messages={"invalid": _("Give minutes, separated by commas.")},
    )
    last_lap = _number(
        _("Last lap"), _("In the last so many minutes no new deal begins."), DEFAULTS.last_lap, MOST_MINUTES
    )
    late_after = _number(
        _("Late after"),
        _("Who comes later than so many minutes loses points."),
        DEFAULTS.late_after,
        MOST_MINUTES,
    )
    late_points = _number(
        _("Points for coming late"), _("Taken off on the sheet, a multiple of 5."), DEFAULTS.late_points, 5000
    )
    no_show_after = _number(
        _("No-show after"),
        _("Who comes later than so many minutes has not come."),
        DEFAULTS.no_show_after,
        MOST_MINUTES,
    )

    def clean_warnings(self) -> list[int]:
        minutes = {int(part) for part in re.findall("[0-9]+", self.cleaned_data["warnings"])}
        if len(minutes) > MOST_WARNINGS or any(not 1 <= each <= MOST_MINUTES for each in minutes):
            raise forms.ValidationError(_("At most five warnings, each 1 to 1440 minutes before the end."))
        return sorted(minutes, reverse=True)

    def clean_late_points(self) -> int:
        points: int = self.cleaned_data["late_points"]
        if points % 5:
            raise forms.ValidationError(_("Points are a multiple of 5."))
        return points

    def clock(self) -> dict[str, Any]:
        """What `Stage.clock` stores: only what differs from the defaults."""
        given = self.cleaned_data
        values = {"minutes": given["minutes"], "warnings": given["warnings"]}
        values |= {name: given[name] for name in MINUTES}
        usual = {name: getattr(DEFAULTS, name) for name in values} | {"warnings": list(DEFAULTS.warnings)}
        return {name: value for name, value in values.items() if value != usual[name]}


def clock_values(clock: ClockSettings) -> dict[str, Any]:
    """The settings as the form shows them."""
    values = {name: getattr(clock, name) for name in ("minutes", *MINUTES)}
    return values | {"warnings": ", ".join(map(str, clock.warnings))}
