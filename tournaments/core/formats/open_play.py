"""An open event: nobody is paired, games are reported when played. Its ranking lives in `standings`."""

from collections.abc import Sequence

from tournaments.core.draw_input import DrawInput
from tournaments.core.draws import Draw, DrawError, DrawnTable, Reason

FEWEST_SIDES, MOST_SIDES = 2, 5


def next_round(draw_input: DrawInput, seed: int) -> Draw:
    """Always raises `DrawError`: an open event has no draw."""
    raise DrawError(Reason.NOT_DRAWN)


def reported_table(sides: Sequence[Sequence[int]]) -> DrawnTable:
    """The table of a game that was played. Raises `DrawError` unless two to five separate sides met."""
    entrants = [entrant for side in sides for entrant in side]
    lawful = FEWEST_SIDES <= len(sides) <= MOST_SIDES and all(sides) and len(set(entrants)) == len(entrants)
    if not lawful:
        raise DrawError(Reason.SIDES, {"sides": len(sides), "fewest": FEWEST_SIDES, "most": MOST_SIDES})
    return DrawnTable(tuple(tuple(side) for side in sides))
