"""`manage.py submit_log MATCH FILE`: submit a move log from the command line, as the API does."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, no_translations
from django.utils import timezone

import engine
from tournaments.errors import TournamentError
from tournaments.models import Match
from tournaments.services.intake import submit_log


class Command(BaseCommand):
    """Submit a move log."""

    help = "Submits a move log for a match; a worker replays it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="the match's UUID, as in the address of its page")
        parser.add_argument("file", help="a canasta-log/1 document; - reads standard input")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            match = Match.objects.get(uuid=options["match"])
        except (Match.DoesNotExist, ValidationError) as error:
            raise CommandError(f"There is no match {options['match']}.") from error
        try:
            if options["file"] == "-":
                document = sys.stdin.buffer.read(engine.MOST_BYTES + 1)
            else:
                with Path(options["file"]).open("rb") as file:
                    document = file.read(engine.MOST_BYTES + 1)
        except OSError as error:
            raise CommandError(f"{options['file']} can't be read: {error.strerror}.") from error
        try:
            submission = submit_log(match.pk, document, None, timezone.now())
        except TournamentError as error:
            raise CommandError(f"{error.code}: {error}") from error
        said = "submitted" if submission.created else "was submitted before"
        self.stdout.write(f"Log {submission.log.pk} {said}; {submission.log.get_state_display()}.")
