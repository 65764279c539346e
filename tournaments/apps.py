"""The tournaments app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from ratings.apps import count_editions


class TournamentsConfig(AppConfig):
    """Events and results."""

    name = "tournaments"
    verbose_name = _("tournaments")

    def ready(self) -> None:
        """After each migration the database counts again what pages show."""
        post_migrate.connect(count_editions, sender=self)
