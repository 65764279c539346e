"""The statements of the ledger that the ORM cannot say well: the last line of each player, partners, bulk
writing. All run on PostgreSQL and SQLite."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, models
from django.db.models.query import RawQuerySet

COLUMNS = (
    "pool_id",
    "game_id",
    "player_id",
    "sides",
    "side",
    "seat",
    "number",
    "nth",
    "played_at",
    "place",
    "expected",
    "score",
    "mu_before",
    "sigma_before",
    "mu_after",
    "sigma_after",
)


# With a partner one wins by beating all; against an opponent, by the better place.
TOGETHER = "mate.side = line.side"
WON = f"CASE WHEN {TOGETHER} THEN line.score = 1 ELSE line.place < mate.place END"
DRAWN = f"CASE WHEN {TOGETHER} THEN line.place = 1 AND line.score < 1 ELSE line.place = mate.place END"


def _only(column: str, players: Sequence[int] | None) -> tuple[str, list[int]]:
    """The SQL that keeps a statement to these players, with its values; nothing for all players."""
    if players is None:
        return "", []
    return f"AND {column} IN ({', '.join(['%s'] * len(players)) or 'NULL'})", list(players)


class EntryManager(models.Manager[Any]):
    """Access to the ledger."""

    def last_lines(
        self, pool_id: int, number: int, players: Sequence[int] | None = None
    ) -> "RawQuerySet[Any]":
        """The last line of each player, or of these players, up to game `number` of the pool."""
        whose, ids = _only("player_id", players)
        return self._last_lines(pool_id, f"number <= %s {whose}", [number, *ids])

    def last_lines_before(self, pool_id: int, moment: datetime) -> "RawQuerySet[Any]":
        """The last line of each player before this moment; one statement, so of one state of the ledger."""
        return self._last_lines(pool_id, "played_at < %s", [connection.ops.adapt_datetimefield_value(moment)])

    def _last_lines(self, pool_id: int, which: str, values: list[Any]) -> "RawQuerySet[Any]":
        table = self.model._meta.db_table
        return self.raw(
            f"""SELECT line.* FROM {table} line
            JOIN (SELECT player_id, MAX(number) AS number FROM {table}
                  WHERE pool_id = %s AND {which} GROUP BY player_id) last
              ON last.player_id = line.player_id AND last.number = line.number
            WHERE line.pool_id = %s""",  # noqa: S608 # nosec B608 # values are bound
            [pool_id, *values, pool_id],
        )

    def number_before(self, pool: Any, order_key: str) -> int:
        """The number of the pool's last game in the ledger that comes before this place."""
        games = self.model._meta.get_field("game").related_model.objects.filter(
            rule_set=pool.rule_set, kind=pool.kind, order_key__lt=order_key, entries__pool=pool
        )
        return games.order_by("-order_key").values_list("entries__number", flat=True).first() or 0

    def records(self, pool_id: int, player_id: int) -> list[tuple[int, bool, int, int, int]]:
        """(other player, as partners, games, won, drawn) of a player, most games first, then by name.

        Who was a partner and an opponent of the player has a line as each.
        """
        table = self.model._meta.db_table
        people = self.model._meta.get_field("player").related_model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f"""SELECT met.player_id, met.together, met.games, met.won, met.drawn
                FROM (SELECT mate.player_id, {TOGETHER} AS together, COUNT(*) AS games,
                             SUM(CASE WHEN {WON} THEN 1 ELSE 0 END) AS won,
                             SUM(CASE WHEN {DRAWN} THEN 1 ELSE 0 END) AS drawn
                      FROM {table} line
                      JOIN {table} mate ON mate.game_id = line.game_id AND mate.pool_id = line.pool_id
                       AND (mate.side <> line.side OR mate.seat <> line.seat)
                      WHERE line.pool_id = %s AND line.player_id = %s
                      GROUP BY mate.player_id, {TOGETHER}) met
                JOIN {people} player ON player.id = met.player_id
                ORDER BY met.games DESC, player.public_sort_key, player.id""",  # noqa: S608 # nosec B608 # bound
                [pool_id, player_id],
            )
            return [
                (player, bool(together), games, int(won), int(drawn))
                for player, together, games, won, drawn in cursor.fetchall()
            ]

    def partner_counts(self, pool_id: int, players: Sequence[int] | None = None) -> list[tuple[int, int]]:
        """(player, number of different partners) for these players or all."""
        table = self.model._meta.db_table
        whose, ids = _only("line.player_id", players)
        with connection.cursor() as cursor:
            cursor.execute(
                f"""SELECT line.player_id, COUNT(DISTINCT mate.player_id) FROM {table} line
                JOIN {table} mate ON mate.game_id = line.game_id AND mate.pool_id = line.pool_id
                 AND mate.side = line.side AND mate.seat <> line.seat
                WHERE line.pool_id = %s {whose} GROUP BY line.player_id""",  # noqa: S608 # nosec B608 # bound
                [pool_id, *ids],
            )
            return list(cursor.fetchall())

    def tell_planner(self) -> None:
        """Count the lines after many were written: a plan made for a short ledger is slow."""
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"ANALYZE {self.model._meta.db_table}")

    def append(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Write lines given as tuples in the order of COLUMNS: by COPY where there is one."""
        table = self.model._meta.db_table
        names = ", ".join(COLUMNS)
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
            else:
                adapt = connection.ops.adapt_datetimefield_value
                at = COLUMNS.index("played_at")
                marks = ", ".join(["%s"] * len(COLUMNS))
                cursor.executemany(
                    f"INSERT INTO {table} ({names}) VALUES ({marks})",  # noqa: S608 # nosec B608 # bound
                    [(*row[:at], adapt(row[at]), *row[at + 1 :]) for row in rows],
                )
