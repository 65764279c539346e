"""`manage.py check_draw SLUG/STAGE/ROUND`: draw a round again from what is stored with it, and compare.

Exit status 0 if anybody drawing again gets the same tables, 1 if not.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core.drawing import check_draw
from tournaments.core.draws import Pairing
from tournaments.models import Entrant, Round
from tournaments.selectors.draws import drawn_tables, ids_in_draw, round_at


class Command(BaseCommand):
    """Re-runs a stored draw."""

    help = "Draws a round again from its stored input and seed, and compares the tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("round", metavar="ROUND", help="event/stage/round, such as spring-2026-03-14/1/2")

    def handle(self, *args: Any, **options: Any) -> None:
        round_ = round_at(options["round"])
        if round_ is None:
            raise CommandError(f"There is no round {options['round']}.")
        if not round_.draw_input:
            raise CommandError("This round was not drawn: nothing is stored to draw it from.")
        found = check_draw(round_.draw_input, int(round_.seed), round_.draw_hash, drawn_tables(round_))
        self.stdout.write(f"seed {round_.seed}\nsha256 {round_.draw_hash}")
        if found.ok:
            self.stdout.write(f"Drawn again: the same {round_.matches.count()} tables.")
            return
        if not found.same_input:
            self.stdout.write("The stored input does not have the published SHA-256.")
        if found.refusal is not None:
            self.stdout.write(f"Drawing again is refused: {found.refusal}")
        self._list("published, but not drawn now", found.missing, round_)
        self._list("drawn now, but not published", found.unexpected, round_)
        raise CommandError("The draw can't be repeated.")

    def _list(self, title: str, tables: Pairing, round_: Round) -> None:
        ids = ids_in_draw(round_)
        names = {ids[entrant.pk]: entrant.name for entrant in Entrant.objects.filter(pk__in=ids)}
        for table in sorted(sorted(sorted(side) for side in sides) for sides in tables):
            sides = (" + ".join(names.get(e, str(e)) for e in side) for side in table)
            self.stdout.write(f"{title}: {' × '.join(sides)}")
