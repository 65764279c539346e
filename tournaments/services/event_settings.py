"""Changing the settings of an event: whatever what was played already hangs on stays as it is."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.errors import TournamentError
from tournaments.models import EntryStatus, MatchState, RoundStatus, Stage, StageStatus, Tournament
from tournaments.selectors.draws import draft_of, next_number
from tournaments.services.events import check_stage, lock_event
from tournaments.services.rating import sync_event
from tournaments.services.sign_up import move_up
from tournaments.stage_settings import forbidden_of, scoring_of

if TYPE_CHECKING:
    from accounts.models import User

CHANGED = gettext_noop("Settings changed.")
# What a schedule is made of: it holds for the whole stage.
SCHEDULE = ("legs", "groups", "step")
# What the ratings know of an event: a change of it is told for every game.
RATED_BY = {"rated", "rule_set", "name", "public", "starts_at"}


@transaction.atomic
def change_event(
    tournament_id: int,
    by: "User | None",
    fields: Mapping[str, Any],
    stages: Mapping[int, Mapping[str, Any]],
) -> Tournament:
    """Set fields of the event, and of its stages by number; a larger capacity lets who waits move up.

    Raises TournamentError `event-fixed` or `stage-fixed` for what can't change any more, `bad-settings`.
    """
    tournament = lock_event(tournament_id)
    changed = {name for name, value in fields.items() if getattr(tournament, name) != value}
    _check_event(tournament, changed)
    if changed:
        for name in changed:
            setattr(tournament, name, fields[name])
        tournament.because(CHANGED, by).save()
    for number, wanted in stages.items():
        _change_stage(Stage.objects.select_for_update().get(tournament=tournament, number=number), wanted, by)
    if "entry_kind" in changed:
        for stage in tournament.stages.all():
            check_stage(stage)
    if "capacity" in changed:
        move_up(tournament, by)
    if changed & RATED_BY:
        sync_event(tournament, CHANGED)
    return tournament


def _check_event(tournament: Tournament, changed: set[str]) -> None:
    drawn = tournament.stages.filter(rounds__status=RoundStatus.PUBLISHED).exists()
    if "rule_set" in changed and drawn:
        raise TournamentError("event-fixed", _("The rules stay as they are once a round is published."))
    entered = tournament.entrants.exclude(status=EntryStatus.CANCELLED).exists()
    if "entry_kind" in changed and entered:
        raise TournamentError(
            "event-fixed", _("Whether pairs or single players enter is fixed once somebody is entered.")
        )


def _change_stage(stage: Stage, wanted: Mapping[str, Any], by: "User | None") -> None:
    before = {name: getattr(stage, name) for name in wanted}
    scoring = scoring_of(stage)
    for name, value in wanted.items():
        setattr(stage, name, value)
    changed = {name for name, value in wanted.items() if before[name] != value}
    if "scoring" in changed and scoring_of(stage) == scoring:
        changed.remove("scoring")
    if not changed:
        return
    _check_stage_change(stage, changed, before)
    check_stage(stage)
    stage.because(CHANGED, by).save()


def _check_stage_change(stage: Stage, changed: set[str], before: Mapping[str, Any]) -> None:
    drawn = next_number(stage) - 1
    if stage.status != StageStatus.PLANNED:
        kept = {name for name in SCHEDULE if _option(stage.draw, name) != _option(before.get("draw"), name)}
        if "format" in changed or ("draw" in changed and kept) or "qualifiers" in changed:
            raise TournamentError("stage-fixed", _("This stage has begun: its schedule stays as it is."))
    if drawn and "until_points" in changed:
        raise TournamentError(
            "stage-fixed", _("How matches of this stage end stays as it is once a round is published.")
        )
    if drawn and stage.rounds_planned is not None and stage.rounds_planned < drawn:
        raise TournamentError("stage-fixed", _("{number} rounds are drawn already.").format(number=drawn))
    if changed & {"scoring", "tie_breaks"} and _has_results(stage):
        raise TournamentError(
            "stage-fixed", _("Scoring and tie-breaks stay as they are once a result is official.")
        )
    if changed & {"draw", "rounds_planned"} and draft_of(stage) is not None:
        raise TournamentError("draft-waits", _("Publish or discard the draft first."))


def _option(draw: Any, name: str) -> Any:
    return (draw or {}).get(name, 1)


def _has_results(stage: Stage) -> bool:
    return stage.rounds.filter(matches__state=MatchState.OFFICIAL).exists()


@transaction.atomic
def forbid(tournament_id: int, one: int, other: int, by: "User | None") -> None:
    """From the next draw on these two entrants do not meet."""
    if one == other:
        raise TournamentError("same-entrant", _("Choose two different entrants."))
    _set_forbidden(tournament_id, (one, other), True, by)


@transaction.atomic
def allow(tournament_id: int, one: int, other: int, by: "User | None") -> None:
    """These two entrants may meet again."""
    _set_forbidden(tournament_id, (one, other), False, by)


@transaction.atomic
def forbid_again(earlier_id: int, tournament_id: int, entered: Mapping[int, int], by: "User | None") -> None:
    """Keep apart who was kept apart in an earlier event; `entered`: the entrant now by that of then."""
    stages = Stage.objects.filter(tournament=earlier_id)
    for one, other in sorted({pair for stage in stages for pair in forbidden_of(stage)}):
        if one in entered and other in entered:
            forbid(tournament_id, entered[one], entered[other], by)


def _set_forbidden(tournament_id: int, pair: tuple[int, int], wanted: bool, by: "User | None") -> None:
    tournament = lock_event(tournament_id)
    if tournament.entrants.filter(pk__in=pair).count() < len(pair):
        raise TournamentError("not-entered", _("Somebody of these is not entered in this event."))
    for stage in tournament.stages.exclude(status=StageStatus.FINISHED).select_for_update():
        pairs = {(min(known), max(known)) for known in forbidden_of(stage)} - {(min(pair), max(pair))}
        listed = sorted({*pairs, (min(pair), max(pair))} if wanted else pairs)
        stage.draw = {**stage.draw, "forbidden": [list(known) for known in listed]}
        stage.because(CHANGED, by).save()
