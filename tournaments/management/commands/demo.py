"""`manage.py demo`: load the demonstration; `manage.py demo --remove`: take it out again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.errors import TournamentError
from tournaments.services.demo import load_demo, remove_demo


class Command(BaseCommand):
    """Load or remove the demonstration."""

    help = "Loads two made-up clubs with events played by bots, or removes them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="remove the demonstration")
        parser.add_argument("--seed", type=int, default=1, help="other games (default 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            removed = remove_demo()
            self.stdout.write("The demonstration is removed." if removed else "There is no demonstration.")
            return
        try:
            load_demo(timezone.now(), options["seed"])
        except TournamentError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The demonstration is loaded.")
