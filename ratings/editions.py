"""The edition of what pages show: a number that changes with every committed change, whoever wrote it.

Triggers count in the writer's own transaction, so a page kept under its edition is never stale, and
neither bulk updates nor statements by hand get past them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models import Sum

from ratings.models.editions import Edition

PEOPLE, RATINGS = "people", "ratings"
SLOTS = 64
SLOT_LOCKS = 0x43414F  # keeps these advisory locks apart from anybody else's
FIRST = 2**40  # a count begins anywhere below
ACTIONS = {"INSERT": "NEW", "UPDATE": "NEW", "DELETE": "OLD"}
FUNCTION = f"""
CREATE OR REPLACE FUNCTION canasta_count_changes() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE mine integer;
BEGIN
  FOR free IN 0..{SLOTS - 1} LOOP
    mine := free;
    EXIT WHEN pg_try_advisory_xact_lock({SLOT_LOCKS}, free);
  END LOOP;
  EXECUTE 'INSERT INTO ratings_edition (subject, slot, changes) '
    || 'SELECT subject, $1, floor(random() * {FIRST})::bigint FROM (' || TG_ARGV[0] || ') AS touched '
    || 'WHERE subject IS NOT NULL '
    || 'ON CONFLICT (subject, slot) DO UPDATE SET changes = ratings_edition.changes + 1' USING mine;
  RETURN NULL;
END $body$
"""  # noqa: S608 # nosec B608 # no word in it comes from outside


@dataclass(frozen=True)
class Watched:
    """A model whose rows count as changes of a subject, and of the `one` of a kind to which a path leads."""

    model: type[models.Model]
    subject: str
    one: str = ""
    path: str = ""

    def subjects(self, changed: str) -> str:
        """The SQL that selects the subjects of changed rows."""
        plain = f"SELECT '{self.subject}' AS subject FROM {changed} c0"  # noqa: S608 # nosec B608
        return f"{plain} UNION SELECT {self._one(changed)}" if self.one else plain + " LIMIT 1"

    def _one(self, changed: str) -> str:
        at, tables, column = self.model, f"{changed} c0", "id"
        steps = self.path.split("__") if self.path else []
        for number, step in enumerate(steps):
            if number:
                tables += f" JOIN {at._meta.db_table} c{number} ON c{number}.id = c{number - 1}.{column}"
            field: Any = at._meta.get_field(step)
            column, at = field.column, field.related_model
        return f"'{self.one}:' || c{max(len(steps) - 1, 0)}.{column} FROM {tables}"


def edition(*subjects: str) -> int:
    """The number of these subjects together: another one after any change of any of them."""
    counted = Edition.objects.filter(subject__in=subjects).aggregate(changes=Sum("changes"))
    return int(counted["changes"] or 0)


def install(watched: Iterable[Watched], using: str = DEFAULT_DB_ALIAS) -> None:
    """Make the triggers of these models anew."""
    connection = connections[using]
    statements = _on_postgresql if connection.vendor == "postgresql" else _on_sqlite
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(FUNCTION)
        for one in watched:
            if one.model._meta.db_table not in tables:
                continue
            for action, row in ACTIONS.items():
                for statement in statements(one, action, row):
                    cursor.execute(statement)


def _name(one: Watched, action: str) -> str:
    return f"{one.model._meta.db_table}_{one.subject}_{action.lower()}"


def _on_postgresql(one: Watched, action: str, row: str) -> list[str]:
    table, name = one.model._meta.db_table, _name(one, action)
    subjects = one.subjects("changed").replace("'", "''")
    return [
        f"DROP TRIGGER IF EXISTS {name} ON {table}",
        f"CREATE TRIGGER {name} AFTER {action} ON {table} REFERENCING {row} TABLE AS changed "
        f"FOR EACH STATEMENT EXECUTE FUNCTION canasta_count_changes('{subjects}')",
    ]


def _on_sqlite(one: Watched, action: str, row: str) -> list[str]:
    table, trigger = one.model._meta.db_table, _name(one, action)
    names = [field.column for field in one.model._meta.concrete_fields]
    columns = ", ".join(f'{row}."{name}" AS "{name}"' for name in names)
    changed = f"(SELECT {columns})"
    count = (
        f"INSERT INTO ratings_edition (subject, slot, changes) "  # noqa: S608 # nosec B608 # of models
        f"SELECT subject, 0, abs(random() % {FIRST}) FROM ({one.subjects(changed)}) "
        f"WHERE subject IS NOT NULL "
        f"ON CONFLICT (subject, slot) DO UPDATE SET changes = changes + 1"
    )
    return [
        f"DROP TRIGGER IF EXISTS {trigger}",
        f"CREATE TRIGGER {trigger} AFTER {action} ON {table} BEGIN {count}; END",
    ]
