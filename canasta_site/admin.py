"""The referees' site: Django's admin under the house's own rules of entry."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class RefereeSite(admin.AdminSite):
    """Open to active staff."""

    site_header = _("Canasta: referees")
    site_title = _("Referees")
    index_title = _("What needs a decision")

    def has_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)
