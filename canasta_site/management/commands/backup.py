"""Write the whole database into one file while the service runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from canasta_site.backups import BackupError, back_up


class Command(BaseCommand):
    """`manage.py backup FILE`"""

    help = "Writes the whole database into one file, checks it, and works while the service runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            contents = back_up(options["file"], timezone.now())
        except (BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']}: {contents.rows} rows")
