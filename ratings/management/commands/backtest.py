"""Try other parameters on a pool's own games."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ratings.backtest import ENOUGH, Trial, grid, is_better, trial
from ratings.games import Game
from ratings.management.pools import add_pool_option, chosen_pools
from ratings.models import RatingPool
from ratings.selectors.stream import games_from


def number_of_games(text: str) -> int:
    """How many games to judge by. Raises ArgumentTypeError for what is no number from 1 on."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise ArgumentTypeError("a number from 1 on")
    return int(text)


class Command(BaseCommand):
    """manage.py backtest [--pool NAME] [--games N]"""

    help = "How well a grid of beta and tau would have predicted the games that were played."

    def add_arguments(self, parser: CommandParser) -> None:
        add_pool_option(parser)
        parser.add_argument(
            "--games", type=number_of_games, default=20_000, help="the newest so many (20000)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for pool in chosen_pools(options["pool"]):
            games = list(games_from(pool))[-options["games"] :]
            self.report(pool, games)

    def report(self, pool: RatingPool, games: list[Game]) -> None:
        trials = [found for found in (trial(games, parameters) for parameters in grid(pool.model)) if found]
        if not trials:
            self.stdout.write(f"{pool.slug}: no games to judge by.")
            return
        own = trials[0]
        self.stdout.write(f"{pool.slug}: {len(games)} games, {own.quality.predictions} predictions judged")
        self.stdout.write("    beta     tau  log-loss   Brier  favourite won")
        for found in sorted(trials, key=lambda found: found.quality.log_loss):
            self.stdout.write(self.line(found, "  <- in use" if found is own else ""))
        self.stdout.write("calibration of the parameters in use: chance, predictions, expected, won")
        for bucket in own.quality.calibration:
            self.stdout.write(
                f"  {bucket.low:3}-{bucket.high:3} %  {bucket.count:6}  {bucket.predicted:5.1f} %"
                f"  {bucket.happened:5.1f} %"
            )
        self.stdout.write(self.verdict(own, min(trials, key=lambda found: found.quality.log_loss)))

    def line(self, found: Trial, remark: str) -> str:
        quality = found.quality
        return (
            f"{found.parameters.beta:8.3f}{found.parameters.tau:8.4f}{quality.log_loss:10.4f}"
            f"{quality.brier:8.4f}{100 * quality.accuracy:12.1f} %{remark}"
        )

    def verdict(self, own: Trial, best: Trial) -> str:
        if own.quality.predictions < ENOUGH:
            return (
                f"Too few games: under {ENOUGH} predictions such differences are mostly chance. "
                "Change nothing."
            )
        if best is own or not is_better(best, own):
            return "Nothing here predicts better than the parameters in use by more than chance explains."
        return (
            f"beta {best.parameters.beta:.3f} with tau {best.parameters.tau:.4f} predicts better by more "
            "than chance explains."
        )
