"""`manage.py import_event FILE`: an event that another site exported; `--check` only looks at it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ratings.models import Club
from tournaments.errors import TournamentError
from tournaments.services.event_imports import Choices, Import, import_event, preview_event
from tournaments.services.event_people import Who


class Command(BaseCommand):
    """Stores one event, whole or not at all."""

    help = "Stores an event out of a file that export_event or the page of an event has written."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--check", action="store_true", help="only say what would be stored")
        parser.add_argument("--club", metavar="CODE", help="the club that holds it here; else the file's own")
        parser.add_argument("--unrated", action="store_true", help="its games do not count in the ratings")
        for who, text in (("same", "the player known here"), ("other", "another person, with a new code")):
            parser.add_argument(
                f"--{who}", metavar="CODE", nargs="*", default=[], help=f"these players are {text}"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        club = None
        if options["club"]:
            club = Club.objects.filter(code=options["club"]).first()
            if club is None:
                raise CommandError(f"There is no club {options['club']}.")
        people = dict.fromkeys(options["same"], Who.SAME) | dict.fromkeys(options["other"], Who.OTHER)
        choices = Choices(club, people, rated=not options["unrated"])
        try:
            content = Path(options["file"]).read_bytes()
            found = (preview_event if options["check"] else import_event)(
                content, choices, None, timezone.now()
            )
        except (OSError, TournamentError) as error:
            raise CommandError(str(error)) from error
        self._say(found, stored=not options["check"])

    def _say(self, found: Import, *, stored: bool) -> None:
        self.stdout.write(
            f"{found.name} ({found.club}): {found.entrants} entrants, {found.rounds} rounds, "
            f"{found.official} of {found.matches} results official, {found.logs} logs"
        )
        for club in found.clubs:
            self.stdout.write(f"new club: {club}")
        for person in found.people:
            known = f", here {person.known_as}" if person.known_as else ""
            self.stdout.write(f"{person.link} player {person.code}: {person.name}{known}")
        if found.event is not None and stored:
            self.stdout.write(f"Stored as {found.event.slug}.")
        else:
            self.stdout.write("Nothing was stored.")
