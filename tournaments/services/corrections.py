"""Corrections of what is recorded: scores on the wrong lines, seats swapped, dates; and what they change.

Swapping seats never moves a score from one entrant to another; swapping lines never moves a seat.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from ratings.services import Move, moves_to_come
from tournaments.errors import InputError, TournamentError
from tournaments.models import GameRecord, Match, Side, Stage
from tournaments.selectors.standings import ShownRow, StageStandings
from tournaments.services.checks import is_closed
from tournaments.services.decisions import SEATS, result_as_recorded
from tournaments.services.rating import sync_rating
from tournaments.services.reports import digest_of
from tournaments.services.results import expect_version, lock_match, make_official

if TYPE_CHECKING:
    from accounts.models import User

# No side has this number; it is one only while two sides change theirs.
ASIDE = 99
# No game of canasta is older.
INVENTED = datetime(1939, 1, 1, tzinfo=UTC)


@transaction.atomic
def wrong_lines(
    match_id: int, by: "User | None", now: datetime, reason: str, version: int | None = None
) -> GameRecord:
    """The scores were written on the wrong lines: each side gets what stands for the other.

    Raises TournamentError `no-result` or `two-sides`, InputError `reason-required`.
    """
    match = lock_match(match_id)
    expect_version(match, version)
    record = _record_of_two(match)
    if record is None:
        raise TournamentError("no-result", _("There is no official result whose lines could be changed."))
    if not reason.strip():
        raise InputError("reason-required", _("Say why this result is changed."))
    return make_official(match, result_as_recorded(record).turned_round(), by, now, reason)


def _record_of_two(match: Match) -> GameRecord | None:
    if match.sides.count() != 2:
        raise TournamentError("two-sides", _("Only two sides can change places."))
    return GameRecord.objects.filter(match=match).first()


@transaction.atomic
def swap_seats(match_id: int, by: "User | None", version: int | None = None, reason: str = "") -> Match:
    """The two sides sat the other way round. Whatever was reported or decided stays with whom it is of.

    Raises TournamentError `two-sides`, and `tournament-closed` without a reason after the event.
    """
    match = lock_match(match_id)
    expect_version(match, version)
    record = _record_of_two(match)
    if is_closed(match) and not reason.strip():
        raise TournamentError("tournament-closed", _("Say why this result is changed."))
    why = reason or SEATS
    for old, new in ((0, ASIDE), (1, 0), (ASIDE, 1)):
        Side.objects.filter(match=match, number=old).update(number=new)
    for sheet in match.sheets.all():
        sheet.side = None if sheet.side is None else 1 - sheet.side
        if sheet.countersigned_by_side is not None:
            sheet.countersigned_by_side = 1 - sheet.countersigned_by_side
        _turn(sheet, "totals", "deals")
        sheet.content_hash = digest_of(sheet.totals)
        sheet.because(why, by).save()
    for log in match.logs.defer("text"):
        log.sides = [1 - side for side in log.sides]
        log.forfeit_side = None if log.forfeit_side is None else 1 - log.forfeit_side
        log.because(why, by).save(update_fields=["sides", "forfeit_side"])
    for protest in match.protests.all():
        protest.side = 1 - protest.side
        protest.because(why, by).save()
    if record is not None:
        _turn(record, "totals", "ranks", "at_fault", "canastas", "deals")
        # By these words a decision that is taken back is found to be from before; the reason is the match's.
        record.because(SEATS, by).save()
    _turn(match, "penalties")
    match.version += 1
    match.because(why, by).save()
    sync_rating(match, why)
    return match


@transaction.atomic
def correct_date(
    match_id: int,
    played_at: datetime,
    by: "User | None",
    now: datetime,
    version: int | None = None,
    reason: str = "",
) -> Match:
    """The match was played at another time; its game takes its place in the ratings by it.

    Raises InputError `date` for one at which nobody can have played, and `reason-required`.
    """
    if not INVENTED <= played_at <= now:
        raise InputError("date", _("Nobody can have played then. Look at the year and the time."))
    match = lock_match(match_id)
    expect_version(match, version)
    if not reason.strip():
        raise InputError("reason-required", _("Say why this date is changed."))
    match.played_at = played_at
    match.version += 1
    match.because(reason, by).save()
    sync_rating(match, reason)
    return match


def _turn(row: Any, *columns: str) -> None:
    """Exchange the two sides' values in these columns; of `deals`, in every deal."""
    for column in columns:
        value = getattr(row, column)
        if value:
            turned = [deal[::-1] for deal in value] if column == "deals" else value[::-1]
            setattr(row, column, turned)


@dataclass(frozen=True)
class Change:
    """A row of the standings before and after a correction."""

    before: ShownRow
    after: ShownRow


@dataclass(frozen=True)
class Preview:
    """What a correction would change. `ratings` None: they are too many to be said before it is done."""

    rows: list[Change]
    ratings: list[Move] | None


def preview(stage: Stage, correction: Callable[[], Any]) -> Preview:
    """The rows of the standings and the ratings that this correction would change; nothing is kept of it.

    Raises what the correction raises.
    """
    before = _rows(stage)
    with _undone():
        correction()
        after = _rows(stage)
        ratings = moves_to_come()
    rows = [Change(before[key], after[key]) for key in before if before[key] != after.get(key, before[key])]
    return Preview(rows, ratings)


@contextmanager
def _undone() -> Iterator[None]:
    """A transaction whose work is taken back at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _rows(stage: Stage) -> dict[int, ShownRow]:
    return {row.entrant: row for table in StageStandings(stage).shown() for row in table.rows}
