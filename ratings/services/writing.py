"""Writing a ledger from one game on: reads the state before it, folds, writes entries and current ratings.

Only `folding` calls this, inside its transaction and with its lock, and `dry_runs`, which takes it back.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain, islice
from typing import Any

from ratings import ledger
from ratings.games import Game
from ratings.ledger import Rating
from ratings.models import PlayerRating, RatingEntry, RatingPool
from ratings.selectors.stream import games_from

FEW_GAMES = 50
MANY_GAMES = 2_000
BATCH = 20_000
SOME = 500


class Writer:
    """One fold of one pool, from its mark to its last game."""

    def __init__(self, pool: RatingPool) -> None:
        self.pool = pool
        self.parameters = pool.model
        self.cut = 0
        self.games = self.deleted = self.players_moved = 0
        self.largest_move = 0.0
        self._ratings: dict[int, Rating] = {}
        self._counts: dict[int, int] = {}
        self._last_played: dict[int, datetime] = {}
        self._touched: set[int] = set()

    def write(self) -> None:
        """Replace every line from the mark on, and the ratings of the players on the old or new lines."""
        self.cut = RatingEntry.objects.number_before(self.pool, self.pool.dirty_from or "")
        old = RatingEntry.objects.filter(pool=self.pool, number__gt=self.cut)
        self._touched = set(old.values_list("player_id", flat=True).distinct())
        games = games_from(self.pool, self.pool.dirty_from or "")
        few = list(islice(games, FEW_GAMES))
        is_long = len(few) == FEW_GAMES
        seated: set[Any] = {player for game in few for side in game.sides for player in side}
        self._load(None if is_long else [*self._touched | seated])
        self.deleted = old._raw_delete(old.db)
        lines = self._lines(chain(few, games))
        while batch := list(islice(lines, BATCH)):
            RatingEntry.objects.append(batch)
        if self.games > MANY_GAMES:
            RatingEntry.objects.tell_planner()
        self._write_ratings()

    def _load(self, players: list[int] | None) -> None:
        """The state just before the mark, of these players or of all."""
        for line in RatingEntry.objects.last_lines(self.pool.pk, self.cut, players):
            self._ratings[line.player_id] = Rating(line.mu_after, line.sigma_after)
            self._counts[line.player_id] = line.nth
            self._last_played[line.player_id] = line.played_at

    def _few_touched(self) -> list[int] | None:
        """The touched players, or None where asking for all is the shorter question."""
        return [*self._touched] if len(self._touched) <= 4 * FEW_GAMES else None

    def _lines(self, games: Iterable[Game]) -> Iterator[tuple[Any, ...]]:
        """The new lines as rows, keeping count of where each player stands."""
        counted = None
        for entry in ledger.fold_in_order(games, dict(self._ratings), self.parameters):
            game_id, played_at = entry.game
            if game_id != counted:
                counted = game_id
                self.games += 1
            player = entry.player
            nth = self._counts.get(player, 0) + 1
            self._ratings[player], self._counts[player] = entry.after, nth
            self._last_played[player] = played_at
            self._touched.add(player)
            yield (
                self.pool.pk,
                game_id,
                player,
                entry.sides,
                entry.side,
                entry.seat,
                self.cut + self.games,
                nth,
                played_at,
                entry.place,
                entry.expected,
                entry.score,
                *entry.before,
                *entry.after,
            )

    def _write_ratings(self) -> None:
        """Current ratings of the touched players only; who has no line left has no rating."""
        few = self._few_touched()
        shown = PlayerRating.objects.filter(pool=self.pool)
        asked = shown if few is None else shown.filter(player__in=few)
        before = dict(asked.values_list("player_id", "mu"))
        partners = dict(RatingEntry.objects.partner_counts(self.pool.pk, few))
        gone = [player for player in before if player in self._touched and player not in self._ratings]
        for start in range(0, len(gone), SOME):
            shown.filter(player__in=gone[start : start + SOME]).delete()
        PlayerRating.objects.bulk_create(
            [
                self._current(player, partners.get(player, 0))
                for player in self._touched & self._ratings.keys()
            ],
            batch_size=SOME,
            update_conflicts=True,
            unique_fields=["pool", "player"],
            update_fields=["mu", "sigma", "order_value", "games", "partners", "last_game_at"],
        )
        newcomer = self.parameters.newcomer
        moves = [
            abs(self._ratings.get(player, newcomer).mu - before.get(player, newcomer.mu))
            for player in self._touched
        ]
        self.players_moved = sum(move > 0 for move in moves)
        self.largest_move = max(moves, default=0.0)

    def _current(self, player: int, partners: int) -> PlayerRating:
        rating = self._ratings[player]
        return PlayerRating(
            pool=self.pool,
            player_id=player,
            mu=rating.mu,
            sigma=rating.sigma,
            order_value=rating.mu - rating.sigma,
            games=self._counts[player],
            partners=partners,
            last_game_at=self._last_played[player],
        )
