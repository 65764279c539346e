"""Check a backup, or put it in the place of everything in the database."""

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from canasta_site.backups import BackupError, verify
from canasta_site.restoring import restore
from ratings.models import Player
from tournaments.models import Tournament


class Command(BaseCommand):
    """`manage.py restore FILE [--verify | --replace]`"""

    help = "Puts a backup, also an older version's, into an empty database; with --verify it is only checked."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--verify", action="store_true", help="check the file and change nothing")
        parser.add_argument("--replace", action="store_true", help="give up what is in the database now")

    def handle(self, *args: Any, **options: Any) -> None:
        if not (options["verify"] or options["replace"]) and is_in_use():
            raise CommandError("The database is not empty. Say --replace to give up what is in it.")
        try:
            contents = (verify if options["verify"] else restore)(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        done = "is whole" if options["verify"] else "restored"
        self.stdout.write(f"{options['file']} {done}: {contents.rows} rows, made at {contents.made_at}")


def is_in_use() -> bool:
    """Whether anybody has an account, is a player or made an event."""
    tables = connection.introspection.table_names()
    kinds = (get_user_model(), Player, Tournament)
    return any(kind._meta.db_table in tables and kind.objects.exists() for kind in kinds)
