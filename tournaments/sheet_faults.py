"""What can't be right on a score sheet, in words. The codes of a deal's items are the engine's."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from tournaments.figures import Figures

OVER, RANGE = "match-over", "deal-range"
UNFINISHED = {
    "match-to-deals": gettext_lazy("The match has {deals} deals; filled in: {played}."),
    "match-to-points": gettext_lazy("Nobody has reached the {points} points to which the match is played."),
    "match-level": gettext_lazy("The match is level, so it goes on: a further deal is missing."),
}


def fault_sentence(fault: Mapping[str, Any]) -> str:
    """What is wrong, in the active language."""
    params = Figures.active().in_words(fault["params"])
    if fault["code"] == OVER:
        return _("The match was over before this deal.")
    if fault["code"] == RANGE:
        said = _("Nobody can score {points} in a deal: at least {least}, at most {most}.")
        return said.format(**params)
    text = UNFINISHED.get(fault["code"])
    if text is not None:
        return str(text).format(**params)
    return engine.sentence(fault["code"], "", params, _)
