"""Who is there in which round: checked in, absent, gone, back, barred, or replaced at one table.

Nothing that was played ever changes; a match that somebody's leaving decides is settled at once.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.models import Player
from tournaments.errors import InputError, TournamentError
from tournaments.models import (
    Absence,
    Bye,
    Entrant,
    EntryStatus,
    Match,
    MatchState,
    RoundStatus,
    Seat,
    SideEntrant,
    Stage,
    StageEntrant,
    StageStatus,
)
from tournaments.selectors.draws import draft_of, missing_at_check_in, next_number
from tournaments.services.draws import lock_stage
from tournaments.services.events import check_open, lock_event
from tournaments.services.leaving import settle_leavers
from tournaments.services.rating import sync_rating
from tournaments.services.results import lock_match

if TYPE_CHECKING:
    from accounts.models import User

ABSENT = gettext_noop("Misses a round.")
PRESENT = gettext_noop("Plays the round after all.")
CHECKED = gettext_noop("Checked in or out.")
CALLED = gettext_noop("A new check-in began.")


@transaction.atomic
def check_in(entrant_id: int, present: bool, by: "User | None") -> None:
    """Tick an entrant as present, or take the tick away."""
    entrant = Entrant.objects.select_for_update().get(pk=entrant_id)
    if entrant.checked_in != present:
        entrant.checked_in = present
        entrant.because(CHECKED, by).save()
        if present:
            _count_in(entrant.tournament_id, [entrant_id])


@transaction.atomic
def check_everybody(tournament_id: int, present: bool, by: "User | None") -> None:
    """Tick everybody entered as present; or nobody, for a new check-in before the next round."""
    tournament = lock_event(tournament_id)
    others = list(tournament.entrants.filter(status=EntryStatus.ENTERED).exclude(checked_in=present))
    for entrant in others:
        entrant.checked_in = present
        entrant.because(CHECKED if present else CALLED, by).save()
    if present:
        _count_in(tournament_id, [entrant.pk for entrant in others])


def _count_in(tournament_id: int, entrants: list[int]) -> None:
    """Who was left out of the next round for not being checked in, and has come, is drawn in it after all."""
    for stage in Stage.objects.filter(tournament=tournament_id, status=StageStatus.RUNNING):
        left_out = Absence.objects.filter(stage=stage, round_number=next_number(stage), announced=False)
        left_out.filter(entrant__in=entrants).delete()


@transaction.atomic
def leave_out_unchecked(stage_id: int, by: "User | None") -> None:
    """Whoever is not checked in misses the next round, unannounced."""
    stage = lock_stage(stage_id)
    for entrant in missing_at_check_in(stage):
        _miss(stage, entrant.pk, next_number(stage), announced=False, by=by)


@transaction.atomic
def withdraw(
    entrant_id: int, by: "User | None", reason: str, now: datetime, *, at_once: bool = False
) -> None:
    """The entrant plays no further round; all it played stays as it is.

    `at_once`: its open match of the current round is lost as well. Raises TournamentError `result-reported`
    where something was reported about that match: it is to be decided first.
    """
    for row, stage in _open_stages(entrant_id):
        if row.withdrawn_after is not None:
            continue
        last = next_number(stage) - 1
        open_now = at_once and _plays_in(stage, entrant_id, last)
        row.withdrawn_after = last - 1 if open_now else last
        row.because(reason, by).save()
        settle_leavers(stage, by, now)


def _plays_in(stage: Stage, entrant_id: int, number: int) -> bool:
    """Whether the entrant's match of that round is open, with nothing reported about it."""
    match = (
        Match.objects.filter(round__stage=stage, round__number=number, side_entrants__entrant=entrant_id)
        .exclude(state=MatchState.OFFICIAL)
        .first()
    )
    if match is not None and (match.state != MatchState.SCHEDULED or match.logs.exists()):
        raise TournamentError(
            "result-reported",
            _("A result of table {table} was reported. Decide it first.").format(table=match.table),
        )
    return match is not None


@transaction.atomic
def come_back(entrant_id: int, by: "User | None", reason: str) -> None:
    """The entrant is drawn again from the next round on; the rounds between were missed by own choice."""
    for row, stage in _open_stages(entrant_id):
        if row.withdrawn_after is None:
            continue
        for number in range(row.withdrawn_after + 1, next_number(stage)):
            _miss(stage, entrant_id, number, announced=True, by=by)
        row.withdrawn_after = None
        row.because(reason, by).save()


@transaction.atomic
def miss_next_round(entrant_id: int, by: "User | None", *, announced: bool = True) -> None:
    """The entrant is left out of the next draw."""
    for _row, stage in _open_stages(entrant_id):
        _miss(stage, entrant_id, next_number(stage), announced=announced, by=by)


@transaction.atomic
def play_next_round(entrant_id: int, by: "User | None") -> None:
    """Take an absence announced for the next round back."""
    for _row, stage in _open_stages(entrant_id):
        missed = Absence.objects.filter(stage=stage, entrant=entrant_id, round_number=next_number(stage))
        for absence in missed:
            absence.because(PRESENT, by).delete()


def _miss(stage: Stage, entrant_id: int, number: int, *, announced: bool, by: "User | None") -> None:
    """An absence, unless there is one or the entrant was drawn in that round."""
    of_round = {"round__stage": stage, "round__number": number, "round__status": RoundStatus.PUBLISHED}
    drawn = Bye.objects.filter(entrant=entrant_id, **of_round).exists() or (
        Match.objects.filter(side_entrants__entrant=entrant_id, **of_round).exists()
    )
    known = Absence.objects.filter(stage=stage, entrant=entrant_id, round_number=number).exists()
    if not drawn and not known:
        absence = Absence(stage=stage, entrant_id=entrant_id, round_number=number, announced=announced)
        absence.because(ABSENT, by).save()


@transaction.atomic
def disqualify(
    entrant_id: int, by: "User | None", reason: str, now: datetime, *, from_this_round: bool = False
) -> Entrant:
    """From the next round on, or the current one, the entrant's matches are no-shows; it is unranked.

    Raises InputError `reason-required`.
    """
    if not reason.strip():
        raise InputError("reason-required", _("Say why the entrant is disqualified."), field="reason")
    entrant = Entrant.objects.select_for_update().get(pk=entrant_id)
    for row, stage in _open_stages(entrant_id, closed=True):
        if row.disqualified_from is None:
            current = next_number(stage) - 1
            row.disqualified_from = max(current, 1) if from_this_round else current + 1
            row.because(reason, by).save()
            settle_leavers(stage, by, now)
    entrant.disqualified = True
    entrant.because(reason, by).save()
    return entrant


@transaction.atomic
def reinstate(entrant_id: int, by: "User | None", reason: str) -> Entrant:
    """Take a disqualification back. Matches lost by it stay as recorded, for the referee to correct.

    Raises InputError `reason-required`.
    """
    if not reason.strip():
        raise InputError("reason-required", _("Say why the disqualification is taken back."), field="reason")
    entrant = Entrant.objects.select_for_update().get(pk=entrant_id)
    for row, _stage in _open_stages(entrant_id, closed=True):
        row.disqualified_from = None
        row.because(reason, by).save()
    entrant.disqualified = False
    entrant.because(reason, by).save()
    return entrant


@transaction.atomic
def substitute(match_id: int, out: Player, into: Player, by: "User | None", reason: str) -> Seat:
    """Another player takes a seat of one match; the entrant stays who it is.

    Raises TournamentError `not-seated`, or `already-seated` where the substitute plays in this round.
    """
    match = lock_match(match_id)
    seat = match.seats.filter(player=out).first()
    if seat is None:
        raise TournamentError(
            "not-seated", _("{name} does not sit at this table.").format(name=out.shown_name)
        )
    busy = Seat.objects.filter(match__round=match.round_id, player=into).select_related("match").first()
    if busy is not None and (busy.match_id == match.pk or match.round.stage.format != "open"):
        raise TournamentError(
            "already-seated",
            _("{name} plays at table {table} in this round.").format(
                name=into.shown_name, table=busy.match.table
            ),
        )
    seat.player = into
    seat.because(reason, by).save()
    sync_rating(match, reason)
    return seat


def _open_stages(entrant_id: int, *, closed: bool = False) -> list[tuple[StageEntrant, Stage]]:
    """The entrant's places in stages that run, each with its locked stage.

    Refused while a draft names it and, but for what a referee decides `closed` or not, in a closed event.
    """
    running = Stage.objects.filter(entries__entrant=entrant_id, status=StageStatus.RUNNING)
    stages = [lock_stage(pk) for pk in running.order_by("number").values_list("pk", flat=True)]
    if not stages:
        raise TournamentError("not-playing", _("This entrant is in no stage that runs."))
    for stage in stages:
        if not closed:
            check_open(stage.tournament)
        draft = draft_of(stage)
        if draft is not None and _is_drawn(draft.pk, entrant_id):
            raise TournamentError(
                "in-a-draft", _("The draft of the next round names this entrant. Discard the draft first.")
            )
    rows = StageEntrant.objects.select_for_update().filter(entrant=entrant_id, stage__in=stages)
    by_stage = {row.stage_id: row for row in rows}
    return [(by_stage[stage.pk], stage) for stage in stages]


def _is_drawn(round_id: int, entrant_id: int) -> bool:
    seated = SideEntrant.objects.filter(match__round=round_id, entrant=entrant_id)
    return seated.exists() or Bye.objects.filter(round=round_id, entrant=entrant_id).exists()
