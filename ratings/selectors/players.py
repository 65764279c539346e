"""What is public of one player: ratings, curve, record, streak, form. Their games are in `games`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from ratings import conf, display
from ratings.explain import result_of
from ratings.models import Player, PlayerRating, RatingEntry, RatingPool
from ratings.selectors.public import named, public_players
from ratings.selectors.tables import few_partners, place_of

FORM = 10
POINT_FIELDS = (
    "nth",
    "played_at",
    "sides",
    "place",
    "score",
    "mu_before",
    "mu_after",
    "sigma_after",
    "game_id",
    "game__uuid",
)


@dataclass(frozen=True, slots=True)
class Point:
    """A player's rating after a game."""

    number: int
    played_at: datetime
    rating: int
    deviation: int
    change: int
    result: str
    game_id: int
    uuid: UUID  # of the game


@dataclass(frozen=True, slots=True)
class Summary:
    """A player in one pool, in figures. A streak above 0 counts games won in a row, below 0 games lost."""

    rating: int
    deviation: int
    games: int
    provisional: bool
    partners: int | None  # where they are few
    place: int | None
    won: int
    drawn: int
    lost: int
    best: Point
    streak: int
    form: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """How a player did with a partner or against an opponent."""

    player: Player
    games: int
    won: int
    drawn: int
    pool: RatingPool

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn


class Records:
    """A player's records with their partners, or against their opponents, most games first.

    A paginator can cut it: only a slice reads who the others are.
    """

    def __init__(self, pool: RatingPool, rows: Sequence[tuple[int, bool, int, int, int]]) -> None:
        self._pool = pool
        self._rows = rows

    def count(self) -> int:
        return len(self._rows)

    def __getitem__(self, cut: slice) -> list[Record]:
        rows = self._rows[cut]
        people = Player.objects.in_bulk([row[0] for row in rows])
        return [
            Record(people[other], games, won, drawn, self._pool)
            for other, _together, games, won, drawn in rows
        ]


def public_player(code: str) -> Player:
    """The player with this code, or the one they were merged into; a hidden player is not found."""
    if not code.isprintable():
        raise Http404
    player = Player.objects.select_related("club").filter(code=code).first()
    while player is not None and player.merged_into_id:
        player = Player.objects.select_related("club").get(pk=player.merged_into_id)
    if player is None or player.is_hidden:
        raise Http404
    return player


def found_players(name: str) -> "QuerySet[Player]":
    """Players who may be shown and whose public name is like this, in the order of names."""
    found = Player.objects.filter(public_players(), named(name), is_guest=False).select_related("club")
    return found.order_by("public_sort_key", "pk")


def ratings_of(player: Player) -> list[PlayerRating]:
    """The player's ratings in the shown pools, the pool played most first."""
    shown = player.ratings.filter(pool__active=True)
    return list(shown.select_related("pool").order_by("-games", "pool"))


def entries_of(player: Player) -> "QuerySet[RatingEntry]":
    """The player's lines in the shown pools, the newest first."""
    lines = RatingEntry.objects.filter(player=player, pool__active=True)
    return lines.select_related("pool", "game").order_by("-played_at", "-number", "pool")


def points_of(player: Player, pool: RatingPool) -> list[Point]:
    """The player's rating after each game, oldest first."""
    entries = RatingEntry.objects.filter(player=player, pool=pool).order_by("number")
    return [
        Point(
            number=entry.nth,
            played_at=entry.played_at,
            rating=display.shown(entry.mu_after),
            deviation=display.deviation(entry.sigma_after),
            change=display.change(entry.mu_before, entry.mu_after),
            result=result_of(entry),
            game_id=entry.game_id,
            uuid=entry.game__uuid,
        )
        for entry in entries.values_list(*POINT_FIELDS, named=True)
    ]


def summary_of(standing: PlayerRating, points: Sequence[Point], now: datetime) -> Summary:
    """The figures of a player in a pool. The best rating is looked for among those not provisional."""
    limit = conf.provisional_games()
    results = [point.result for point in points]
    settled = [point for point in points if point.number >= limit]
    return Summary(
        rating=display.shown(standing.mu),
        deviation=display.deviation(standing.sigma),
        games=standing.games,
        provisional=standing.games < limit,
        partners=few_partners(standing.pool, standing.partners),
        place=place_of(standing, now),
        won=results.count("won"),
        drawn=results.count("drawn"),
        lost=len(results) - results.count("won") - results.count("drawn"),
        best=max(settled or points, key=lambda point: point.rating),
        streak=streak(results),
        form=tuple(points[-FORM:]),
    )


def streak(results: Sequence[str]) -> int:
    """How many of the newest results are alike: wins count up, losses down; a draw ends either."""
    if not results or results[-1] not in {"won", "lost"}:
        return 0
    length = 0
    while length < len(results) and results[-1 - length] == results[-1]:
        length += 1
    return length if results[-1] == "won" else -length


def records_of(player: Player, pool: RatingPool) -> tuple[Records, Records]:
    """The player's records with each partner, and against each opponent."""
    rows = RatingEntry.objects.records(pool.pk, player.pk)
    with_partners = [row for row in rows if row[1]]
    against_opponents = [row for row in rows if not row[1]]
    return Records(pool, with_partners), Records(pool, against_opponents)
