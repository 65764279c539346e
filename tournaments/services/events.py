"""Events come into being, change their settings, and end. Who is entered is `entries`' business."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ratings.models import Club
from tournaments.addresses import free_slug, plain_slug
from tournaments.core.records import Format
from tournaments.core.tiebreaks import tie_break_order
from tournaments.core.vp import ScoreError, check_scoring
from tournaments.errors import TournamentError
from tournaments.models import (
    CLOSED,
    EntryKind,
    GameRecord,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    Tournament,
    TournamentStatus,
)
from tournaments.score_sentences import score_sentence
from tournaments.stage_settings import ranking_of, scoring_of

if TYPE_CHECKING:
    from accounts.models import User

CREATED = gettext_noop("Created.")


@dataclass(frozen=True)
class StagePlan:
    """A stage to be: fields of `Stage`, of which `format` is the one without a default."""

    format: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def create_event(
    club: Club,
    name: str,
    starts_at: datetime,
    stages: Sequence[StagePlan],
    by: "User | None",
    **fields: Any,
) -> Tournament:
    """A new event with its stages, organised by `by`; in a club of the demonstration it is a part of that."""
    fields = {"demo": club.demo} | fields
    tournament = Tournament(
        club=club, name=name, starts_at=starts_at, slug=slug_of(name, starts_at), **fields
    )
    tournament.because(CREATED, by).save()
    for number, plan in enumerate(stages, start=1):
        stage = Stage(tournament=tournament, number=number, format=plan.format, **plan.fields)
        check_stage(stage)
        stage.because(CREATED, by).save()
    if by is not None:
        tournament.because(CREATED, by).organisers.add(by)
    return tournament


def check_stage(stage: Stage) -> None:
    """Refuse settings by which a stage can't be drawn, scored or ranked (TournamentError `bad-settings`)."""
    if stage.format == Format.INDIVIDUAL and stage.tournament.entry_kind != EntryKind.SINGLE:
        raise TournamentError(
            "bad-settings",
            _("With a new partner each round single players enter, not pairs. Change one of the two."),
        )
    try:
        check_scoring(scoring_of(stage))
        tie_break_order(Format(stage.format), ranking_of(stage).tie_breaks)
    except ScoreError as error:
        raise TournamentError("bad-settings", score_sentence(error)) from error


def slug_of(name: str, starts_at: datetime) -> str:
    """The event's address: its name without accents and its date, with a number if that is taken."""
    return free_slug(Tournament.objects.all(), f"{plain_slug(name, 'event')}-{starts_at:%Y-%m-%d}")


def lock_event(tournament_id: int) -> Tournament:
    """The event with its row locked until the transaction ends."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def check_open(tournament: Tournament) -> None:
    """Raise TournamentError `tournament-closed` once it is finished, archived or cancelled."""
    if tournament.status in CLOSED:
        raise TournamentError("tournament-closed", _("This tournament is closed. Reopen it first."))


@transaction.atomic
def finish_event(tournament_id: int, by: "User | None", reason: str) -> Tournament:
    """Close the event: from now on only a referee can correct it. Refused with a draft or results missing."""
    tournament = lock_event(tournament_id)
    if tournament.status != TournamentStatus.RUNNING:
        raise TournamentError("not-running", _("Only a running event can be finished."))
    if Round.objects.filter(stage__tournament=tournament, status=RoundStatus.DRAFT).exists():
        raise TournamentError("draft-waits", _("Publish or discard the draft first."))
    matches = Match.objects.filter(round__stage__tournament=tournament, round__status=RoundStatus.PUBLISHED)
    waiting = matches.exclude(state=MatchState.OFFICIAL).order_by("round__number", "table")
    if waiting.exists():
        tables = ", ".join(f"{match.round.number}/{match.table}" for match in waiting.select_related("round"))
        raise TournamentError(
            "results-missing",
            _("Results are missing or not official (round/table {tables}). Enter them first.").format(
                tables=tables
            ),
        )
    return _move(tournament, TournamentStatus.FINISHED, by, reason)


@transaction.atomic
def reopen_event(tournament_id: int, by: "User | None", reason: str) -> Tournament:
    """Open a finished, archived or cancelled event again."""
    tournament = lock_event(tournament_id)
    if tournament.status in (TournamentStatus.PLANNED, TournamentStatus.RUNNING):
        raise TournamentError("not-closed", _("This event is open already."))
    begun = tournament.stages.filter(rounds__status=RoundStatus.PUBLISHED).exists()
    return _move(tournament, TournamentStatus.RUNNING if begun else TournamentStatus.PLANNED, by, reason)


@transaction.atomic
def archive_event(tournament_id: int, by: "User | None", reason: str) -> Tournament:
    """Put a finished event into the archive."""
    tournament = lock_event(tournament_id)
    if tournament.status != TournamentStatus.FINISHED:
        raise TournamentError("not-finished", _("Finish the event first."))
    return _move(tournament, TournamentStatus.ARCHIVED, by, reason)


@transaction.atomic
def cancel_event(tournament_id: int, by: "User | None", reason: str) -> Tournament:
    """Cancel an event in which nothing was played yet; it stays visible as cancelled."""
    tournament = lock_event(tournament_id)
    _check_without_results(tournament)
    return _move(tournament, TournamentStatus.CANCELLED, by, reason)


@transaction.atomic
def delete_event(tournament_id: int, by: "User | None") -> None:
    """Delete an event without results, with all its entries and drafts."""
    tournament = lock_event(tournament_id)
    _check_without_results(tournament)
    Match.objects.filter(round__stage__tournament=tournament).delete()
    for stage in tournament.stages.all():
        stage.rounds.all().delete()
    tournament.delete()


def _check_without_results(tournament: Tournament) -> None:
    of_this = {"match__round__stage__tournament": tournament}
    if GameRecord.objects.filter(**of_this).exists() or _has_reports(tournament):
        raise TournamentError(
            "has-results",
            _("Results were reported in this event, so it stays. Finish or archive it instead."),
        )


def _has_reports(tournament: Tournament) -> bool:
    matches = Match.objects.filter(round__stage__tournament=tournament)
    return matches.filter(logs__isnull=False).exists() or matches.filter(sheets__isnull=False).exists()


def _move(tournament: Tournament, status: TournamentStatus, by: "User | None", reason: str) -> Tournament:
    tournament.status = status
    tournament.because(reason, by).save()
    return tournament
