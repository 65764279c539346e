"""Reports become the official record of a match, or a dispute; every change reaches the ratings at once.

All functions here expect the match's row locked by the caller (`lock_match`), inside its transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import engine
from tournaments.core.records import Outcome
from tournaments.errors import TournamentError
from tournaments.models import GameRecord, Match, MatchState, MoveLog, ScoreSheet, SheetState, Source
from tournaments.services.checks import check_counts
from tournaments.services.rating import sync_rating
from tournaments.services.telling import tell_result

if TYPE_CHECKING:
    from accounts.models import User


VERIFIED = gettext_noop("A move log was verified.")
CONFIRMED_BY_LOG = gettext_noop("A verified move log has the same result.")
SUBMITTED_FIRST = gettext_noop("Of two different verified move logs the one submitted first counts.")
DIFFERS_FROM_SHEET = gettext_noop("A verified move log differs from the score sheet.")
DIFFERS_FROM_RECORD = gettext_noop("A verified move log differs from the recorded result.")
BECAME_OFFICIAL = gettext_noop("The result became official.")


# What services read of a match and its event. The rest is loaded when asked for: a draw's input is long.
MATCH_AND_EVENT = (
    *(field.name for field in Match._meta.concrete_fields),
    *("round__" + name for name in ("stage", "number", "status", "deals", "starts_at", "published_at")),
    *(
        "round__stage__" + name
        for name in ("tournament", "number", "format", "deals", "until_points", "scoring")
    ),
    *(
        "round__stage__tournament__" + name
        for name in ("name", "slug", "rule_set", "rated", "public", "status", "starts_at")
    ),
)


@dataclass(frozen=True)
class Result:
    """What a match ended as, a value a side in the order of the match's sides.

    `totals` is None where nothing was played (a no-show). `deals` lists, a deal each, what every side scored.
    """

    source: Source
    totals: tuple[int, ...] | None
    outcome: Outcome = Outcome.PLAYED
    at_fault: tuple[bool, ...] = ()
    deals: Sequence[Sequence[dict[str, Any]]] = ()
    canastas: tuple[int, ...] | None = None
    log: MoveLog | None = None
    sheet: ScoreSheet | None = None
    sides: int = field(default=2)

    @property
    def faults(self) -> list[bool]:
        """At fault or not, a value a side, also where none was given."""
        return list(self.at_fault) or [False] * self.sides

    def turned_round(self) -> "Result":
        """The same with the values of two sides exchanged, and no longer from its source."""
        return Result(
            Source.OFFICIAL,
            self.totals and self.totals[::-1],
            self.outcome,
            tuple(self.faults[::-1]),
            [deal[::-1] for deal in self.deals],
            self.canastas and self.canastas[::-1],
            sides=self.sides,
        )

    def says_the_same_as(self, record: GameRecord) -> bool:
        """Whether this is the recorded result: the same totals, the same outcome, the same side at fault."""
        mine = (None if self.totals is None else list(self.totals), self.outcome.value, self.faults)
        return mine == (record.totals, record.outcome, record.at_fault)


def lock_match(match_id: int) -> Match:
    """The match with its row locked until the transaction ends; of its round all but the stored draw."""
    return (
        Match.objects.select_for_update(of=("self",))
        .select_related("round__stage__tournament")
        .only(*MATCH_AND_EVENT)
        .get(pk=match_id)
    )


def ranks(totals: Sequence[int] | None, at_fault: Sequence[bool]) -> list[int]:
    """A rank a side, 1 the best: sides at fault last, the others by total, equal totals equal."""
    counted = totals or [0] * len(at_fault)
    keys = [(fault, 0 if fault else -total) for fault, total in zip(at_fault, counted, strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]


def record_verified_log(log: MoveLog, verdict: engine.Verdict, now: datetime) -> None:
    """A log was verified: its result is official, unless another one was reported or stands already."""
    match = log.match = lock_match(log.match_id)
    result = result_of_log(log, verdict)
    if match.version == 1:  # nothing was reported of it, nothing decided or taken back
        check_counts(match, result)
        _write(match, GameRecord(match=match), [], result, None, now, VERIFIED)
        return
    record = _record_of(match)
    if record is not None:
        _compare_with_record(match, record, result, now)
        return
    sheets = _open_sheets(match)
    if all(result.outcome is Outcome.PLAYED and tuple(sheet.totals) == result.totals for sheet in sheets):
        make_official(match, result, by=None, now=now, reason=VERIFIED)
    else:
        set_state(match, MatchState.DISPUTED, by=None, reason=DIFFERS_FROM_SHEET)


def result_of_log(log: MoveLog, verdict: engine.Verdict) -> Result:
    """The verdict's result in the order of the match's sides; of a rejected log, its completed deals.

    Points that a referee took off for coming late are off here, too, as they are on a sheet.
    """
    order = [log.sides.index(number) for number in range(len(log.sides))]
    rules = engine.RULE_SETS[log.match.round.stage.tournament.rule_set]
    totals = [
        sum(engine.score(rules, deal[side]) for deal in verdict.items) for side in range(len(log.sides))
    ]
    late = log.match.penalties or [0] * len(order)
    return Result(
        source=Source.LOG,
        totals=tuple((verdict.scores or totals)[side] + off for side, off in zip(order, late, strict=True)),
        outcome=Outcome.PLAYED if log.forfeit_side is None else Outcome.FORFEIT,
        at_fault=tuple(log.forfeit_side == number for number in range(len(log.sides))),
        deals=[[items_as_json(rules, deal[side]) for side in order] for deal in verdict.items],
        canastas=tuple(sum(deal[side].canastas for deal in verdict.items) for side in order),
        log=log,
        sides=len(log.sides),
    )


def items_as_json(rules: engine.Rules, items: engine.DealItems) -> dict[str, Any]:
    """A side's line of a deal as it is stored: the items of a score sheet and their total."""
    return {**items._asdict(), "out": items.out.value, "total": engine.score(rules, items)}


def _compare_with_record(match: Match, record: GameRecord, result: Result, now: datetime) -> None:
    if result.says_the_same_as(record):
        if record.log is None:
            record.log = result.log
            record.deals = result.deals
            record.canastas = result.canastas
            record.because(CONFIRMED_BY_LOG).save()
        return
    first = record.log
    if first is not None and result.log is not None and result.log.pk < first.pk:
        # Of two different verified logs the one submitted first counts, whichever a worker finished first;
        # first by its number, since a clock can be set back.
        make_official(match, result, by=None, now=now, reason=SUBMITTED_FIRST)
    set_state(match, MatchState.DISPUTED, by=None, reason=DIFFERS_FROM_RECORD)
    sync_rating(match)


def make_official(
    match: Match,
    result: Result,
    by: "User | None",
    now: datetime,
    reason: str,
    public_reason: str = "",
) -> GameRecord:
    """Write the official record (or correct it), settle what was reported, and tell the ratings.

    Raises InputError or TournamentError for a result that standings could not count (`checks.check_counts`).
    """
    check_counts(match, result)
    record = _record_of(match)
    # One that was taken back is gone on with: the public sees that this result is not the first.
    before: Any = record or GameRecord.history.filter(match=match).order_by("-history_id").first()
    record = record or GameRecord(match=match)
    if before is not None:
        record.corrected = before.corrected or not result.says_the_same_as(before)
        record.version = before.version + 1
    record.public_reason = public_reason
    _write(match, record, _open_sheets(match), result, by, now, reason)
    return record


def _record_of(match: Match) -> GameRecord | None:
    return GameRecord.objects.filter(match=match).order_by().first()


def _open_sheets(match: Match) -> list[ScoreSheet]:
    return list(match.sheets.filter(state=SheetState.OPEN))


def _write(
    match: Match,
    record: GameRecord,
    sheets: list[ScoreSheet],
    result: Result,
    by: "User | None",
    now: datetime,
    reason: str,
) -> None:
    """The rest of `make_official`, with what was read of the match at hand."""
    record.source = result.source
    record.outcome = result.outcome.value
    record.totals = None if result.totals is None else list(result.totals)
    record.at_fault = result.faults
    record.ranks = ranks(record.totals, record.at_fault)
    record.deals = list(result.deals)
    record.canastas = None if result.canastas is None else list(result.canastas)
    record.log = result.log
    record.sheet = result.sheet
    record.decided_by = by
    record.decided_at = now
    record.because(reason, by).save()
    _settle(sheets, record, by)
    match.postponed = False
    set_state(match, MatchState.OFFICIAL, by, reason)
    sync_rating(match, reason if record.version > 1 else "", record)
    tell_result(match, record, now)


def _settle(sheets: list[ScoreSheet], record: GameRecord, by: "User | None") -> None:
    for sheet in sheets:
        sheet.state = SheetState.ACCEPTED if sheet.totals == record.totals else SheetState.REFUSED
        sheet.because(BECAME_OFFICIAL, by).save()


def set_state(match: Match, state: MatchState, by: "User | None", reason: str) -> None:
    """Move the match on, one version further."""
    match.state = state
    match.version += 1
    match.because(reason, by).save(update_fields=["state", "version", "postponed"])


def expect_version(match: Match, version: int | None) -> None:
    """Refuse a decision taken on an older state than the stored one (code `changed-meanwhile`)."""
    if version is not None and match.version != version:
        raise TournamentError(
            "changed-meanwhile",
            _("Somebody else changed this match meanwhile. Look at it again before you decide."),
        )
