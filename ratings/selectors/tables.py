"""Rating tables: now, from the current ratings alone, or as of a date, from the ledger."""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Protocol

from django.core.cache import caches
from django.db.models import BooleanField, Case, QuerySet, Value, When
from django.utils import timezone

from ratings import conf, display
from ratings.editions import PEOPLE, RATINGS, edition
from ratings.models import Kind, Player, PlayerRating, RatingEntry, RatingPool
from ratings.names import search_key
from ratings.selectors.pools import shown_pools
from ratings.selectors.public import named, public_players


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What somebody asks of a table. `since` keeps those who have played since that day."""

    club: str = ""
    name: str = ""
    min_games: int = 0
    everybody: bool = False
    since: date | None = None
    as_of: date | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of a table, ready to be shown."""

    place: int | None
    shared: bool
    player: Player
    rating: int
    deviation: int
    games: int
    last_game_at: datetime
    partners: int | None  # where they are few

    @property
    def few_partners(self) -> bool:
        return self.partners is not None

    @property
    def provisional(self) -> bool:
        return self.place is None

    @property
    def label(self) -> str:
        if self.place is None:
            return "?"
        return f"{self.place}=" if self.shared else str(self.place)

    @property
    def name(self) -> str:
        return self.player.public_name

    @property
    def code(self) -> str:
        return self.player.code

    @property
    def club(self) -> str:
        return self.player.club.name if self.player.club else ""


class Table(Protocol):
    """A table that a paginator can cut; a slice of it is a list of TableRow."""

    def count(self) -> int: ...

    def __getitem__(self, cut: slice) -> list[TableRow]: ...


def table(pool: RatingPool, query: TableQuery, now: datetime) -> Table:
    """The pool's table as asked for."""
    return PastTable(pool, query) if query.as_of else CurrentTable(pool, query, now)


def tops(now: datetime, rows: int) -> list[tuple[RatingPool, list[TableRow]]]:
    """Every shown pool with the first rows of its table."""
    return [(pool, CurrentTable(pool, TableQuery(), now)[0:rows]) for pool in shown_pools()]


def place_of(standing: PlayerRating, now: datetime) -> int | None:
    """The place of one player in the pool's table; None if they have none there.

    Counting those above costs more than all else of a player's page: so the places of a whole table are kept
    as long as nothing changes, at most for the day.
    """
    name = f"ranked:{standing.pool_id}:{edition(PEOPLE, RATINGS)}:{timezone.localdate(now)}"
    places: Places | None = caches["pages"].get(name)
    if places is None:
        places = CurrentTable(standing.pool, TableQuery(), now).places()
        caches["pages"].set(name, places)
    return places.of(standing.pk)


@dataclass(frozen=True, slots=True)
class Places:
    """Who is ranked, by rising ids of ratings, and the place of each: quick to read from a cache."""

    ids: "array[int]"
    places: "array[int]"

    def of(self, rating: int) -> int | None:
        """The place of one of them; None for who is not ranked."""
        at = bisect_left(self.ids, rating)
        return self.places[at] if at < len(self.ids) and self.ids[at] == rating else None


class CurrentTable:
    """The table of now. Reads the current ratings, never the ledger."""

    def __init__(self, pool: RatingPool, query: TableQuery, now: datetime) -> None:
        self._pool = pool
        self._limit = conf.provisional_games()
        rows = PlayerRating.objects.filter(public_players("player__"), pool=pool)
        rows = rows.filter(games__gte=query.min_games)
        if query.club:
            rows = rows.filter(player__club__code=query.club)
        rows = rows.filter(named(query.name, "player__"))
        oldest = [now - conf.active_for()] if not query.everybody else []
        if query.since:
            oldest.append(start_of(query.since))
        if oldest:
            rows = rows.filter(last_game_at__gte=max(oldest))
        self._rows = rows

    def count(self) -> int:
        return self._rows.count()

    def mus(self, *, ranked: bool) -> list[float]:
        """The mu of everybody in the table, or of the ranked."""
        return list((self._ranked() if ranked else self._rows).values_list("mu", flat=True))

    def places(self) -> Places:
        """The place of everybody who is ranked; equals share one."""
        placed: list[tuple[int, int]] = []
        ranked = self._ranked().order_by("-order_value").values_list("pk", "order_value")
        before, place = None, 0
        for nth, (standing, value) in enumerate(ranked, start=1):
            if value != before:
                before, place = value, nth
            placed.append((standing, place))
        placed.sort()
        return Places(array("q", [pk for pk, _place in placed]), array("q", [place for _pk, place in placed]))

    def __getitem__(self, cut: slice) -> list[TableRow]:
        standings = list(self._in_order()[cut])
        first = next((row for row in standings if row.games >= self._limit), None)
        better = 0
        if first is not None:
            better = self._ranked().filter(order_value__gt=first.order_value).count()
        return number_rows(self._pool, standings, cut.start or 0, better)

    def _ranked(self) -> "QuerySet[PlayerRating]":
        return self._rows.filter(games__gte=self._limit)

    def _in_order(self) -> "QuerySet[PlayerRating]":
        provisional = Case(
            When(games__gte=self._limit, then=Value(False)),
            default=Value(True),
            output_field=BooleanField(),
        )
        return self._rows.select_related("player__club").order_by(provisional, "-order_value", "player_id")


@dataclass(frozen=True, slots=True)
class PastStanding:
    """Where a player stood at some date."""

    player: Player
    mu: float
    sigma: float
    games: int
    last_game_at: datetime
    partners: int | None = None

    @property
    def order_value(self) -> float:
        return self.mu - self.sigma


class PastTable:
    """The table at the end of a day, from the ledger as it is known today."""

    def __init__(self, pool: RatingPool, query: TableQuery) -> None:
        assert query.as_of is not None  # noqa: S101
        self._pool = pool
        self._limit = conf.provisional_games()
        end = start_of(query.as_of + timedelta(days=1))
        standings = standings_at(pool, end)
        words = search_key(query.name).split()
        oldest = [end - conf.active_for()] if not query.everybody else []
        if query.since:
            oldest.append(start_of(query.since))
        self._standings = [
            row
            for row in standings
            if row.games >= query.min_games
            and (not query.club or (row.player.club and row.player.club.code == query.club))
            and all(f" {word}" in f" {row.player.public_search_key}" for word in words)
            and all(row.last_game_at >= day for day in oldest)
        ]

    def count(self) -> int:
        return len(self._standings)

    def __getitem__(self, cut: slice) -> list[TableRow]:
        standings = self._standings[cut]
        better = 0
        if standings:
            better = sum(
                row.games >= self._limit and row.order_value > standings[0].order_value
                for row in self._standings
            )
        return number_rows(self._pool, standings, cut.start or 0, better)


def standings_at(pool: RatingPool, end: datetime) -> list[PastStanding]:
    """Everybody who may be shown, as they stood before `end`, in the order of the table."""
    lines = list(RatingEntry.objects.last_lines_before(pool.pk, end))
    players = Player.objects.filter(public_players(), ratings__pool=pool).select_related("club")
    known = {player.pk: player for player in players}
    limit = conf.provisional_games()
    standings = [
        PastStanding(known[line.player_id], line.mu_after, line.sigma_after, line.nth, line.played_at)
        for line in lines
        if line.player_id in known
    ]
    return sorted(standings, key=lambda row: (row.games < limit, -row.order_value, row.player.pk))


def number_rows(pool: RatingPool, standings: Sequence[Any], start: int, better: int) -> list[TableRow]:
    """Rows with their places. Equal values share a place; provisional players have none.

    `start` rows come before these in the table, `better` ranked ones are better than the first.
    """
    limit = conf.provisional_games()
    equals = Counter(row.order_value for row in standings if row.games >= limit)
    rows: list[TableRow] = []
    place = better + 1
    for index, standing in enumerate(standings):
        if index and standing.order_value != standings[index - 1].order_value:
            place = start + index + 1
        ranked = standing.games >= limit
        rows.append(
            TableRow(
                place=place if ranked else None,
                shared=ranked and equals[standing.order_value] > 1,
                player=standing.player,
                rating=display.shown(standing.mu),
                deviation=display.deviation(standing.sigma),
                games=standing.games,
                last_game_at=standing.last_game_at,
                partners=few_partners(pool, standing.partners),
            )
        )
    return rows


def few_partners(pool: RatingPool, partners: int | None) -> int | None:
    """The number of a player's partners where it is too small to tell the two of a pair apart."""
    is_few = pool.kind == Kind.PAIRS and partners is not None and partners < conf.few_partners()
    return partners if is_few else None


def start_of(day: date) -> datetime:
    """Midnight at the beginning of a day, where the club is."""
    return timezone.make_aware(datetime.combine(day, time.min), timezone.get_default_timezone())
