"""Make the first administrator of a new service and print the one-time password."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services.users import first_referee


class Command(BaseCommand):
    """Prints a secret only when it makes the account."""

    help = "Make the first administrator, unless somebody may open the referees' site already."

    def handle(self, *args: Any, **options: Any) -> None:
        made = first_referee()
        if made is None:
            self.stdout.write("There is a referee already; nothing was changed.")
            return
        email, password = made
        self.stdout.write(f"First referee: {email}")
        self.stdout.write(f"One-time password: {password}")
