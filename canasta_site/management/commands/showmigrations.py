"""Django's list of migrations, refused for a database that an older version must not touch."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import showmigrations

from canasta_site.health import newer_migrations


class Command(showmigrations.Command):
    """`manage.py showmigrations`, which begins every start of the embedded service."""

    def handle(self, *args: Any, **options: Any) -> None:
        if newer := newer_migrations():
            raise CommandError(
                f"The database was used by a newer version of the service ({newer[0]}): start that version, "
                "or begin with a backup made before the upgrade."
            )
        super().handle(*args, **options)
