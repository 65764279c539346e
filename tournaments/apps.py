"""The tournaments app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events and results."""

    name = "tournaments"
    verbose_name = _("tournaments")
