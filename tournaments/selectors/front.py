"""What the front page says of events: those that run, the next ones, the newest results."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Match, MatchState, Tournament, TournamentStatus
from tournaments.selectors.matches import visible_matches
from tournaments.selectors.visibility import visible_tournaments

EVENTS = 6
RESULTS = 6


@dataclass(frozen=True)
class Front:
    """A handful of each, for one look."""

    running: list[Tournament]
    coming: list[Tournament]
    finished: list[Tournament]
    results: list[Match]


def front(user: Any, now: datetime) -> Front:
    """The front page's events: a fixed number of queries."""
    events = visible_tournaments(user)
    return Front(
        running=list(events.filter(status=TournamentStatus.RUNNING)[:EVENTS]),
        coming=list(
            events.filter(status=TournamentStatus.PLANNED, starts_at__gte=now).order_by("starts_at")[:EVENTS]
        ),
        finished=list(events.filter(status=TournamentStatus.FINISHED)[:EVENTS]),
        results=newest_results(user, RESULTS),
    )


def newest_results(user: Any, most: int) -> list[Match]:
    """The matches that became official last."""
    official = visible_matches(user).filter(state=MatchState.OFFICIAL)
    return list(official.order_by("-record__decided_at", "-pk")[:most])
