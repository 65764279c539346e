"""The webhooks app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    """Endpoints and deliveries."""

    name = "webhooks"
    verbose_name = _("webhooks")
