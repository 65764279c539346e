"""From the records of a stage to the input of its next draw: who is there, their places, whom they met."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.core.draw_input import Candidate, DrawInput, DrawOptions
from tournaments.core.history import history
from tournaments.core.records import Entrant, Format, Method, RoundRecord, StageRecord
from tournaments.core.rulings import early_leavers, leavers, ruled
from tournaments.core.standings import standings

UNIT_OF_POINTS = 500


def input_for(stage: StageRecord, number: int, options: DrawOptions, last_round: bool = False) -> DrawInput:
    """The input of round `number`, with the places and scores of the standings before it (postponed: level).

    Locks, forbidden tables and relaxed rules are the director's, to be added by `dataclasses.replace`.
    """
    order, scores = _standing(stage, number)
    return DrawInput(
        stage.format,
        number,
        candidates_of(stage, number, order, scores),
        options,
        last_round=last_round,
        score_unit=UNIT_OF_POINTS if stage.scoring.method is Method.POINTS else 1,
        results=_results(stage, number) if stage.format is Format.KNOCKOUT else (),
    )


def candidates_of(
    stage: StageRecord, number: int, order: Sequence[int], scores: Mapping[int, int]
) -> tuple[Candidate, ...]:
    """The entrants of a stage as candidates for round `number`.

    `order` lists entrant ids from first to last as in the standings shown (by seed before round 1);
    `scores` are the totals to pair by. Who is missing in `order` comes after it, by seed and number.
    """
    past = history(stage, before_round=number)
    here = {entrant.id for entrant in stage.present(number)}
    early = early_leavers(stage)
    known = {entrant: position for position, entrant in enumerate(order)}
    ranked = sorted(stage.entrants, key=lambda e: (known.get(e.id, len(known)), *by_seed(e)))
    return tuple(
        Candidate(
            id=entrant.id,
            number=entrant.number,
            place=place,
            score=scores.get(entrant.id, 0),
            seed=entrant.seed,
            clubs=tuple(sorted(set(entrant.clubs))),
            group=entrant.group,
            fixed_table=entrant.fixed_table,
            joined_round=entrant.joined_round,
            left_after=_left_after(entrant),
            barred=entrant.disqualified_from is not None,
            left_early=entrant.id in early,
            present=entrant.id in here,
            byes=past[entrant.id].byes,
            met=tuple(sorted(past[entrant.id].opponents.items())),
            partnered=tuple(sorted(past[entrant.id].partners.items())),
            last=tuple(sorted(past[entrant.id].last_opponents)),
        )
        for place, entrant in enumerate(ranked, start=1)
    )


def by_seed(entrant: Entrant) -> tuple[bool, int, int]:
    """Sort key: seeded entrants by seed, then the others by entry number."""
    return (entrant.seed is None, entrant.seed or 0, entrant.number)


def _left_after(entrant: Entrant) -> int | None:
    if entrant.disqualified_from is not None:
        return entrant.disqualified_from - 1
    return entrant.withdrawn_after


def _standing(stage: StageRecord, number: int) -> tuple[list[int], dict[int, int]]:
    """Entrant ids from first to last, in one order for all groups, and totals; at first there are none."""
    if number == 1 or stage.format is Format.KNOCKOUT:
        return [], {}
    one_table = replace(stage, ranking=replace(stage.ranking, by_group=False))
    tables = standings(one_table, after_round=number - 1, postponed_as_level=True)
    rows = [row for table in tables for row in table.rows]
    return [row.entrant.id for row in rows], {row.entrant.id: row.value for row in rows}


def _results(stage: StageRecord, number: int) -> tuple[RoundRecord, ...]:
    left = leavers(stage)
    return tuple(
        replace(
            record,
            matches=tuple(ruled(match, record.number, stage.format, left) for match in record.matches),
        )
        for record in stage.published(number - 1)
    )
