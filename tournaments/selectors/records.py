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


MATCH_COLUMNS = (
    "pk",
    "round_id",
    "table",
    "state",
    "postponed",
    "bracket",
    "slot",
    "record__outcome",
    "record__totals",
    "record__canastas",
    "record__at_fault",
)


def _rounds(stage: Stage) -> Iterable[core.RoundRecord]:
    matches: dict[int, list[core.MatchRecord]] = defaultdict(list)
    sides: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    on_sides = SideEntrant.objects.filter(match__round__stage=stage).order_by("side__number", "id")
    for match, number, entrant in on_sides.values_list("match_id", "side__number", "entrant_id"):
        sides[match][number].append(entrant)
    rows = Match.objects.filter(round__stage=stage).order_by("table")
    # Plain columns: a season's hundreds of model instances would cost more than the standings themselves.
    for pk, round_id, *columns in rows.values_list(*MATCH_COLUMNS):
        matches[round_id].append(_match_record(pk, sides[pk], *columns))
    byes: dict[int, list[int]] = defaultdict(list)
    for round_id, entrant in Bye.objects.filter(round__stage=stage).values_list("round_id", "entrant_id"):
        byes[round_id].append(entrant)
    rounds = Round.objects.filter(stage=stage).order_by("number")
    for pk, number, status, deals in rounds.values_list("pk", "number", "status", "deals"):
        yield core.RoundRecord(
            number=number,
            matches=tuple(matches[pk]),
            byes=tuple(byes[pk]),
            published=status == RoundStatus.PUBLISHED,
            deals=deals or stage.deals,
        )


def _match_record(
    pk: int,
    sides: dict[int, list[int]],
    table: int,
    state: str,
    postponed: bool,
    bracket: str,
    slot: int,
    outcome: str | None,
    totals: list[int] | None,
    canastas: list[int] | None,
    at_fault: list[bool] | None,
) -> core.MatchRecord:
    """One match with the entrants of each side; its record counts only while the match is official."""
    return core.MatchRecord(
        id=pk,
        table=table,
        sides=tuple(
            core.SideRecord(
                entrants=tuple(entrants),
                points=totals[number] if totals else None,
                canastas=canastas[number] if canastas else None,
                at_fault=bool(at_fault and at_fault[number]),
            )
            for number, entrants in sorted(sides.items())
        ),
        outcome=core.Outcome(outcome) if outcome else core.Outcome.PLAYED,
        official=state == MatchState.OFFICIAL,
        postponed=postponed,
        bracket=core.Bracket(bracket),
        slot=slot,
    )
