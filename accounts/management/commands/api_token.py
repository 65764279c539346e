"""`manage.py api_token EMAIL`: make an API token and print it once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import Scope, User
from accounts.services.tokens import create_token


class Command(BaseCommand):
    """Prints the token alone, so that a script can keep it."""

    help = "Make an API token for a user. It is shown once: only its digest is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the user's e-mail address")
        parser.add_argument(
            "--scope", action="append", choices=Scope.values, help="what it is for; may be given again"
        )
        parser.add_argument("--name", default="command line", help="what the list of tokens calls it")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(email__iexact=options["email"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['email']}.")
        scopes = options["scope"] or [Scope.SUBMIT.value]
        self.stdout.write(create_token(user, options["name"], scopes)[1])
