"""The site as an app, and Django's admin with the referees' site in place of its own."""

from django.apps import AppConfig
from django.contrib.admin import apps as django_admin


class SiteConfig(AppConfig):
    """The site's own commands and texts."""

    name = "canasta_site"
    default = True


class AdminConfig(django_admin.AdminConfig):
    """The admin whose site is `canasta_site.admin.RefereeSite`."""

    default = False
    default_site = "canasta_site.admin.RefereeSite"
