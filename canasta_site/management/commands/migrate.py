"""Django's migrations, refused for a database that an older version must not touch."""

from typing import Any

from django.core.management.commands import migrate

from canasta_site.management.newer import refuse_newer


class Command(migrate.Command):
    """`manage.py migrate`, which begins every upgrade of a server."""

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_newer()
        super().handle(*args, **options)
