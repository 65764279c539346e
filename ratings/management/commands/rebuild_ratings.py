"""Fold whole pools again from their first game, or show what that would move."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.defaultfilters import pluralize
from django.utils import timezone

from ratings.management.pools import add_pool_option, chosen_pools
from ratings.models import Player, RatingPool
from ratings.selectors.checking import compare
from ratings.services.folding import rebuild

MOST_SHOWN = 50


class Command(BaseCommand):
    """manage.py rebuild_ratings [--pool NAME] (--reason WHY | --dry-run)"""

    help = "Compute ratings again from the first game. --dry-run only shows who would move."

    def add_arguments(self, parser: CommandParser) -> None:
        add_pool_option(parser)
        parser.add_argument("--reason", default="", help="why; kept in the audit line")
        parser.add_argument("--dry-run", action="store_true", help="change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["dry_run"] and not options["reason"].strip():
            raise CommandError("Give the reason (--reason), or --dry-run.")
        for pool in chosen_pools(options["pool"]):
            if options["dry_run"]:
                self.show(pool)
            else:
                self.rebuild(pool, options["reason"])

    def show(self, pool: RatingPool) -> None:
        comparison = compare(pool)
        if comparison.disturbed:
            raise CommandError(f"{pool.slug}: written to all the time; try again.")
        games, players = comparison.games, len(comparison.moves)
        self.stdout.write(
            f"{pool.slug}: {games} game{pluralize(games)}, {players} player{pluralize(players)} would move"
        )
        if not comparison.agrees and not comparison.moves:
            self.stdout.write("  what is stored differs all the same: check_ratings says where")
        people = Player.objects.in_bulk(comparison.moves)
        for player, (now, then) in list(comparison.moves.items())[:MOST_SHOWN]:
            self.stdout.write(f"  {people[player].code}: {now or '-'} -> {then or '-'}")
        if len(comparison.moves) > MOST_SHOWN:
            self.stdout.write(f"  and {len(comparison.moves) - MOST_SHOWN} more")

    def rebuild(self, pool: RatingPool, why: str) -> None:
        folded = rebuild(pool, why=why, now=timezone.now())
        if folded is None:
            # It is marked: a worker that was quicker than this command does it, or has done it.
            self.stdout.write(f"{pool.slug}: a worker computes it; see the replays in the referees' site")
            return
        games, players = folded.games, folded.players_moved
        self.stdout.write(
            f"{pool.slug}: {games} game{pluralize(games)} in {folded.seconds:.1f} s, "
            f"{players} player{pluralize(players)} moved, by at most {20 * folded.largest_move:.1f} points"
        )
