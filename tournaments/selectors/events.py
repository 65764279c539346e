"""Events for pages: the list, and one event with its rounds."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404

from tournaments.core.rows import Table
from tournaments.core.standings import standings
from tournaments.models import Bye, Match, Round, RoundStatus, Stage, Tournament
from tournaments.selectors.matches import with_people
from tournaments.selectors.records import stage_record


def visible_tournaments(user: Any) -> QuerySet[Tournament]:
    """The events this user may see, newest first, with their number of entrants."""
    shown = Q(public=True)
    if user.is_authenticated:
        shown |= Q(organisers=user) | Q(referees=user) | Q(scorers=user) | Q(club__managers=user)
    events = Tournament.objects.all() if user.is_superuser else Tournament.objects.filter(shown).distinct()
    entered = Count("entrants", filter=Q(entrants__status="entered"), distinct=True)
    return events.select_related("club").annotate(entered=entered)


def visible_tournament(user: Any, slug: str) -> Tournament:
    """The event, for those who may see it; raises Http404 for others."""
    event = Tournament.objects.select_related("club").filter(slug=slug).first()
    if event is None or not user.has_perm("tournaments.see", event):
        raise Http404
    return event


@dataclass(frozen=True)
class StageView:
    """A stage for a page: its published rounds, newest first, and its tables."""

    stage: Stage
    rounds: list[Round]
    tables: tuple[Table, ...]


def stage_views(tournament: Tournament) -> list[StageView]:
    """The stages of an event, last first: a fixed number of queries for each."""
    return [stage_view(stage) for stage in tournament.stages.order_by("-number")]


def stage_view(stage: Stage) -> StageView:
    """One stage with its published rounds and its standings of this moment."""
    matches = with_people(Match.objects.order_by("table"))
    rounds = (
        stage.rounds.filter(status=RoundStatus.PUBLISHED)
        .order_by("-number")
        .defer("draw_input", "draw_notes")
        .prefetch_related(
            Prefetch("matches", matches), Prefetch("byes", Bye.objects.select_related("entrant"))
        )
    )
    return StageView(stage, list(rounds), standings(stage_record(stage)))
