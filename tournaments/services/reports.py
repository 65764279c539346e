"""Players' reports of a result: first, confirmed, contradicted, taken back. Nothing is overwritten.

What an official decides is `decisions`' business; what a confirmed report ends as is `results`'.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.core.records import Outcome
from tournaments.errors import InputError, TournamentError
from tournaments.models import GameRecord, Match, MatchState, ScoreSheet, SheetState, Source
from tournaments.selectors.reporting import is_live
from tournaments.services.checks import check_counts, check_published, check_totals, is_closed
from tournaments.services.rating import sync_rating
from tournaments.services.results import Result, lock_match, make_official, set_state

if TYPE_CHECKING:
    from accounts.models import User

REPORTED = gettext_noop("A side reported the result.")
CONFIRMED = gettext_noop("The other side confirmed the result.")
CONTRADICTED = gettext_noop("Another result was reported.")
FLAGGED = gettext_noop("The sheet can't be right; a referee looks at it.")
SWAPPED = gettext_noop("Both sides said that the scores were written on the wrong lines.")
TAKEN_BACK = gettext_noop("The side took its report back.")


class Answer(StrEnum):
    """What a report came to."""

    REPORTED = "reported"
    COUNTERSIGNED = "countersigned"
    NOTHING_NEW = "nothing-new"
    DISPUTED = "disputed"
    REQUESTED = "correction-requested"
    OFFICIAL = "official"


@dataclass(frozen=True)
class Report:
    """What one side says: its number, the totals of all sides, the deals as typed, what can't be in them.

    One that `confirms` says only that the other side is right, so there has to be something it said.
    """

    side: int
    totals: tuple[int, ...]
    deals: Sequence[Any] = ()
    faults: Sequence[Any] = ()
    confirms: bool = False

    @property
    def digest(self) -> str:
        """The same for the same result, whichever side reports it and however it was typed."""
        return digest_of(self.totals)


def digest_of(totals: Sequence[int]) -> str:
    """By what two reports are compared."""
    return hashlib.sha256(json.dumps(list(totals)).encode()).hexdigest()


@dataclass(frozen=True)
class Reported:
    """What a report came to, and the match after it."""

    answer: Answer
    match: Match


@transaction.atomic
def report(match_id: int, report: Report, by: "User | None", now: datetime) -> Reported:
    """Take a side's report of a match that was played.

    Raises InputError for totals that can't be, and TournamentError `round-not-published`,
    `tournament-closed`, `level-knockout` or, of one that only confirms, `taken-back`.
    """
    match = lock_match(match_id)
    if report.confirms and match.state == MatchState.SCHEDULED:
        raise TournamentError(
            "taken-back",
            _("The other side took its report back meanwhile. Wait for the new one, or report your own."),
        )
    check_published(match)
    if is_closed(match):
        raise TournamentError(
            "tournament-closed",
            _("This tournament is closed. Only a referee can still change its results, with a reason."),
        )
    sides = match.sides.count()
    if not 0 <= report.side < sides:
        raise InputError("side", _("This match has no such side."), field="side")
    check_totals(report.totals, sides)
    check_counts(match, Result(Source.SHEET, report.totals, sides=sides))
    return Reported(_take(match, report, sides, by, now), match)


def _take(match: Match, report: Report, sides: int, by: "User | None", now: datetime) -> Answer:
    record = GameRecord.objects.filter(match=match).first()
    if match.state == MatchState.OFFICIAL and record is not None and _confirms(record, report):
        return Answer.NOTHING_NEW
    known = match.sheets.exclude(state=SheetState.SUPERSEDED).filter(content_hash=report.digest)
    if match.state != MatchState.OFFICIAL:
        known = known.filter(state=SheetState.OPEN)
    if known.filter(side=report.side).exists():
        # Of what a referee decided against, sending it again is no new dispute.
        return Answer.NOTHING_NEW
    first = match.sheets.filter(state=SheetState.OPEN).order_by("pk").first()
    if match.state == MatchState.REPORTED and first is not None and first.content_hash == report.digest:
        return _countersign(match, first, report.side, by, now)
    live = match.state == MatchState.OFFICIAL and is_live(match)
    _store(match, report, by, now)
    if match.state == MatchState.SCHEDULED and not report.faults:
        set_state(match, MatchState.REPORTED, by, REPORTED)
        return Answer.REPORTED
    if match.state == MatchState.OFFICIAL and not live:
        return Answer.REQUESTED
    if match.state == MatchState.DISPUTED and _on_the_wrong_lines(match, record, report, sides):
        make_official(match, Result(Source.SHEET, report.totals, sides=sides), by, now, SWAPPED)
        return Answer.COUNTERSIGNED
    set_state(match, MatchState.DISPUTED, by, FLAGGED if report.faults else CONTRADICTED)
    sync_rating(match, CONTRADICTED)
    return Answer.DISPUTED


def _confirms(record: GameRecord, report: Report) -> bool:
    return record.outcome == Outcome.PLAYED and record.totals == list(report.totals)


def _store(match: Match, report: Report, by: "User | None", now: datetime) -> ScoreSheet:
    sheet = ScoreSheet(
        match=match,
        side=report.side,
        totals=list(report.totals),
        deals=list(report.deals),
        content_hash=report.digest,
        faults=list(report.faults),
        submitted_by=by,
        submitted_at=now,
    )
    sheet.because(REPORTED, by).save()
    return sheet


def _countersign(match: Match, sheet: ScoreSheet, side: int, by: "User | None", now: datetime) -> Answer:
    sheet.countersigned_by_side = side
    sheet.because(CONFIRMED, by).save()
    make_official(match, result_of_sheet(sheet), by=None, now=now, reason=CONFIRMED)
    return Answer.COUNTERSIGNED


def result_of_sheet(sheet: ScoreSheet) -> Result:
    """The sheet as a result; canastas are known where every deal was typed item by item."""
    sides = len(sheet.totals)
    itemised = bool(sheet.deals) and all("natural" in line for deal in sheet.deals for line in deal)
    canastas = None
    if itemised:
        canastas = tuple(
            sum(deal[side][kind] for deal in sheet.deals for kind in ("natural", "mixed", "wild"))
            for side in range(sides)
        )
    return Result(
        Source.SHEET,
        tuple(sheet.totals),
        deals=sheet.deals,
        canastas=canastas,
        sheet=sheet,
        sides=sides,
    )


def _on_the_wrong_lines(match: Match, record: GameRecord | None, report: Report, sides: int) -> bool:
    """Whether every side now says that the recorded scores belong to the other side."""
    if record is None or sides != 2 or record.totals != list(report.totals)[::-1]:
        return False
    marks = match.sheets.filter(state=SheetState.OPEN, content_hash=report.digest)
    return set(marks.values_list("side", flat=True)) == {0, 1}


@transaction.atomic
def take_back(match_id: int, side: int, by: "User | None") -> Match:
    """A side takes its own report back while nobody answered it; raises TournamentError `answered`."""
    match = lock_match(match_id)
    mine = list(match.sheets.filter(state=SheetState.OPEN))
    if match.state != MatchState.REPORTED or any(sheet.side != side for sheet in mine):
        raise TournamentError("answered", _("The report was answered already, so it stays."))
    for sheet in mine:
        sheet.state = SheetState.SUPERSEDED
        sheet.because(TAKEN_BACK, by).save()
    set_state(match, MatchState.SCHEDULED, by, TAKEN_BACK)
    return match
