"""What follows for a match from a withdrawal or disqualification. Values and ranks are not decided here."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from tournaments.core.records import Entrant, Format, MatchRecord, Outcome, StageRecord


def leavers(stage: StageRecord) -> dict[int, Entrant]:
    """Who is withdrawn or disqualified, by id."""
    return {
        e.id: e for e in stage.entrants if e.withdrawn_after is not None or e.disqualified_from is not None
    }


def ruled(match: MatchRecord, number: int, format: Format, left: Mapping[int, Entrant]) -> MatchRecord:
    """The match of round `number` as it counts, given who left.

    Whoever is disqualified has not shown up from that round on, whatever was played: opponents who gave up
    were there. Whoever left has not shown up where nothing is official yet. In a round robin leaving is a
    forfeit.
    """
    if not left or match.outcome is Outcome.VOID:
        return match
    barred = [any(e in left and _barred(left[e], number) for e in side.entrants) for side in match.sides]
    gone = [any(e in left and _gone(left[e], number) for e in side.entrants) for side in match.sides]
    if any(barred):
        missed = match.outcome is Outcome.NO_SHOW
        faults = [
            out or (side.at_fault and (missed or away))
            for out, away, side in zip(barred, gone, match.sides, strict=True)
        ]
    elif any(gone) and not match.official:
        faults = gone
    else:
        return match
    sides = tuple(
        replace(side, points=None, canastas=None, at_fault=fault)
        for side, fault in zip(match.sides, faults, strict=True)
    )
    league = format is Format.ROUND_ROBIN and not any(barred)
    outcome = Outcome.FORFEIT if league else Outcome.NO_SHOW
    return replace(match, sides=sides, outcome=outcome, official=True, postponed=False)


def early_leavers(stage: StageRecord) -> frozenset[int]:
    """Who left a round robin before half of its matches: unranked, its results leave the standings."""
    if stage.format is not Format.ROUND_ROBIN:
        return frozenset()
    groups = Counter(e.group for e in stage.entrants)
    return frozenset(
        e.id
        for e in stage.entrants
        if e.withdrawn_after is not None and 2 * _matches_of(e, stage) < (groups[e.group] - 1) * stage.legs
    )


def _matches_of(leaver: Entrant, stage: StageRecord) -> int:
    """The official matches it had before leaving; those it did not come to, or lost by leaving, are none."""
    count = 0
    for record in stage.published():
        for match in record.matches:
            for side in match.sides:
                if leaver.id in side.entrants and match.official and match.outcome is not Outcome.VOID:
                    missed = match.outcome is Outcome.NO_SHOW or _gone(leaver, record.number)
                    count += not (side.at_fault and missed)
    return count


def _barred(entrant: Entrant, number: int) -> bool:
    return entrant.disqualified_from is not None and number >= entrant.disqualified_from


def _gone(entrant: Entrant, number: int) -> bool:
    return entrant.withdrawn_after is not None and number > entrant.withdrawn_after
