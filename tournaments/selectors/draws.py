"""What the next draw of a stage is made from, and which results it still waits for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet

from ratings.numbers import whole_number
from tournaments.core.candidates import input_for
from tournaments.core.draw_input import DrawInput, Lock
from tournaments.core.drawing import draw_round
from tournaments.core.draws import DrawError, Reason, Relaxation
from tournaments.core.records import Format
from tournaments.models import (
    Absence,
    Entrant,
    EntryStatus,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    StageEntrant,
    StageStatus,
    Tournament,
)
from tournaments.selectors.records import stage_record
from tournaments.stage_settings import draw_options_of, forbidden_of

SCHEDULED = (Format.ROUND_ROBIN, Format.MITCHELL, Format.KNOCKOUT)


def next_number(stage: Stage) -> int:
    """The number of the round to be drawn: one after the last published."""
    last = last_round(stage)
    return 1 if last is None else last.number + 1


def last_round(stage: Stage) -> Round | None:
    """The last published round."""
    return stage.rounds.filter(status=RoundStatus.PUBLISHED).order_by("-number").first()


def missing_results(stage: Stage) -> QuerySet[Match]:
    """The tables of published rounds that are neither official nor postponed: they hold up the next draw."""
    published = Match.objects.filter(round__stage=stage, round__status=RoundStatus.PUBLISHED, postponed=False)
    return (
        published.exclude(state=MatchState.OFFICIAL)
        .select_related("round")
        .order_by("round__number", "table")
    )


def begun(round_: Round) -> QuerySet[Match]:
    """The tables of a round about which something was reported."""
    reported = ~Q(state=MatchState.SCHEDULED) | Q(logs__isnull=False) | Q(sheets__isnull=False)
    return round_.matches.filter(reported)


def missing_at_check_in(stage: Stage) -> list[Entrant]:
    """Who would be drawn in the next round, but is not checked in; nobody where there is no check-in."""
    if not stage.tournament.check_in:
        return []
    number = next_number(stage)
    entered = Entrant.objects.filter(
        tournament=stage.tournament_id, status=EntryStatus.ENTERED, checked_in=False
    )
    if stage.status != StageStatus.PLANNED:
        entered = entered.filter(stages__in=playing_in(stage, number))
    away = Absence.objects.filter(stage=stage, round_number=number).values("entrant")
    return list(entered.exclude(pk__in=away).order_by("number"))


def playing_in(stage: Stage, number: int) -> QuerySet[StageEntrant]:
    """The entries of a stage that have neither left it before that round nor join it later."""
    left = Q(withdrawn_after__lt=number) | Q(disqualified_from__lte=number)
    return StageEntrant.objects.filter(stage=stage, joined_round__lte=number).exclude(left)


def draft_of(stage: Stage) -> Round | None:
    """The draft that waits to be published, if there is one."""
    return stage.rounds.filter(status=RoundStatus.DRAFT).first()


def draw_input_of(
    stage: Stage,
    number: int,
    locks: Sequence[Lock] = (),
    locked_byes: Sequence[int] = (),
    relaxed: Sequence[Relaxation] = (),
) -> DrawInput:
    """The input of a draw: the standings the public sees, and everything the director decided."""
    last_round = number == stage.rounds_planned
    return replace(
        input_for(stage_record(stage), number, draw_options_of(stage), last_round),
        forbidden=forbidden_of(stage),
        locks=tuple(locks),
        locked_byes=tuple(locked_byes),
        relaxed=tuple(relaxed),
    )


def is_played_out(stage: Stage) -> bool:
    """Whether the schedule or the bracket of a stage has no further round; other formats have no end."""
    if stage.format not in SCHEDULED:
        return False
    try:
        draw_round(draw_input_of(stage, next_number(stage)), 0)
    except DrawError as error:
        return error.code in (Reason.ROUNDS_OVER, Reason.STAGE_DECIDED)
    return False


def is_outdated(draft: Round) -> bool:
    """Whether results or entrants have changed since the draft was drawn, so that another draw is due."""
    stored = DrawInput.from_json(draft.draw_input)
    fresh = draw_input_of(draft.stage, draft.number, stored.locks, stored.locked_byes, stored.relaxed)
    return fresh != stored


def round_at(address: str) -> Round | None:
    """The round written as event/stage/round, such as `spring-2026-03-14/1/2`."""
    slug, _slash, numbers = address.partition("/")
    stage, _slash, number = numbers.partition("/")
    rounds = Round.objects.select_related("stage__tournament")
    return rounds.filter(
        stage__tournament__slug=slug, stage__number=whole_number(stage) or 0, number=whole_number(number) or 0
    ).first()


def ids_in_draw(round_: Round) -> dict[int, int]:
    """By entrant, the id its draw knows it by: its own, or the one it had on the site it was drawn on."""
    entrants = Entrant.objects.filter(tournament=round_.stage.tournament_id)
    if not round_.drawn_as:
        return {entrant: entrant for entrant in entrants.values_list("pk", flat=True)}
    known = {number: int(drawn) for drawn, number in round_.drawn_as.items()}
    rows = entrants.filter(number__in=known).values_list("pk", "number")
    return {entrant: known[number] for entrant, number in rows}


def drawn_tables(round_: Round) -> list[list[list[int]]]:
    """The sides of every table of a round, as the ids its draw knows; a bye has one side."""
    ids = ids_in_draw(round_)
    matches = round_.matches.prefetch_related("sides__entrants")
    tables = [
        [[ids.get(row.entrant_id, 0) for row in side.entrants.all()] for side in match.sides.all()]
        for match in matches
    ]
    return tables + [[[ids.get(bye, 0)]] for bye in round_.byes.values_list("entrant_id", flat=True)]


@dataclass(frozen=True)
class ForbiddenPair:
    """Two entrants who are not drawn against each other."""

    one: Entrant
    other: Entrant


def forbidden_names(event: Tournament) -> list[ForbiddenPair]:
    """The forbidden tables of an event, of whatever stage still goes on."""
    pairs = sorted({pair for stage in event.stages.all() for pair in forbidden_of(stage)})
    entrants = Entrant.objects.in_bulk({entrant for pair in pairs for entrant in pair})
    return [
        ForbiddenPair(entrants[one], entrants[other])
        for one, other in pairs
        if one in entrants and other in entrants
    ]
