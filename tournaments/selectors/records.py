"""A stage as the plain records that draws and standings work on: eight queries, whatever its size."""

from collections import defaultdict
from collections.abc import Iterable

from tournaments.core import records as core
from tournaments.models import (
    Absence,
    Adjustment,
    Bye,
    EntrantMember,
    Match,
    MatchState,
    Round,
    RoundStatus,
    SideEntrant,
    Stage,
    StageEntrant,
)
from tournaments.stage_settings import ranking_of, scoring_of


def stage_record(stage: Stage) -> core.StageRecord:
    """Everything the mathematics of a stage needs, drafts included (marked as not published)."""
    return core.StageRecord(
        format=core.Format(stage.format),
        entrants=tuple(_entrants(stage)),
        rounds=tuple(_rounds(stage)),
        scoring=scoring_of(stage),
        ranking=ranking_of(stage),
        absences=tuple(
            core.Absence(entrant, number, announced)
            for entrant, number, announced in Absence.objects.filter(stage=stage).values_list(
                "entrant_id", "round_number", "announced"
            )
        ),
        adjustments=tuple(
            core.Adjustment(entrant, value, reason, number)
            for entrant, value, reason, number in Adjustment.objects.filter(stage=stage).values_list(
                "entrant_id", "value", "reason", "round_number"
            )
        ),
        legs=int(stage.draw.get("legs", 1)),
    )


def _entrants(stage: Stage) -> Iterable[core.Entrant]:
    clubs: dict[int, list[int]] = defaultdict(list)
    members = EntrantMember.objects.filter(entrant__stages__stage=stage, player__club__isnull=False)
    for entrant, club in members.order_by("position").values_list("entrant_id", "player__club_id"):
        clubs[entrant].append(club)
    rows = StageEntrant.objects.filter(stage=stage).select_related("entrant").order_by("entrant__number")
    for row in rows:
        yield core.Entrant(
            id=row.entrant_id,
            number=row.entrant.number,
            name=row.entrant.name,
            clubs=tuple(clubs[row.entrant_id]),
            seed=row.seed,
            group=row.group,
            joined_round=row.joined_round,
            withdrawn_after=row.withdrawn_after,
            disqualified_from=row.disqualified_from,
            fixed_table=row.entrant.fixed_table,
        )


def _rounds(stage: Stage) -> Iterable[core.RoundRecord]:
    matches: dict[int, list[core.MatchRecord]] = defaultdict(list)
    sides: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    on_sides = SideEntrant.objects.filter(match__round__stage=stage).order_by("side__number", "id")
    for match, number, entrant in on_sides.values_list("match_id", "side__number", "entrant_id"):
        sides[match][number].append(entrant)
    for match_row in Match.objects.filter(round__stage=stage).select_related("record").order_by("table"):
        matches[match_row.round_id].append(match_record(match_row, sides[match_row.pk]))
    byes: dict[int, list[int]] = defaultdict(list)
    for round_id, entrant in Bye.objects.filter(round__stage=stage).values_list("round_id", "entrant_id"):
        byes[round_id].append(entrant)
    for row in Round.objects.filter(stage=stage).order_by("number").defer("draw_input", "draw_notes"):
        yield core.RoundRecord(
            number=row.number,
            matches=tuple(matches[row.pk]),
            byes=tuple(byes[row.pk]),
            published=row.status == RoundStatus.PUBLISHED,
            deals=row.deals or stage.deals,
        )


def match_record(match: Match, sides: dict[int, list[int]]) -> core.MatchRecord:
    """One match with the entrants of each side; its record counts only while the match is official."""
    record = getattr(match, "record", None)
    totals = record.totals if record else None
    return core.MatchRecord(
        id=match.pk,
        table=match.table,
        sides=tuple(
            core.SideRecord(
                entrants=tuple(entrants),
                points=totals[number] if totals else None,
                canastas=record.canastas[number] if record and record.canastas else None,
                at_fault=bool(record and record.at_fault[number]),
            )
            for number, entrants in sorted(sides.items())
        ),
        outcome=core.Outcome(record.outcome) if record else core.Outcome.PLAYED,
        official=match.state == MatchState.OFFICIAL,
        postponed=match.postponed,
        bracket=core.Bracket(match.bracket),
        slot=match.slot,
    )
