"""Stages as the plain records that draws and standings work on: eight queries, whatever their size."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

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


def stage_record(stage: Stage, *, clubs: bool = True) -> core.StageRecord:
    """Everything the mathematics of a stage needs, drafts included (marked as not published).

    The `clubs` of its players only a draw asks for.
    """
    return stage_records([stage], clubs=clubs)[stage.pk]


def stage_records(stages: Sequence[Stage], *, clubs: bool = True) -> dict[int, core.StageRecord]:
    """The records of several stages by their ids, in as many queries as for one."""
    wanted = [stage.pk for stage in stages]
    entrants, rounds = (
        _entrants(wanted, _clubs(wanted) if clubs else {}),
        _rounds({stage.pk: stage for stage in stages}),
    )
    absences: dict[int, list[core.Absence]] = defaultdict(list)
    away = Absence.objects.filter(stage__in=wanted)
    for stage_id, entrant, number, announced in away.values_list(
        "stage_id", "entrant_id", "round_number", "announced"
    ):
        absences[stage_id].append(core.Absence(entrant, number, announced))
    adjustments: dict[int, list[core.Adjustment]] = defaultdict(list)
    decided = Adjustment.objects.filter(stage__in=wanted)
    for stage_id, entrant, value, reason, number in decided.values_list(
        "stage_id", "entrant_id", "value", "reason", "round_number"
    ):
        adjustments[stage_id].append(core.Adjustment(entrant, value, reason, number))
    return {
        stage.pk: core.StageRecord(
            format=core.Format(stage.format),
            entrants=tuple(entrants[stage.pk]),
            rounds=tuple(rounds[stage.pk]),
            scoring=scoring_of(stage),
            ranking=ranking_of(stage),
            absences=tuple(absences[stage.pk]),
            adjustments=tuple(adjustments[stage.pk]),
            legs=int(stage.draw.get("legs", 1)),
        )
        for stage in stages
    }


ENTRANT_COLUMNS = (
    "stage_id",
    "entrant_id",
    "entrant__number",
    "entrant__name",
    "seed",
    "group",
    "joined_round",
    "withdrawn_after",
    "disqualified_from",
    "entrant__fixed_table",
)


def _clubs(stages: Sequence[int]) -> dict[int, list[int]]:
    """The clubs of every entrant's players."""
    clubs: dict[int, list[int]] = defaultdict(list)
    entered = StageEntrant.objects.filter(stage__in=stages)
    members = EntrantMember.objects.filter(entrant__in=entered.values("entrant"), player__club__isnull=False)
    for entrant, club in members.order_by("position").values_list("entrant_id", "player__club_id"):
        clubs[entrant].append(club)
    return clubs


def _entrants(stages: Sequence[int], clubs: Mapping[int, list[int]]) -> dict[int, list[core.Entrant]]:
    entered = StageEntrant.objects.filter(stage__in=stages)
    found: dict[int, list[core.Entrant]] = defaultdict(list)
    for stage, entrant, number, name, *columns in entered.order_by("entrant__number").values_list(
        *ENTRANT_COLUMNS
    ):
        found[stage].append(core.Entrant(entrant, number, name, tuple(clubs.get(entrant, ())), *columns))
    return found


MATCH_COLUMNS = (
    "pk",
    "round_id",
    "table",
    "state",
    "postponed",
    "bracket",
    "slot",
    "record__outcome",
)
LISTS = ("penalties", "record__totals", "record__canastas", "record__at_fault")


def _rounds(stages: Mapping[int, Stage]) -> dict[int, list[core.RoundRecord]]:
    matches: dict[int, list[core.MatchRecord]] = defaultdict(list)
    sides: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    on_sides = SideEntrant.objects.filter(match__round__stage__in=stages).order_by("side__number", "id")
    for match, number, entrant in on_sides.values_list("match_id", "side__number", "entrant_id"):
        sides[match][number].append(entrant)
    rows = Match.objects.filter(round__stage__in=stages).order_by("table")
    # Plain columns: a season's hundreds of model instances would cost more than the standings themselves.
    found_matches = list(rows.values_list(*MATCH_COLUMNS, *(Cast(name, TextField()) for name in LISTS)))
    lists = _parsed([text for row in found_matches for text in row[-len(LISTS) :]])
    for pk, round_id, *plain in found_matches:
        plain[-len(LISTS) :] = [next(lists) for _ in LISTS]
        matches[round_id].append(_match_record(pk, sides[pk], *plain))
    byes: dict[int, list[int]] = defaultdict(list)
    for round_id, entrant in Bye.objects.filter(round__stage__in=stages).values_list(
        "round_id", "entrant_id"
    ):
        byes[round_id].append(entrant)
    found: dict[int, list[core.RoundRecord]] = defaultdict(list)
    rounds = Round.objects.filter(stage__in=stages).order_by("number")
    for stage, pk, number, status, deals in rounds.values_list("stage_id", "pk", "number", "status", "deals"):
        found[stage].append(
            core.RoundRecord(
                number=number,
                matches=tuple(matches[pk]),
                byes=tuple(byes[pk]),
                published=status == RoundStatus.PUBLISHED,
                deals=deals or stages[stage].deals,
            )
        )
    return found


def _parsed(texts: list[str | None]) -> Iterator[Any]:
    """All of these in JSON read at once, which takes a third of the time of one after the other."""
    return iter(json.loads(f"[{','.join(text or 'null' for text in texts)}]"))


def _match_record(
    pk: int,
    sides: dict[int, list[int]],
    table: int,
    state: str,
    postponed: bool,
    bracket: str,
    slot: int,
    outcome: str | None,
    penalties: list[int] | None,
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
                late=penalties[number] if penalties else 0,
            )
            for number, entrants in sorted(sides.items())
        ),
        outcome=core.Outcome(outcome) if outcome else core.Outcome.PLAYED,
        official=state == MatchState.OFFICIAL,
        postponed=postponed,
        bracket=core.Bracket(bracket),
        slot=slot,
    )
