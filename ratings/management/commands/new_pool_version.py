"""Give a pool other parameters: a new version, computed beside the old one."""

from argparse import BooleanOptionalAction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.errors import RatingError
from ratings.management.pools import chosen_pools
from ratings.services.pools import new_version

NUMBERS = ("mu", "sigma", "beta", "tau", "kappa")


class Command(BaseCommand):
    """manage.py new_pool_version --pool NAME --model NAME --reason WHY [--beta B] [--tau T] …"""

    help = "Other parameters for a pool. What is not named stays. Shown once a worker has replayed all games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--pool", metavar="NAME", required=True, help="the pool, such as classic-pairs")
        parser.add_argument("--model", metavar="NAME", required=True, help="its name, such as club-v2")
        parser.add_argument("--reason", required=True, help="why; kept in the history")
        for number in NUMBERS:
            parser.add_argument(f"--{number}", type=float)
        parser.add_argument(
            "--rate-both-after-no-show", dest="no_show_rates_both", action=BooleanOptionalAction
        )

    def handle(self, *args: Any, **options: Any) -> None:
        (pool,) = chosen_pools(options["pool"])
        named = {name: options[name] for name in (*NUMBERS, "no_show_rates_both")}
        given = {name: value for name, value in named.items() if value is not None}
        if not given:
            raise CommandError("Name at least one parameter.")
        parameters = {**pool.model.as_json(), **given}
        try:
            version = new_version(pool, parameters, model_name=options["model"], why=options["reason"])
        except RatingError as error:
            raise CommandError(f"{error.code}: {error.message}") from error
        self.stdout.write(
            f"{pool.slug}: version {version.version} waits for a worker; until then {pool.version} is shown."
        )
