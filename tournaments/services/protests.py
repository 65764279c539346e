"""Protests of players against an official result, and the referee's answers."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.errors import InputError, TournamentError
from tournaments.models import GameRecord, MatchState, Protest
from tournaments.selectors.reporting import protest_until
from tournaments.services.results import lock_match

if TYPE_CHECKING:
    from accounts.models import User

PROTESTED = gettext_noop("A player protested.")
LONGEST = 2000


@transaction.atomic
def protest(match_id: int, side: int, text: str, by: "User | None", now: datetime) -> Protest:
    """Put a protest before the referee; the same text of the same side again is the same protest.

    Raises InputError `text`, TournamentError `no-result` or `too-late`.
    """
    match = lock_match(match_id)
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise InputError("text", _("Say in a few words what is wrong."))
    record = GameRecord.objects.filter(match=match).first()
    if record is None or match.state != MatchState.OFFICIAL:
        raise TournamentError("no-result", _("There is no official result yet; report your own instead."))
    if now > protest_until(match, record):
        raise TournamentError("too-late", _("The time for protests is over. Speak to the referee."))
    known = match.protests.filter(side=side, text=text, answered_at=None).first()
    if known is not None:
        return known
    made = Protest(match=match, side=side, text=text, by=by, made_at=now)
    made.because(PROTESTED, by).save()
    return made


@transaction.atomic
def answer_protest(match_id: int, protest_id: int, answer: str, by: "User | None", now: datetime) -> None:
    """Answer a protest. What follows for the result is a decision of its own."""
    match = lock_match(match_id)
    found = match.protests.filter(pk=protest_id).first()
    if found is None or found.answered_at is not None:
        raise TournamentError("answered", _("This protest was answered already."))
    if not answer.strip():
        raise InputError("text", _("Write an answer."))
    found.answer, found.answered_by, found.answered_at = answer.strip(), by, now
    found.because(answer, by).save()
