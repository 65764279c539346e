"""The draw of a round: drafted, changed by hand, published, taken back while nothing is played."""

import json
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.core.draw_input import DrawInput, Lock
from tournaments.core.drawing import draw_round as core_draw
from tournaments.core.draws import Draw, DrawError, Relaxation
from tournaments.core.seating import allot_tables
from tournaments.draw_sentences import refusal
from tournaments.errors import TournamentError
from tournaments.models import (
    Entrant,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    TournamentStatus,
)
from tournaments.selectors.draws import draft_of, draw_input_of, missing_results, next_number
from tournaments.services.seating import Seating, seat_round
from tournaments.services.stages import start_stage

if TYPE_CHECKING:
    from accounts.models import User

DRAWN = gettext_noop("Drawn.")
PUBLISHED = gettext_noop("The draw was published.")
TAKEN_BACK = gettext_noop("The draw was taken back.")
MOVED = gettext_noop("Changed by hand.")
SEED_BITS = 48


class NoDrawError(TournamentError):
    """No lawful draw exists; `relax` names the rules that alone, if relaxed, would make one possible."""

    def __init__(self, error: DrawError, stage: Stage) -> None:
        super().__init__(str(error.code), refusal(error, stage))
        self.relax = error.relax


def lock_stage(stage_id: int) -> Stage:
    """The stage with its row locked until the transaction ends: one draw of it at a time."""
    return Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=stage_id)


def draw_round(
    stage_id: int,
    by: "User | None",
    now: datetime,
    *,
    relaxed: Sequence[Relaxation] = (),
    seed: int | None = None,
    deals: int | None = None,
) -> Round:
    """Draw the next round as a draft, round its locked tables and byes; a draft that was there is replaced.

    Raises TournamentError (`results-missing`, `stage-over`, `stage-not-reached`) or NoDrawError; then nothing
    is stored.
    """
    with transaction.atomic():
        stage = lock_stage(stage_id)
        _check_ready(stage)
        if stage.status == StageStatus.PLANNED:
            start_stage(stage, by)
        draft = draft_of(stage)
        locks, byes = _locks_of(draft)
        draw_input = draw_input_of(stage, next_number(stage), locks, byes, relaxed)
        return _write(stage, draft, draw_input, _seed(seed), by, now, deals)


def _check_ready(stage: Stage) -> None:
    if stage.tournament.status in (
        TournamentStatus.FINISHED,
        TournamentStatus.CANCELLED,
        TournamentStatus.ARCHIVED,
    ):
        raise TournamentError("tournament-closed", _("This tournament is closed. Reopen it to draw a round."))
    waiting = list(missing_results(stage))
    if waiting:
        tables = ", ".join(f"{match.round.number}/{match.table}" for match in waiting)
        raise TournamentError(
            "results-missing",
            ngettext(
                "One result is missing or not official (round/table {tables}). "
                "Enter it, or mark the match as postponed.",
                "Results are missing or not official (round/table {tables}). "
                "Enter them, or mark the matches as postponed.",
                len(waiting),
            ).format(tables=tables),
            tables=[match.table for match in waiting],
        )
    if stage.rounds_planned and next_number(stage) > stage.rounds_planned:
        raise TournamentError(
            "stage-over", _("All {rounds} rounds are drawn.").format(rounds=stage.rounds_planned)
        )


def _seed(given: int | None) -> int:
    return secrets.randbits(SEED_BITS) if given is None else given


def _locks_of(draft: Round | None) -> tuple[list[Lock], list[int]]:
    """The tables and byes of a draft that the director locked."""
    if draft is None:
        return [], []
    tables = draft.matches.filter(locked=True).prefetch_related("sides__entrants")
    locks = [Lock(_sides_of(match), match.table) for match in tables]
    return locks, list(draft.byes.filter(locked=True).values_list("entrant_id", flat=True))


def _sides_of(match: Match) -> tuple[tuple[int, ...], ...]:
    sides = sorted(match.sides.all(), key=lambda side: side.number)
    return tuple(tuple(row.entrant_id for row in side.entrants.all()) for side in sides)


def _write(
    stage: Stage,
    draft: Round | None,
    draw_input: DrawInput,
    seed: int,
    by: "User | None",
    now: datetime,
    deals: int | None,
) -> Round:
    """Draw from the input and store tables, byes, input, seed and hash as the stage's draft."""
    try:
        draw = core_draw(draw_input, seed)
    except DrawError as error:
        raise NoDrawError(error, stage) from error
    fixed = {c.id: c.fixed_table for c in draw_input.candidates if c.fixed_table is not None}
    draw = allot_tables(draw, fixed)
    if draft is None:
        draft = Round(stage=stage, number=draw_input.round, deals=deals)
    else:
        draft.matches.all().delete()
        draft.byes.all().delete()
        draft.deals = deals or draft.deals
    draft.draw_input = draw_input.to_json()
    draft.seed = str(seed)
    draft.draw_hash = draw_input.digest(seed)
    draft.draw_notes = notes_of(draw)
    draft.drawn_at = now
    draft.because(DRAWN, by).save()
    _seat(draft, draw, draw_input)
    return draft


def _seat(draft: Round, draw: Draw, draw_input: DrawInput) -> None:
    entrants = Entrant.objects.in_bulk([candidate.id for candidate in draw_input.candidates])
    locked = {lock.sides for lock in draw_input.locks}
    plans = [
        Seating(
            table.number,
            [[entrants[entrant] for entrant in side] for side in table.sides],
            {"bracket": table.bracket.value, "slot": table.slot, "locked": table.sides in locked},
        )
        for table in draw.tables
    ]
    byes = [entrants[bye.entrant] for bye in draw.byes]
    seat_round(draft, plans, byes, locked_byes=set(draw_input.locked_byes))


def notes_of(draw: Draw) -> dict[str, Any]:
    """Why each table and bye is as it is, as stored with the round: cost lines and flags."""

    def note(lines: Any, flags: Any) -> dict[str, Any]:
        return {
            "lines": [[line.criterion.value, line.value, line.cost] for line in lines],
            "flags": [flag.value for flag in flags],
        }

    return {
        "tables": {str(table.number): note(table.lines, table.flags) for table in draw.tables},
        "byes": {str(bye.entrant): note(bye.lines, bye.flags) for bye in draw.byes},
        "idle": list(draw.idle),
    }


def set_lock(match_id: int, locked: bool, by: "User | None") -> None:
    """Keep a table of the draft in the next draw, or give it free."""
    with transaction.atomic():
        match = Match.objects.select_for_update(of=("self",)).select_related("round").get(pk=match_id)
        _check_draft(match.round)
        match.locked = locked
        match.because(MOVED, by).save()


def set_bye_lock(round_id: int, entrant_id: int | None, by: "User | None", now: datetime) -> Round:
    """Give the bye of a draft to this entrant and pair the rest; None gives it free."""
    with transaction.atomic():
        draft = _draft(round_id)
        stage = lock_stage(draft.stage_id)
        locks, _byes = _locks_of(draft)
        byes = [] if entrant_id is None else [entrant_id]
        freed = [lock for lock in locks if entrant_id not in {e for side in lock.sides for e in side}]
        draw_input = draw_input_of(stage, draft.number, freed, byes, _relaxed(draft))
        return _write(stage, draft, draw_input, int(draft.seed), by, now, None)


def swap(round_id: int, one: int, other: int, by: "User | None", now: datetime) -> Round:
    """Let two entrants of a draft change places; their tables are locked, all others stay as they are."""
    with transaction.atomic():
        draft = _draft(round_id)
        stage = lock_stage(draft.stage_id)
        tables = {m.table: _sides_of(m) for m in draft.matches.prefetch_related("sides__entrants")}
        byes = set(draft.byes.values_list("entrant_id", flat=True))
        placed = byes | {e for sides in tables.values() for side in sides for e in side}
        if one == other or not {one, other} <= placed:
            raise TournamentError("not-in-draft", _("Choose two different entrants of this draft."))
        trade = {one: other, other: one}
        moved = {
            number: tuple(tuple(trade.get(e, e) for e in side) for side in sides)
            for number, sides in tables.items()
        }
        locked = {m.table for m in draft.matches.filter(locked=True)}
        changed = {number for number in tables if moved[number] != tables[number]}
        locks = [Lock(moved[number], number) for number in sorted(locked | changed)]
        locked_byes = {trade.get(e, e) for e in byes} if byes & {one, other} else set()
        locked_byes |= {
            trade.get(e, e) for e in draft.byes.filter(locked=True).values_list("entrant_id", flat=True)
        }
        draw_input = draw_input_of(stage, draft.number, locks, sorted(locked_byes), _relaxed(draft))
        return _write(stage, draft, draw_input, int(draft.seed), by, now, None)


def _relaxed(draft: Round) -> tuple[Relaxation, ...]:
    return tuple(Relaxation(rule) for rule in json.loads(draft.draw_input)["relaxed"])


def _draft(round_id: int) -> Round:
    draft = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)
    _check_draft(draft)
    return draft


def _check_draft(round_: Round) -> None:
    if round_.status != RoundStatus.DRAFT:
        raise TournamentError("not-a-draft", _("This draw is published already."))


def discard_draft(round_id: int, by: "User | None") -> None:
    """Throw a draft away."""
    with transaction.atomic():
        draft = _draft(round_id)
        draft.matches.all().delete()
        draft.byes.all().delete()
        draft.delete()


def publish(round_id: int, by: "User | None", now: datetime) -> Round:
    """Make the draft the round: from now on byes count, seats are posted and results come in."""
    with transaction.atomic():
        draft = _draft(round_id)
        stage = lock_stage(draft.stage_id)
        _check_ready(stage)
        draft.status = RoundStatus.PUBLISHED
        draft.published_at = now
        draft.starts_at = draft.starts_at or now
        draft.because(PUBLISHED, by).save()
        if stage.status != StageStatus.RUNNING:
            stage.status = StageStatus.RUNNING
            stage.because(PUBLISHED, by).save()
        if stage.tournament.status == TournamentStatus.PLANNED:
            stage.tournament.status = TournamentStatus.RUNNING
            stage.tournament.because(PUBLISHED, by).save()
    return draft


def unpublish(round_id: int, by: "User | None") -> Round:
    """Make the last published round a draft again, while nothing was reported in it."""
    with transaction.atomic():
        round_ = (
            Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)
        )
        stage = lock_stage(round_.stage_id)
        if round_.status != RoundStatus.PUBLISHED or round_.number != next_number(stage) - 1:
            raise TournamentError("not-the-last", _("Only the last published round can be taken back."))
        if draft_of(stage) is not None:
            raise TournamentError("draft-waits", _("Discard the draft of the next round first."))
        begun = round_.matches.exclude(state=MatchState.SCHEDULED) | round_.matches.filter(logs__isnull=False)
        if begun.exists():
            raise TournamentError(
                "already-played", _("Results of this round were reported already, so its draw stays.")
            )
        round_.status = RoundStatus.DRAFT
        round_.published_at = None
        round_.because(TAKEN_BACK, by).save()
    return round_
