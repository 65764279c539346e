"""Compare the stored ratings with a full replay. For monitoring: the exit status is 1 if anything differs."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.template.defaultfilters import pluralize

from ratings.management.pools import add_pool_option, chosen_pools
from ratings.models import OfficialList, RatingPool
from ratings.selectors.checking import compare
from ratings.services.lists import is_unchanged


class Command(BaseCommand):
    """manage.py check_ratings [--pool NAME]"""

    help = "Compare ratings with a full replay of all games; ends with status 1 if they differ."

    def add_arguments(self, parser: CommandParser) -> None:
        add_pool_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        pools = chosen_pools(options["pool"])
        right = [self.check_ledger(pool) for pool in pools] + [self.check_lists(pool) for pool in pools]
        if not all(right):
            sys.exit(1)

    def check_ledger(self, pool: RatingPool) -> bool:
        if pool.failures:
            times = f"{pool.failures} time{pluralize(pool.failures)}"
            self.stderr.write(f"{pool.slug}: the fold failed {times}: {pool.last_error}")
            return False
        if pool.dirty_from is not None:
            self.stdout.write(f"{pool.slug}: waits for a worker")
            return True
        comparison = compare(pool)
        if comparison.agrees:
            self.stdout.write(f"{pool.slug}: {comparison.games} game{pluralize(comparison.games)}, all right")
            return True
        if comparison.disturbed:
            self.stdout.write(f"{pool.slug}: written to all the time, not compared")
            return True
        self.stderr.write(
            f"{pool.slug}: lines that differ: {comparison.wrong_lines}, ratings: {comparison.wrong_rows}"
            + (f"; {comparison.first_wrong}" if comparison.first_wrong else "")
        )
        return False

    def check_lists(self, pool: RatingPool) -> bool:
        changed = [frozen for frozen in OfficialList.objects.filter(pool=pool) if not is_unchanged(frozen)]
        for frozen in changed:
            self.stderr.write(f"{pool.slug}: the official list of {frozen.month:%Y-%m} has been changed")
        return not changed
