"""Kinds of events that clubs run, as initial values of the forms."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Preset:
    """A kind of event: what is set for the event, its first stage and its second, if it has one."""

    name: Any
    text: Any
    stage: dict[str, Any]
    event: dict[str, Any] = field(default_factory=dict)
    final: dict[str, Any] | None = None


PRESETS = {
    "club-evening": Preset(
        _("Club evening"),
        _("Pairs, Swiss, 4 rounds of 3 deals: each round against a pair that stands about as high."),
        {"clubmates": "never"},
    ),
    "weekend": Preset(
        _("Weekend with knockout"),
        _("Pairs, 6 Swiss rounds of 4 deals, then the best 4 play for the cup."),
        {"rounds_planned": 6, "deals": 4},
        final={"qualifiers": 4, "deals": 4},
    ),
    "league": Preset(
        _("Round-robin league"),
        _("Everybody meets everybody twice, over weeks."),
        {"format": "round_robin", "rounds_planned": None, "legs": 2, "deals": 4},
    ),
    "mitchell": Preset(
        _("Mitchell evening"),
        _("N/S keep their tables, E/W move on; a ranking for each line."),
        {"format": "mitchell", "rounds_planned": 5, "deals": 2},
    ),
    "individual": Preset(
        _("Individual"),
        _("Single players with a new partner each round."),
        {"format": "individual", "rounds_planned": 7, "deals": 2},
        event={"entry_kind": "single"},
    ),
    "cup": Preset(
        _("Knockout cup"),
        _("Who loses is out; with a match for third place."),
        {"format": "knockout", "rounds_planned": None, "deals": 4},
    ),
    "ladder": Preset(
        _("Open ladder"),
        _("Nothing is drawn: games are reported when they were played, the average counts."),
        {"format": "open", "rounds_planned": None, "deals": 3},
    ),
}
