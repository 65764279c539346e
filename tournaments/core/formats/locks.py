"""Tables and byes a director has fixed by hand: whether they can stand, and whom they take."""

from collections import Counter

from tournaments.core.draw_input import DrawInput
from tournaments.core.draws import DrawError, Reason


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
