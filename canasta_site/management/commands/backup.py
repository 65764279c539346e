"""Write the whole database into one file while the service runs."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from canasta_site.backups import BackupError, back_up, next_file, remove_oldest


class Command(BaseCommand):
    """`manage.py backup [FILE]`"""

    help = "Writes the whole database into one file, checks it, and works while the service runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            help="without it a new file in the folder of backups, of which the newest are kept",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        file = options["file"] or settings.BACKUPS
        try:
            file = options["file"] or next_file(settings.BACKUPS, now)
            contents = back_up(file, now)
            if not options["file"]:
                remove_oldest(settings.BACKUPS, settings.KEEP_BACKUPS, now)
        except BackupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename or file} can't be written: {error.strerror}.") from error
        self.stdout.write(f"{file}: {contents.rows} rows")
