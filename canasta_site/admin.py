"""The referees' site: Django's admin under the house's own rules of entry."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import lacks_second_factor


class RefereeSite(admin.AdminSite):
    """Open to active staff who have set up what the service asks of them."""

    site_header = _("Canasta: referees")
    site_title = _("Referees")
    index_title = _("What needs a decision")

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return isinstance(user, User) and user.is_active and user.is_staff and not lacks_second_factor(user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """One door for everybody: the site's own sign-in, with its lock-out and second factor."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next", reverse("admin:index")))
