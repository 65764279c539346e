"""Notes to the director about a match: they decide nothing by themselves."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.errors import InputError, TournamentError
from tournaments.models import Note
from tournaments.services.results import lock_match

if TYPE_CHECKING:
    from accounts.models import User

NOTED = gettext_noop("A note to the director.")
SETTLED = gettext_noop("The note is settled.")


@transaction.atomic
def leave_note(match_id: int, text: str, by: "User | None", now: datetime) -> Note:
    """Leave a note to the director in the queue. Raises InputError `text-required`."""
    note = Note(match=lock_match(match_id), text=_said(text), by=by, made_at=now)
    note.because(NOTED, by).save()
    return note


@transaction.atomic
def settle_note(match_id: int, note_id: int, by: "User | None", now: datetime) -> None:
    """Take a note out of the queue. Raises TournamentError `settled-already`."""
    note = Note.objects.select_for_update().filter(match_id=match_id, pk=note_id, settled_at=None).first()
    if note is None:
        raise TournamentError("settled-already", _("Somebody has settled this already."))
    note.settled_by, note.settled_at = by, now
    note.because(SETTLED, by).save()


def _said(text: str) -> str:
    if not text.strip():
        raise InputError("text-required", _("Say what it is about."))
    return text.strip()
