"""A draft changed by hand: tables and byes kept, entrants moved, the whole thrown away.

What a director decides becomes a lock of the draw's stored input, so the draw can still be repeated.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.core.draw_input import Lock
from tournaments.errors import InputError, TournamentError
from tournaments.models import Round
from tournaments.score_sheets import MOST_DEALS
from tournaments.selectors.draws import draft_of, draw_input_of, next_number
from tournaments.services.draws import (
    lock_draft,
    lock_stage,
    locks_of,
    relaxed_of,
    sides_of,
    write_draft,
)
from tournaments.services.stages import take_back_start

if TYPE_CHECKING:
    from accounts.models import User

KEPT = gettext_noop("Kept by hand.")
GIVEN_FREE = gettext_noop("Given free by hand.")
LENGTH = gettext_noop("Another number of deals.")


def draft_seen(stage_id: int, drawn: str) -> int:
    """The draft that a director looked at, by its hash, with its stage locked until the transaction ends.

    Raises TournamentError `draw-gone` where it was published or discarded in another window, `draft-changed`
    where it was drawn anew; without a hash whatever draft there is.
    """
    draft = draft_of(lock_stage(stage_id))
    if draft is None:
        raise TournamentError(
            "draw-gone", _("There is no draft any more: it was published or discarded meanwhile.")
        )
    if drawn and drawn != draft.draw_hash:
        raise TournamentError(
            "draft-changed", _("This draft was changed in another window meanwhile. Look at it again.")
        )
    return draft.pk


@transaction.atomic
def set_lock(round_id: int, table: int, locked: bool, by: "User | None") -> None:
    """Keep a table of the draft in the next draw, or give it free."""
    match = lock_draft(round_id).matches.filter(table=table).first()
    if match is None:
        raise TournamentError("draw-gone", _("This table is not in the draft any more."))
    match.locked = locked
    match.because(KEPT if locked else GIVEN_FREE, by).save()


@transaction.atomic
def set_deals(round_id: int, deals: int, by: "User | None") -> None:
    """So many deals are played in a match of this round, whatever its stage says.

    Raises InputError `bad-number` for a number that no match has.
    """
    if not 0 < deals <= MOST_DEALS:
        raise InputError("bad-number", _("A match has from 1 to {most} deals.").format(most=MOST_DEALS))
    draft = lock_draft(round_id)
    draft.deals = deals
    draft.because(LENGTH, by).save()


@transaction.atomic
def set_bye_lock(round_id: int, entrant_id: int | None, by: "User | None", now: datetime) -> Round:
    """Give the bye of a draft to this entrant and pair the rest; None gives it free."""
    draft = lock_draft(round_id)
    locks, _byes = locks_of(draft)
    byes = [] if entrant_id is None else [entrant_id]
    if entrant_id is not None and entrant_id not in _placed(draft):
        raise TournamentError("not-in-draft", _("This entrant is not in this draft."))
    freed = [lock for lock in locks if entrant_id not in {e for side in lock.sides for e in side}]
    return _again(draft, freed, byes, by, now)


@transaction.atomic
def pair_the_rest(round_id: int, by: "User | None", now: datetime) -> Round:
    """Draw what is not locked again, with the same lots."""
    draft = lock_draft(round_id)
    return _again(draft, *locks_of(draft), by, now)


@transaction.atomic
def swap(round_id: int, one: int, other: int, by: "User | None", now: datetime) -> Round:
    """Let two entrants of a draft change places; their tables are locked, all others stay as they are."""
    draft = lock_draft(round_id)
    if one == other or not {one, other} <= _placed(draft):
        raise TournamentError("not-in-draft", _("Choose two different entrants of this draft."))
    tables = {m.table: sides_of(m) for m in draft.matches.prefetch_related("sides__entrants")}
    trade = {one: other, other: one}
    moved = {
        number: tuple(tuple(trade.get(e, e) for e in side) for side in sides)
        for number, sides in tables.items()
    }
    changed = {number for number in tables if moved[number] != tables[number]}
    kept = changed | {m.table for m in draft.matches.filter(locked=True)}
    byes = {trade.get(bye.entrant_id, bye.entrant_id): bye.locked for bye in draft.byes.all()}
    locked_byes = [entrant for entrant, locked in byes.items() if locked or entrant in trade]
    return _again(draft, [Lock(moved[n], n) for n in sorted(kept)], sorted(locked_byes), by, now)


def _placed(draft: Round) -> set[int]:
    """Everybody who sits at a table of the draft or has a bye in it."""
    seated = draft.matches.values_list("side_entrants__entrant", flat=True)
    return {*seated, *draft.byes.values_list("entrant_id", flat=True)}


def _again(draft: Round, locks: list[Lock], byes: list[int], by: "User | None", now: datetime) -> Round:
    draw_input = draw_input_of(draft.stage, draft.number, locks, byes, relaxed_of(draft))
    return write_draft(draft.stage, draft, draw_input, int(draft.seed), by, now)


@transaction.atomic
def discard_draft(round_id: int, by: "User | None") -> None:
    """Throw a draft away; with the draft of round 1 the stage has not begun after all."""
    draft = lock_draft(round_id)
    draft.matches.all().delete()
    draft.byes.all().delete()
    draft.delete()
    somebody_left = Q(withdrawn_after__isnull=False) | Q(disqualified_from__isnull=False)
    if next_number(draft.stage) == 1 and not draft.stage.entries.filter(somebody_left).exists():
        take_back_start(draft.stage, by)
