"""What officials decide about a match: results typed, faults, postponement, taking a decision back.

Who may is asked at the door. Every decision names the version of the match it was taken on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from tournaments.core.records import Outcome
from tournaments.errors import InputError, TournamentError
from tournaments.models import GameRecord, LogState, Match, MatchState, ScoreSheet, SheetState, Source
from tournaments.score_sheets import MOST_DEALS
from tournaments.services.checks import check_counts, check_published, check_totals, is_closed
from tournaments.services.rating import drop_rating, sync_rating
from tournaments.services.reports import result_of_sheet
from tournaments.services.results import (
    Result,
    expect_version,
    lock_match,
    make_official,
    result_of_log,
    set_state,
)

if TYPE_CHECKING:
    from accounts.models import User

WITH_DEALS = (LogState.VERIFIED, LogState.MISMATCH, LogState.REJECTED)
TYPED = gettext_noop("Typed by an official.")
CONFIRMED = gettext_noop("Confirmed by an official.")
POSTPONED = gettext_noop("Postponed.")
DEALS_SET = gettext_noop("Time ended the match after so many deals.")
DEALS_AS_USUAL = gettext_noop("The match ends as all others.")
SEATS = gettext_noop("The sides sat the other way round; their scores stay with them.")
NOT_POSTPONED = gettext_noop("No longer postponed.")


@dataclass(frozen=True)
class Ruling:
    """What an official says a match ended as; `at_fault` names the sides that were absent or gave up."""

    totals: tuple[int, ...] | None = None
    outcome: Outcome = Outcome.PLAYED
    at_fault: frozenset[int] = frozenset()


@transaction.atomic
def decide(
    match_id: int,
    ruling: Ruling,
    by: "User | None",
    now: datetime,
    version: int | None = None,
    reason: str = "",
    public_reason: str = "",
) -> GameRecord:
    """Make this the official result; what is official already stays as it is.

    A result that stands already is changed only with a reason, and so is anything once the event is closed.
    Raises TournamentError `changed-meanwhile`, `reason-required`, `round-not-published` or `level-knockout`,
    and InputError for a ruling that can't be.
    """
    match = lock_match(match_id)
    check_published(match)
    sides = match.sides.count()
    if not ruling.at_fault <= set(range(sides)):
        raise InputError("side", _("This match has no such side."), field="side")
    if ruling.totals is not None:
        check_totals(ruling.totals, sides)
    if ruling.outcome == Outcome.ABANDONED and len(ruling.at_fault) == sides:
        text = _("Not every side can have given up an abandoned match: name the one that did, or none.")
        raise InputError("at-fault", text, field="at_fault")
    keeps_totals = ruling.outcome not in (Outcome.NO_SHOW, Outcome.VOID)
    blames = ruling.outcome != Outcome.VOID
    result = Result(
        Source.OFFICIAL,
        ruling.totals if keeps_totals else None,
        ruling.outcome,
        tuple(blames and side in ruling.at_fault for side in range(sides)),
        sides=sides,
    )
    check_counts(match, result)
    record = GameRecord.objects.filter(match=match).first()
    if record is not None and match.state == MatchState.OFFICIAL and result.says_the_same_as(record):
        return record
    expect_version(match, version)
    result = _from_log(match, result) or _from_sheet(match, result)
    _check_reason(match, result, reason)
    return make_official(match, result, by, now, reason or TYPED, public_reason)


def _from_log(match: Match, result: Result) -> Result | None:
    """The first verified log that says the same; else this ruling with the lawful deals that add up to it."""
    logs = list(match.logs.filter(state__in=WITH_DEALS))
    found = [(log.state, result_of_log(log, engine.replay(log.text))) for log in logs]
    says = (result.totals, result.outcome, result.faults)
    for state, each in found:
        if state == LogState.VERIFIED and (each.totals, each.outcome, each.faults) == says:
            return each
    for _state, each in found:
        if each.deals and each.totals == result.totals:
            return replace(result, deals=each.deals, canastas=each.canastas)
    return None


def _from_sheet(match: Match, result: Result) -> Result:
    """The open sheet that says the same, with its deals, instead of bare totals."""
    if result.outcome != Outcome.PLAYED or result.totals is None:
        return result
    for sheet in match.sheets.filter(state=SheetState.OPEN):
        if tuple(sheet.totals) == result.totals:
            return result_of_sheet(sheet)
    return result


def _check_reason(match: Match, result: Result, reason: str) -> None:
    record = GameRecord.objects.filter(match=match).first()
    if is_closed(match) or (record is not None and not result.says_the_same_as(record)):
        _check_given(reason)
    if match.state == MatchState.DISPUTED and not reason.strip():
        raise InputError("reason-required", _("Say why this result counts, and not the other."))


def _check_given(reason: str) -> None:
    if not reason.strip():
        raise InputError("reason-required", _("Say why this result is changed."), field="reason")


@transaction.atomic
def accept_sheet(
    match_id: int,
    sheet_id: int,
    by: "User | None",
    now: datetime,
    version: int | None = None,
    reason: str = "",
) -> GameRecord:
    """Make a reported sheet of the match official; one that can't be right, only with a reason."""
    match = lock_match(match_id)
    expect_version(match, version)
    sheet = match.sheets.filter(pk=sheet_id).first()
    if sheet is None:
        raise InputError("sheet", _("This sheet is not of this match."))
    result = result_of_sheet(sheet)
    check_counts(match, result)
    if sheet.faults and not reason.strip():
        raise InputError("reason-required", _("Say why this sheet is right although it is flagged."))
    _check_reason(match, result, reason)
    return make_official(match, result, by, now, reason or CONFIRMED)


def confirm_all(matches: Sequence[tuple[int, int]], by: "User | None", now: datetime) -> int:
    """Make every still undisputed report of these (match, version) pairs official; the number of them."""
    count = 0
    for match_id, version in matches:
        with transaction.atomic():
            match = lock_match(match_id)
            sheet = match.sheets.filter(state=SheetState.OPEN).first()
            if match.version != version or match.state != MatchState.REPORTED or sheet is None:
                continue
            make_official(match, result_of_sheet(sheet), by, now, CONFIRMED)
            count += 1
    return count


@transaction.atomic
def refuse_request(match_id: int, by: "User | None", reason: str, version: int | None = None) -> Match:
    """Let an official result stand against the reports and requests that contradict it."""
    match = lock_match(match_id)
    expect_version(match, version)
    _check_given(reason)
    record = GameRecord.objects.filter(match=match).first()
    if record is None:
        raise TournamentError("no-result", _("There is no official result yet that could stand."))
    for sheet in match.sheets.filter(state=SheetState.OPEN):
        sheet.state = SheetState.REFUSED
        sheet.because(reason, by).save()
    set_state(match, MatchState.OFFICIAL, by, reason)
    sync_rating(match, reason)
    return match


@transaction.atomic
def set_postponed(
    match_id: int, postponed: bool, by: "User | None", version: int | None = None, reason: str = ""
) -> Match:
    """Let the next draw not wait for this match, or let it wait again."""
    match = lock_match(match_id)
    expect_version(match, version)
    check_published(match)
    if match.state == MatchState.OFFICIAL:
        raise TournamentError("already-official", _("This match has its official result already."))
    match.postponed = postponed
    match.version += 1
    match.because(reason or (POSTPONED if postponed else NOT_POSTPONED), by).save()
    return match


@transaction.atomic
def set_deals(
    match_id: int, deals: int | None, by: "User | None", version: int | None = None, reason: str = ""
) -> Match:
    """Let time end this match after so many deals; None: it ends as its round says.

    Raises InputError `deals`, TournamentError `already-official`.
    """
    match = lock_match(match_id)
    expect_version(match, version)
    check_published(match)
    if deals is not None and not 1 <= deals <= MOST_DEALS:
        raise InputError("deals", _("Give the number of deals that were played, 1 or more."))
    if match.state == MatchState.OFFICIAL:
        raise TournamentError("already-official", _("This match has its official result already."))
    match.deals, match.until_points = deals, None
    match.version += 1
    match.because(reason or (DEALS_AS_USUAL if deals is None else DEALS_SET), by).save()
    return match


@transaction.atomic
def undo(match_id: int, by: "User | None", now: datetime, reason: str, version: int | None = None) -> Match:
    """Take the last decision back: the result that stood before it stands again, or the match waits again."""
    match = lock_match(match_id)
    expect_version(match, version)
    _check_given(reason)
    record = GameRecord.objects.filter(match=match).first()
    if record is None:
        raise TournamentError("nothing-to-undo", _("There is no official result to take back."))
    if is_closed(match):
        raise TournamentError(
            "tournament-closed", _("This tournament is closed. Correct the result instead.")
        )
    before = record.history.filter(version__lt=record.version).order_by("-version", "-history_id").first()
    if before is not None:
        make_official(match, _as_they_sit(before, record), by, now, reason, before.public_reason)
        return match
    drop_rating(match, reason)
    record.because(reason, by)
    record.delete()
    sheets = list(match.sheets.exclude(state=SheetState.SUPERSEDED))
    for sheet in sheets:
        sheet.state = SheetState.OPEN
        sheet.because(reason, by).save()
    set_state(match, _state_by(sheets), by, reason)
    return match


def _state_by(sheets: Sequence[ScoreSheet]) -> MatchState:
    """Where a match is by what was reported: a sheet that can't be right is for a referee alone."""
    if any(sheet.faults for sheet in sheets) or len({tuple(sheet.totals) for sheet in sheets}) > 1:
        return MatchState.DISPUTED
    return MatchState.REPORTED if sheets else MatchState.SCHEDULED


def _as_they_sit(before: Any, record: GameRecord) -> Result:
    """A former state of the record, by the sides as they are numbered now."""
    result = result_as_recorded(before)
    swaps = record.history.filter(history_id__gt=before.history_id, history_change_reason=SEATS)
    if swaps.count() % 2 == 0:
        return result
    return replace(result.turned_round(), source=result.source, log=result.log, sheet=result.sheet)


def result_as_recorded(record: Any) -> Result:
    """What a game record, or a former state of one, says."""
    return Result(
        Source(record.source),
        None if record.totals is None else tuple(record.totals),
        Outcome(record.outcome),
        tuple(record.at_fault),
        record.deals,
        None if record.canastas is None else tuple(record.canastas),
        record.log,
        record.sheet,
        sides=len(record.at_fault),
    )
