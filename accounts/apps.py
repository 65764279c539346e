"""The accounts app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users and tokens."""

    name = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        """The description of the tokens registers itself when imported."""
        import_module("accounts.openapi")
