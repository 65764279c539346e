"""What the service needs from outside, asked quickly: the database, its migrations, the broker.

Each probe returns what is wrong in a few words, without a password or an address; nothing means all is well.
"""

from pathlib import Path

from celery import current_app
from django.apps import AppConfig, apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.template.defaultfilters import pluralize

BROKER_SECONDS = 3


def database_fault() -> str:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, OSError) as error:
        return _kind(error)
    return ""


def migrations_fault() -> str:
    """Whether the database has the form that this version of the code expects."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return _kind(error)
    if not missing:
        return ""
    return f"{len(missing)} migration{pluralize(len(missing), ' is,s are')} missing"


def newer_migrations() -> list[str]:
    """The migrations of ours that are applied and that this version of the code doesn't know yet.

    A number below the newest known one is no sign of a newer version: such a one was taken back, or merged.
    """
    loader = MigrationLoader(connection)
    newest: dict[str, str] = {}
    for app, name in loader.disk_migrations:
        newest[app] = max(name, newest.get(app, ""))
    ours = {config.label for config in apps.get_app_configs() if _is_ours(config)}
    applied = [(app, name) for app, name in loader.applied_migrations if app in ours]
    return sorted(f"{app}.{name}" for app, name in applied if name > newest.get(app, ""))


def _is_ours(config: AppConfig) -> bool:
    return Path(config.path).is_relative_to(settings.BASE_DIR)


def broker_fault() -> str:
    """Whether messages can be sent; the embedded worker needs none."""
    if settings.EMBEDDED:
        return ""
    try:
        with current_app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=BROKER_SECONDS)
    except Exception as error:  # the transports have many ways to be away
        return _kind(error)
    return ""


def _kind(error: Exception) -> str:
    """The name of a fault: its message may hold the address with a password."""
    return type(error).__name__
