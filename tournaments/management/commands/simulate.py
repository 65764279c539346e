"""`manage.py simulate --format F --runs N --seed S`: whole random tournaments, checked after every round.

Exit status 1 at the first broken invariant. Everything happens in memory; nothing is stored.
"""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core.invariants import BrokenInvariantError
from tournaments.core.records import Format
from tournaments.core.simulate import simulate

LARGEST_SEED = 2**31


class Command(BaseCommand):
    """Plays random tournaments to their end."""

    help = "Plays whole random tournaments of one format, or of all, and checks every draw and table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=[form.value for form in Format], help="default: all formats")
        parser.add_argument("--runs", type=int, default=100, help="tournaments of each format (default 100)")
        parser.add_argument("--seed", type=int, help="of the first; the others count up from it")

    def handle(self, *args: Any, **options: Any) -> None:
        seed = options["seed"]
        if seed is None:
            seed = random.randrange(LARGEST_SEED)  # noqa: S311 # nosec B311 # a game, not a secret
        self.stdout.write(f"seed {seed}")
        self.stdout.flush()
        for form in [Format(options["format"])] if options["format"] else Format:
            rounds = 0
            for own in range(seed, seed + options["runs"]):
                try:
                    rounds += simulate(form, own)
                except BrokenInvariantError as broken:
                    raise CommandError(f"seed {own}: {broken}") from broken
            self.stdout.write(f"{form.value}: {options['runs']} tournaments, {rounds} rounds, all in order")
