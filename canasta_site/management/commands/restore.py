"""Check a backup, or put it in the place of everything in the database."""

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from canasta_site.backups import BackupError, restore, verify


class Command(BaseCommand):
    """`manage.py restore FILE [--verify | --replace]`"""

    help = "Puts a backup into an empty (migrated) database; with --verify it is only checked."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--verify", action="store_true", help="check the file and change nothing")
        parser.add_argument("--replace", action="store_true", help="give up what is in the database now")

    def handle(self, *args: Any, **options: Any) -> None:
        if not (options["verify"] or options["replace"]) and get_user_model().objects.exists():
            raise CommandError("The database is not empty. Say --replace to give up what is in it.")
        try:
            contents = (verify if options["verify"] else restore)(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        done = "is whole" if options["verify"] else "restored"
        self.stdout.write(f"{options['file']} {done}: {contents.rows} rows, made at {contents.made_at}")
