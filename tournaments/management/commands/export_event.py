"""`manage.py export_event SLUG [FILE]`: an event as JSON, for another site or for keeping."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.selectors.event_files import event_file, file_text


class Command(BaseCommand):
    """Writes one event."""

    help = "Writes an event as JSON: entrants, draws, sheets, results, rulings and logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="SLUG", help="its address, such as spring-2026-03-14")
        parser.add_argument("file", metavar="FILE", nargs="?", help="where to; without it to the screen")
        parser.add_argument(
            "--as-director",
            action="store_true",
            help="players of other clubs only by the names shown to everybody",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = Tournament.objects.select_related("club").filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        text = file_text(event_file(event, full=not options["as_director"]))
        if options["file"] is None:
            self.stdout.write(text, ending="")
            return
        try:
            Path(options["file"]).write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(str(error)) from error
