"""The draw of a round: drafted, published, taken back while nothing is played. `drafts` changes it by hand.

Whoever changes a draw locks its stage first, so two directors never wait for each other.
"""

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
from tournaments.core.records import Format
from tournaments.core.seating import allot_tables
from tournaments.draw_sentences import refusal
from tournaments.errors import TournamentError
from tournaments.models import (
    Entrant,
    Match,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    TournamentStatus,
)
from tournaments.selectors.draws import (
    begun,
    draft_of,
    draw_input_of,
    missing_at_check_in,
    missing_results,
    next_number,
)
from tournaments.services.events import check_open
from tournaments.services.leaving import settle_leavers
from tournaments.services.links import issue_links
from tournaments.services.seating import Seating, seat_round
from tournaments.services.stages import start_stage
from tournaments.services.telling import tell_round

if TYPE_CHECKING:
    from accounts.models import User

DRAWN = gettext_noop("Drawn.")
PUBLISHED = gettext_noop("The draw was published.")
TAKEN_BACK = gettext_noop("The draw was taken back.")
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
    relaxed: Sequence[Relaxation] | None = None,
    seed: int | None = None,
    deals: int | None = None,
) -> Round:
    """Draw the next round as a draft, round its locked tables and byes; a draft that was there is replaced.

    The rules given up are `relaxed`, or where that is None those of the draft before.
    Raises TournamentError (`results-missing`, `stage-over`, `stage-not-reached`) or NoDrawError; then nothing
    is stored.
    """
    with transaction.atomic():
        stage = lock_stage(stage_id)
        _check_ready(stage)
        _check_presence(stage)
        if stage.status == StageStatus.PLANNED:
            start_stage(stage, by)
        draft = draft_of(stage)
        given_up = relaxed_of(draft) if relaxed is None else tuple(relaxed)
        locks, byes = ([], []) if Relaxation.LOCKS in given_up else locks_of(draft)
        kept = [rule for rule in given_up if rule is not Relaxation.LOCKS]
        draw_input = draw_input_of(stage, next_number(stage), locks, byes, kept)
        return write_draft(stage, draft, draw_input, _seed(seed), by, now, deals)


def _check_ready(stage: Stage) -> None:
    check_open(stage.tournament)
    waiting = list(missing_results(stage))
    if waiting:
        tables = ", ".join(f"{match.round.number}/{match.table}" for match in waiting)
        raise TournamentError(
            "results-missing",
            _missing(stage, len(waiting)).format(tables=tables),
            tables=[match.table for match in waiting],
        )
    if stage.rounds_planned and next_number(stage) > stage.rounds_planned:
        raise TournamentError(
            "stage-over", _("All {rounds} rounds are drawn.").format(rounds=stage.rounds_planned)
        )


def _missing(stage: Stage, count: int) -> str:
    if stage.format == Format.KNOCKOUT:  # a postponed match has no winner either
        return ngettext(
            "One result is missing or not official (round/table {tables}). "
            "Enter it: the bracket goes on when each of its matches has a winner.",
            "Results are missing or not official (round/table {tables}). "
            "Enter them: the bracket goes on when each of its matches has a winner.",
            count,
        )
    return ngettext(
        "One result is missing or not official (round/table {tables}). "
        "Enter it, or mark the match as postponed.",
        "Results are missing or not official (round/table {tables}). "
        "Enter them, or mark the matches as postponed.",
        count,
    )


def _check_presence(stage: Stage) -> None:
    unchecked = missing_at_check_in(stage)
    if unchecked:
        raise TournamentError(
            "not-checked-in",
            _("Not checked in: {names}.").format(names=", ".join(entrant.name for entrant in unchecked)),
        )


def _seed(given: int | None) -> int:
    return secrets.randbits(SEED_BITS) if given is None else given


def locks_of(draft: Round | None) -> tuple[list[Lock], list[int]]:
    """The tables and byes of a draft that the director locked."""
    if draft is None:
        return [], []
    tables = draft.matches.filter(locked=True).prefetch_related("sides__entrants")
    locks = [Lock(sides_of(match), match.table) for match in tables]
    return locks, list(draft.byes.filter(locked=True).values_list("entrant_id", flat=True))


def relaxed_of(draft: Round | None) -> tuple[Relaxation, ...]:
    """The rules given up for a draft."""
    stored = [] if draft is None else json.loads(draft.draw_input)["relaxed"]
    return tuple(Relaxation(rule) for rule in stored)


def sides_of(match: Match) -> tuple[tuple[int, ...], ...]:
    """The entrants of each side."""
    sides = sorted(match.sides.all(), key=lambda side: side.number)
    return tuple(tuple(row.entrant_id for row in side.entrants.all()) for side in sides)


def write_draft(
    stage: Stage,
    draft: Round | None,
    draw_input: DrawInput,
    seed: int,
    by: "User | None",
    now: datetime,
    deals: int | None = None,
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
    draft.drawn_as = {}
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


def lock_round(round_id: int) -> Round:
    """The round, it and its stage locked. Raises TournamentError `draw-gone` where it was discarded."""
    stage_id = Round.objects.filter(pk=round_id).values_list("stage_id", flat=True).first()
    stage = None if stage_id is None else lock_stage(stage_id)
    round_ = Round.objects.select_for_update().filter(pk=round_id).first()
    if stage is None or round_ is None:
        raise TournamentError("draw-gone", _("This draw was discarded meanwhile."))
    round_.stage = stage
    return round_


def lock_draft(round_id: int) -> Round:
    """As `lock_round`; raises TournamentError `not-a-draft` once it is published, `tournament-closed`."""
    draft = lock_round(round_id)
    if draft.status != RoundStatus.DRAFT:
        raise TournamentError("not-a-draft", _("This draw is published already."))
    check_open(draft.stage.tournament)
    return draft


@transaction.atomic
def publish(round_id: int, by: "User | None", now: datetime) -> Round:
    """Make the draft the round: from now on byes count, seats are posted and results come in."""
    draft = lock_draft(round_id)
    stage = draft.stage
    _check_ready(stage)
    draft.status = RoundStatus.PUBLISHED
    draft.published_at = now
    draft.starts_at = draft.starts_at or now
    # A later change of the stage's setting must not reach rounds already drawn.
    draft.deals = draft.deals or stage.deals
    draft.because(PUBLISHED, by).save()
    if stage.tournament.status == TournamentStatus.PLANNED:
        stage.tournament.status = TournamentStatus.RUNNING
        stage.tournament.because(PUBLISHED, by).save()
    issue_links(draft, now)
    settle_leavers(stage, by, now)
    tell_round(draft, now)
    return draft


@transaction.atomic
def unpublish(round_id: int, by: "User | None") -> Round:
    """Make the last published round a draft again, while nothing was reported in it."""
    round_ = lock_round(round_id)
    if round_.status != RoundStatus.PUBLISHED or round_.number != next_number(round_.stage) - 1:
        raise TournamentError("not-the-last", _("Only the last published round can be taken back."))
    check_open(round_.stage.tournament)
    if not round_.draw_input:
        raise TournamentError("no-draw", _("The tables of this round were made without a draw."))
    if draft_of(round_.stage) is not None:
        raise TournamentError("draft-waits", _("Discard the draft of the next round first."))
    if begun(round_).exists():
        raise TournamentError(
            "already-played", _("Results of this round were reported already, so its draw stays.")
        )
    round_.status = RoundStatus.DRAFT
    round_.published_at = None
    round_.because(TAKEN_BACK, by).save()
    return round_
