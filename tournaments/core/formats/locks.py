"""Tables and byes a director has fixed by hand: whether they can stand, and whom they take."""

from collections import Counter

from tournaments.core.draw_input import DrawInput
from tournaments.core.draws import Draw, DrawError, DrawnBye, DrawnTable, Flag, Reason, Relaxation


def taken(draw_input: DrawInput) -> set[int]:
    """Everybody who is already at a locked table or has a locked bye."""
    return set(_locked(draw_input))


def check_locks(draw_input: DrawInput, side_size: int) -> None:
    """Raise `DrawError` unless every locked entrant is drawn in this round, once, on a side of that size."""
    locked = _locked(draw_input)
    absent = sorted(set(locked) - {candidate.id for candidate in draw_input.here})
    if absent:
        raise DrawError(Reason.LOCK_NOT_PRESENT, {"entrants": absent})
    twice = sorted(entrant for entrant, times in Counter(locked).items() if times > 1)
    if twice:
        raise DrawError(Reason.LOCK_TWICE, {"entrants": twice})
    for lock in draw_input.locks:
        if [len(side) for side in lock.sides] != [side_size, side_size]:
            raise DrawError(Reason.SIDES, {"sides": lock.sides})


def _locked(draw_input: DrawInput) -> list[int]:
    tables = [entrant for lock in draw_input.locks for side in lock.sides for entrant in side]
    return [*tables, *draw_input.locked_byes]


def settle(draw: Draw, draw_input: DrawInput) -> tuple[Draw, tuple[int, ...]]:
    """A scheduled draw with the locked tables and byes in it, and whom they left without an opponent.

    A scheduled table goes as soon as one of its entrants is locked elsewhere; nobody else is moved.
    """
    locked = taken(draw_input)
    kept = tuple(table for table in draw.tables if locked.isdisjoint(table.entrants))
    byes = tuple(bye for bye in draw.byes if bye.entrant not in locked)
    idle = tuple(entrant for entrant in draw.idle if entrant not in locked)
    made = tuple(DrawnTable(lock.sides, lock.number, flags=(Flag.LOCKED,)) for lock in draw_input.locks)
    given = tuple(DrawnBye(entrant, flags=(Flag.LOCKED,)) for entrant in draw_input.locked_byes)
    settled = Draw((*kept, *made), (*byes, *given), idle)
    return settled, tuple(sorted(everybody(draw) - everybody(settled)))


def everybody(draw: Draw) -> set[int]:
    """All entrants a draw speaks of."""
    seated = {entrant for table in draw.tables for entrant in table.entrants}
    return seated | {bye.entrant for bye in draw.byes} | set(draw.idle)


def settle_all(draw: Draw, draw_input: DrawInput) -> Draw:
    """As `settle`; raises `DrawError` if the locks leave anybody over."""
    check_locks(draw_input, side_size=1)
    settled, left_over = settle(draw, draw_input)
    if left_over:
        raise DrawError(Reason.LEFT_OVER, {"entrants": list(left_over)}, (Relaxation.LOCKS,))
    return settled
