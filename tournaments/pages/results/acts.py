"""What a referee can do about a match that changes no result: a log replayed or set aside, notes."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from ratings.numbers import whole_number
from tournaments.errors import InputError, TournamentError
from tournaments.models import Match
from tournaments.services import notes
from tournaments.services.referee import replay_again, set_aside

if TYPE_CHECKING:
    from accounts.models import User

Act = Callable[[Match, "User", datetime, int], Any]
"""What is done to a match, by whom, when, and on which version of it."""


def act_of_words(action: str, sent: Mapping[str, Any]) -> Act | None:
    """The act of this name, with what was sent for it; None where there is none."""
    text = sent.get("reason", "")
    number = whole_number(sent.get("key", "")) or 0
    acts: dict[str, Act] = {
        "replay": lambda match, by, now, version: _replay(match, number, by, text, now),
        "aside": lambda match, by, now, version: set_aside(match.pk, number, True, by, text, version),
        "take-up": lambda match, by, now, version: set_aside(match.pk, number, False, by, text, version),
        "note": lambda match, by, now, version: notes.leave_note(match.pk, text, by, now),
        "settle": lambda match, by, now, version: notes.settle_note(match.pk, number, by, now),
    }
    return acts.get(action)


def _replay(match: Match, log_id: int, by: "User", reason: str, now: datetime) -> None:
    if not reason.strip():
        raise InputError("reason-required", _("Say why the log is replayed again."))
    if not match.logs.filter(pk=log_id).exists() or not replay_again(log_id, by, reason, now):
        raise TournamentError("settled-already", _("Somebody has settled this already."))
