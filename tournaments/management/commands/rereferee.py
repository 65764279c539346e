"""`manage.py rereferee --since DAY [--until DAY] [--rules RULES] [--dry-run]`: after a fix of the rules.

Exit status 0 also where verdicts changed: each of them waits for a referee.
"""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import pluralize
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

import engine
from tournaments.services.rereferee import changed_verdicts, referee_again


class Command(BaseCommand):
    """Replays stored logs again and says whose verdict is another one now."""

    help = (
        "Replays the logs submitted since a day by the present rules' code. Where a verdict changed, the "
        "log gets it and a note waits for a referee; official results stay as they are."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", type=moment, required=True, help="first day, or moment, of submission")
        parser.add_argument("--until", type=moment, help="the first day, or moment, that is left out")
        parser.add_argument("--rules", choices=sorted(engine.RULE_SETS), help="only logs by these rules")
        parser.add_argument("--dry-run", action="store_true", help="list the logs and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["since"] > timezone.now():
            raise CommandError("--since lies in the future: no log was submitted since then.")
        if options["until"] and options["until"] <= options["since"]:
            raise CommandError("--until is not after --since: no log was submitted in between.")
        found = 0
        for changed in changed_verdicts(options["since"], options["until"], options["rules"]):
            if options["dry_run"] or referee_again(changed, timezone.now()):
                found += 1
                match = changed.log.match.uuid
                self.stdout.write(f"log {changed.log.pk}, match {match}: {changed.before} -> {changed.now}")
        verdicts = f"{found} verdict{pluralize(found)}"
        self.stdout.write(f"{verdicts} {'would change' if options['dry_run'] else 'changed'}")


def moment(text: str) -> datetime:
    """The beginning of a day, or a moment, in the site's time zone."""
    try:
        day = parse_date(text)
        found = datetime.combine(day, time.min) if day else parse_datetime(text)
    except ValueError:
        found = None
    if found is None:
        raise ArgumentTypeError(f"{text} is no day like 2026-03-14.")
    return found if timezone.is_aware(found) else timezone.make_aware(found)
