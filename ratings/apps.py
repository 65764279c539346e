"""The ratings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """Players, pairs and ratings."""

    name = "ratings"
    verbose_name = _("ratings")
