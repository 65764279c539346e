"""Places of a knockout, at any moment: who is out shares a place with who went out in the same round.

A second-chance draw orders the losers of the first round, the third-place match those of the semifinals.
Who is still in has no place yet. No VP and no tie-breaks here.
"""

from collections.abc import Iterator
from itertools import groupby

from tournaments.core.ranks import Rank, share_ranks
from tournaments.core.records import Bracket, Entrant, MatchRecord, StageRecord
from tournaments.core.rulings import leavers, ruled
from tournaments.core.scoring import WIN, half_wins

STILL_IN = 10**6
Merit = tuple[int, bool]


def losers(match: MatchRecord) -> tuple[int, ...]:
    """Who an official match puts out: the beaten side, or both if neither came; nobody while it is level."""
    if not match.official:
        return ()
    return tuple(
        entrant
        for side in match.sides
        if (side.at_fault and _nobody_came(match))
        or any(half_wins(other, side) == WIN for other in match.sides if other is not side)
        for entrant in side.entrants
    )


def knockout_places(stage: StageRecord, after_round: int | None = None) -> list[tuple[Entrant, Rank | None]]:
    """Everybody with a place, best first; None while in, and, listed last, the disqualified and replaced."""
    course = _Course(stage, after_round)
    entrants = sorted(stage.entrants, key=lambda e: e.number)
    ranked = [e for e in entrants if e.disqualified_from is None and e.id in course.seated]
    ranked.sort(key=course.merit, reverse=True)
    ranks = share_ranks([tuple(group) for _, group in groupby(ranked, key=course.merit)])
    survivors = [e for e in ranked if course.main(e)[0] == STILL_IN]
    places: list[tuple[Entrant, Rank | None]] = []
    for entrant in ranked:
        rank: Rank | None = ranks[entrant]
        if entrant in survivors and len(survivors) > 1:
            rank = None
        elif not survivors:
            rank = ranks[entrant]._replace(place=max(2, ranks[entrant].place))
        places.append((entrant, rank))
    return places + [(e, None) for e in entrants if e not in ranks]


class _Course:
    """How everybody left each bracket: the round, and whether it went down in a match nobody came to."""

    def __init__(self, stage: StageRecord, after_round: int | None) -> None:
        self.seated: set[int] = set()
        self._seated_in: dict[Bracket, set[int]] = {bracket: set() for bracket in Bracket}
        self._exits: dict[Bracket, dict[int, Merit]] = {bracket: {} for bracket in Bracket}
        for number, match in _matches(stage, after_round):
            self._seated_in[match.bracket].update(match.entrants)
            for loser in losers(match):
                self._exits[match.bracket].setdefault(loser, (number, not _nobody_came(match)))
        for record in stage.published(after_round):
            self.seated.update(record.byes)
        self.seated.update(*self._seated_in.values())

    def main(self, entrant: Entrant) -> Merit:
        return self._exits[Bracket.MAIN].get(entrant.id, (STILL_IN, True))

    def merit(self, entrant: Entrant) -> tuple[Merit, bool, Merit]:
        """Larger is better: later out of the main bracket, third place not lost, second chance."""
        lost_third = entrant.id in self._exits[Bracket.THIRD_PLACE]
        chance = (STILL_IN, True) if entrant.id in self._seated_in[Bracket.SECOND_CHANCE] else (0, True)
        second = self._exits[Bracket.SECOND_CHANCE].get(entrant.id, chance)
        return self.main(entrant), not lost_third, second


def _matches(stage: StageRecord, after_round: int | None) -> Iterator[tuple[int, MatchRecord]]:
    left = leavers(stage)
    for record in stage.published(after_round):
        for match in record.matches:
            yield record.number, ruled(match, record.number, stage.format, left)


def _nobody_came(match: MatchRecord) -> bool:
    return all(side.at_fault for side in match.sides)
