"""Putting a backup in the place of everything in the database, all or nothing.

A backup of an older version is read as that version had it, and then brought up to date like any database.
"""

from pathlib import Path

from django.apps import apps
from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from canasta_site.backups import Contents, made_by, migrations, rows_of, verify


def restore(path: Path) -> Contents:
    """Replace everything by the backup; the database may also be new, without any table.

    Raises BackupError where the file is not whole or made by a newer version; then nothing is changed.
    """
    contents, version = verify(path), made_by(path)
    with connection.constraint_checks_disabled(), transaction.atomic():
        if version == migrations():
            # Cascading, since the table of a model that another one has replaced still refers to the others.
            call_command(
                "flush", interactive=False, allow_cascade=True, inhibit_post_migrate=True, verbosity=0
            )
            _load(path, apps)
        else:
            _drop_tables()
            _load(path, _migrated_as(version))
            call_command("migrate", interactive=False, verbosity=0)
    return contents


def _load(path: Path, models: Apps) -> None:
    for row in rows_of(path, models):
        # What belongs to it is written after it, which is no change worth a line of its history.
        vars(row.object)["skip_history_when_saving"] = True
        row.save(force_insert=True)
    connection.check_constraints()
    # Bringing it up to date makes rows, too, whose numbers have to be new ones.
    there = connection.introspection.table_names()
    stored = [
        model for model in models.get_models(include_auto_created=True) if model._meta.db_table in there
    ]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), stored):
            cursor.execute(statement)


def _drop_tables() -> None:
    with connection.schema_editor() as editor:
        for table in connection.introspection.table_names():
            editor.execute(editor.sql_delete_table % {"table": editor.quote_name(table)})


def _migrated_as(version: list[str]) -> Apps:
    """Make the tables as the version had them that made the backup; returns its models."""
    executor = MigrationExecutor(connection)
    nodes = executor.loader.graph.node_map
    named = {(app, name) for app, _, name in (migration.partition(".") for migration in version)}
    last = [key for key in sorted(named) if named.isdisjoint(child.key for child in nodes[key].children)]
    executor.migrate(last)
    connection.check_constraints()  # some migrations have left theirs to be checked row by row
    return executor.loader.project_state(last).apps
