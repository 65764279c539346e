"""The ratings app."""

from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Players, pairs and ratings."""

    name = "ratings"
    verbose_name = _("ratings")

    def ready(self) -> None:
        """After each migration the database counts again what pages show."""
        post_migrate.connect(count_editions, sender=self)


def count_editions(sender: AppConfig, using: str, **_rest: Any) -> None:
    """Install the triggers of what the app watches."""
    import_module("ratings.editions").install(import_module(f"{sender.name}.watched").WATCHED, using)
