"""The site as an app, and Django's admin with the referees' site in place of its own."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin import apps as django_admin

from canasta_site import reporting


class SiteConfig(AppConfig):
    """The site's own commands and texts."""

    name = "canasta_site"
    default = True

    def ready(self) -> None:
        """Models may be imported only now."""
        import_module("canasta_site.wiring").wire()
        reporting.start(settings.SENTRY_DSN)


class AdminConfig(django_admin.AdminConfig):
    """The admin whose site is `canasta_site.admin.RefereeSite`."""

    default = False
    default_site = "canasta_site.admin.RefereeSite"
