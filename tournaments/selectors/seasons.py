"""Seasons for pages and files. A table is computed from what is official at this moment, nothing is kept."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.http import Http404

from ratings.models import Club, Player
from tournaments.core.final_places import final_places
from tournaments.core.season import SeasonResult, SeasonRow, entrants_scores, season
from tournaments.core.standings import standings
from tournaments.figures import Figures
from tournaments.models import EntrantMember, MatchState, Season, Seat, Stage, Tournament, TournamentStatus
from tournaments.selectors.records import stage_records
from tournaments.selectors.visibility import visible_tournaments

CLOSED = (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED)


@dataclass(frozen=True)
class Cell:
    """A player's result in one event; `counts` is False for one beyond the best."""

    score: str
    counts: bool


@dataclass(frozen=True)
class ShownRow:
    """One player's season as it is shown: the same words and figures on the page and in files."""

    rank: str
    player: Player
    total: str
    events: int
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class SeasonTable:
    """The events that count, those that will once they are finished, and the players in order."""

    events: list[Tournament]
    waiting: list[Tournament]
    rows: list[ShownRow]


def season_at(slug: str) -> Season:
    """The season with this address; raises Http404."""
    found = Season.objects.select_related("club").filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def seasons_of(club: Club) -> QuerySet[Season]:
    """The seasons of a club, the newest first, with the number of their events."""
    return club.seasons.annotate(size=Count("entries")).order_by("-pk")


def seasons_with(event: Tournament) -> QuerySet[Season]:
    """The seasons in which an event counts."""
    return Season.objects.filter(entries__tournament=event).order_by("-pk")


def seasons_for(event: Tournament) -> list[tuple[Season, bool]]:
    """The seasons of the event's club, each with whether the event counts in it."""
    counts = set(seasons_with(event).values_list("pk", flat=True))
    return [
        (found, found.pk in counts) for found in Season.objects.filter(club=event.club_id).order_by("-pk")
    ]


def season_table(which: Season, user: Any, figures: Figures | None = None) -> SeasonTable:
    """The table of a season; events that the visitor may not see are named nowhere in it."""
    entered = which.entries.filter(tournament__public=True).values("tournament")
    events = list(Tournament.objects.filter(pk__in=entered).order_by("starts_at", "pk"))
    closed = [event for event in events if event.status in CLOSED]
    open_ = visible_tournaments(user).filter(pk__in=which.entries.values("tournament"))
    waiting = open_.exclude(status__in=[*CLOSED, TournamentStatus.CANCELLED]).order_by("starts_at", "pk")
    rows = season(_results(closed), which.best)
    players = Player.objects.in_bulk([row.player for row in rows])
    ordered = sorted(rows, key=lambda row: (row.rank.place, players[row.player].public_sort_key))
    written = figures or Figures.active()
    shown = [_shown(row, players[row.player], closed, written) for row in ordered]
    return SeasonTable(closed, list(waiting), shown)


def _shown(row: SeasonRow, player: Player, events: Sequence[Tournament], figures: Figures) -> ShownRow:
    cells = {result.event: Cell(figures.hundredths(result.score), True) for result in row.counted}
    cells |= {result.event: Cell(figures.hundredths(result.score), False) for result in row.dropped}
    return ShownRow(
        str(row.rank),
        player,
        figures.hundredths(row.total),
        row.events,
        tuple(cells.get(event.pk) for event in events),
    )


def _results(events: Sequence[Tournament]) -> Iterable[SeasonResult]:
    """What the players who really sat down brought home; a merged player is the one it became."""
    scores, members = _scores(events), _members(events)
    identities = Player.identities()
    for event in events:
        own = {
            identities.get(player, player): score
            for entrant, score in scores[event.pk].items()
            for player in members[entrant]
        }
        yield from (SeasonResult(event.pk, player, score) for player, score in own.items())


def _scores(events: Sequence[Tournament]) -> Mapping[int, dict[int, int]]:
    stages = list(Stage.objects.filter(tournament__in=events).order_by("tournament", "number"))
    records = stage_records(stages, clubs=False)
    tables = defaultdict(list)
    for stage in stages:
        tables[stage.tournament_id].append(standings(records[stage.pk]))
    return {event.pk: entrants_scores(final_places(tables[event.pk])) for event in events}


def _members(events: Sequence[Tournament]) -> Mapping[int, list[int]]:
    """The players of each entrant who sat at one of its tables at least once."""
    official = Seat.objects.filter(
        match__round__stage__tournament__in=events, match__state=MatchState.OFFICIAL
    )
    sat = set(official.order_by().values_list("entrant_id", "player_id").distinct())
    found = defaultdict(list)
    for entrant, player in EntrantMember.objects.filter(tournament__in=events).values_list(
        "entrant_id", "player_id"
    ):
        if (entrant, player) in sat:
            found[entrant].append(player)
    return found
