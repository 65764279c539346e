"""What the draw asks about the rounds so far: who met, who sat together, who had a bye. No scores."""

from collections import Counter
from dataclasses import dataclass, field

from tournaments.core.records import MatchRecord, Outcome, StageRecord
from tournaments.core.rulings import leavers, ruled


@dataclass(frozen=True, slots=True)
class Past:
    """One entrant's way through the published rounds. Counters are by entrant id."""

    opponents: Counter[int] = field(default_factory=Counter)
    partners: Counter[int] = field(default_factory=Counter)
    last_opponents: frozenset[int] = frozenset()
    byes: int = 0


def met(match: MatchRecord) -> bool:
    """Whether the sides of a match count as having met: all do but those of a no-show, who never sat down."""
    return not (match.official and match.outcome is Outcome.NO_SHOW)


def history(stage: StageRecord, before_round: int | None = None) -> dict[int, Past]:
    """The past of every entrant, from all published rounds or those before one.

    `last_opponents` are the opponents of the very last published round (none for who did not play it).
    """
    until = None if before_round is None else before_round - 1
    opponents: dict[int, Counter[int]] = {e.id: Counter() for e in stage.entrants}
    partners: dict[int, Counter[int]] = {e.id: Counter() for e in stage.entrants}
    byes: Counter[int] = Counter()
    last: dict[int, Counter[int]] = {}
    for record in stage.published(until):
        byes.update(record.byes)
        last = {e.id: Counter() for e in stage.entrants}
        for match in filter(met, record.matches):
            for side in match.sides:
                others = [o for other in match.sides if other is not side for o in other.entrants]
                for entrant in side.entrants:
                    last[entrant].update(others)
                    partners[entrant].update(p for p in side.entrants if p != entrant)
        for entrant, faced in last.items():
            opponents[entrant].update(faced)
    return {
        e.id: Past(opponents[e.id], partners[e.id], frozenset(last.get(e.id, ())), byes[e.id])
        for e in stage.entrants
    }


def unresolved(stage: StageRecord) -> tuple[tuple[int, int], ...]:
    """(round, table) of every published match the next draw waits for: neither official nor postponed."""
    left = leavers(stage)
    return tuple(
        (record.number, match.table)
        for record in stage.published()
        for match in record.matches
        if not match.postponed and not ruled(match, record.number, stage.format, left).official
    )
