"""What the next draw of a stage is made from, and which results it still waits for."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Q, QuerySet

from tournaments.core.candidates import input_for
from tournaments.core.draw_input import DrawInput, Lock
from tournaments.core.draws import Relaxation
from tournaments.models import Match, MatchState, Round, RoundStatus, Stage
from tournaments.selectors.records import stage_record
from tournaments.stage_settings import draw_options_of, forbidden_of


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


def is_outdated(draft: Round) -> bool:
    """Whether results or entrants have changed since the draft was drawn, so that another draw is due."""
    stored = DrawInput.from_json(draft.draw_input)
    fresh = draw_input_of(draft.stage, draft.number, stored.locks, stored.locked_byes, stored.relaxed)
    return fresh != stored


def round_at(address: str) -> Round | None:
    """The round written as event/stage/round, such as `spring-2026-03-14/1/2`."""
    slug, _slash, numbers = address.partition("/")
    stage, _slash, number = numbers.partition("/")
    if not (stage.isdigit() and number.isdigit()):
        return None
    rounds = Round.objects.select_related("stage__tournament")
    return rounds.filter(stage__tournament__slug=slug, stage__number=stage, number=number).first()


def drawn_tables(round_: Round) -> list[list[list[int]]]:
    """The sides of every table of a round, as entrant ids; a bye has one side."""
    matches = round_.matches.prefetch_related("sides__entrants")
    tables = [[[row.entrant_id for row in side.entrants.all()] for side in m.sides.all()] for m in matches]
    return tables + [[[entrant]] for entrant in round_.byes.values_list("entrant_id", flat=True)]
