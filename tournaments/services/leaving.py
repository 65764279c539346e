"""What becomes of the matches of who left: they are lost, in the records and ratings as in the standings.

Who left, and when, is decided in `entries`; what follows for a match says `tournaments.core.rulings`.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop

from tournaments.core.records import MatchRecord, Outcome
from tournaments.core.rulings import leavers, ruled
from tournaments.models import Source, Stage
from tournaments.selectors.records import stage_record
from tournaments.services.results import Result, lock_match, make_official

if TYPE_CHECKING:
    from accounts.models import User

LEFT = gettext_noop("A side has left the event.")


def settle_leavers(stage: Stage, by: "User | None", now: datetime) -> None:
    """Make the matches official that are lost because a side withdrew or is disqualified.

    The stage's row is locked by the caller. Matches already recorded so are left alone.
    """
    record = stage_record(stage)
    left = leavers(record)
    for round_ in record.published() if left else ():
        for match in round_.matches:
            lost = ruled(match, round_.number, record.format, left)
            if lost is not match and not _is_recorded(match, lost):
                _record(lost, by, now)


def _is_recorded(match: MatchRecord, lost: MatchRecord) -> bool:
    return match.official and (match.outcome, match.sides) == (lost.outcome, lost.sides)


def _record(lost: MatchRecord, by: "User | None", now: datetime) -> None:
    faults = tuple(side.at_fault for side in lost.sides)
    result = Result(Source.OFFICIAL, None, Outcome(lost.outcome), faults, sides=len(faults))
    make_official(lock_match(lost.id), result, by, now, reason=LEFT)
