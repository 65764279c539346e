"""What the next draw of a stage is made from, and which results it still waits for."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import QuerySet

from tournaments.core.candidates import input_for
from tournaments.core.draw_input import DrawInput, Lock
from tournaments.core.draws import Relaxation
from tournaments.models import Match, MatchState, Round, RoundStatus, Stage
from tournaments.selectors.records import stage_record
from tournaments.stage_settings import draw_options_of, forbidden_of


def next_number(stage: Stage) -> int:
    """The number of the round to be drawn: one after the last published."""
    last = stage.rounds.filter(status=RoundStatus.PUBLISHED).order_by("-number").first()
    return 1 if last is None else last.number + 1


def missing_results(stage: Stage) -> QuerySet[Match]:
    """The tables of published rounds that are neither official nor postponed: they hold up the next draw."""
    published = Match.objects.filter(round__stage=stage, round__status=RoundStatus.PUBLISHED, postponed=False)
    return (
        published.exclude(state=MatchState.OFFICIAL)
        .select_related("round")
        .order_by("round__number", "table")
    )


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
