"""What commands refuse to do with a database that a newer version of the service has used."""

from django.core.management.base import CommandError

from canasta_site.health import newer_migrations


def refuse_newer() -> None:
    """Raises CommandError where a newer version has changed the form of the database."""
    if newer := newer_migrations():
        raise CommandError(
            f"The database was used by a newer version of the service ({newer[0]}): start that version, "
            "or begin with a backup made before the upgrade."
        )
