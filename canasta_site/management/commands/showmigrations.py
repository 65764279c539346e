"""Django's list of migrations, refused for a database that an older version must not touch."""

from typing import Any

from django.core.management.commands import showmigrations

from canasta_site.management.newer import refuse_newer


class Command(showmigrations.Command):
    """`manage.py showmigrations`, which begins every start of the embedded service."""

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_newer()
        super().handle(*args, **options)
