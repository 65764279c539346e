"""The referees' site: Django's admin under the house's own rules of entry, opening on what waits."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import lacks_second_factor
from ratings.models import RatingPool
from tournaments.selectors.referee_queue import late_rounds, queue_of, referees_something

HOUSE = {"accounts", "ratings", "tournaments", "webhooks"}


class RefereeSite(admin.AdminSite):
    """Open to who decides results somewhere, and to staff who have set up what the service asks of them."""

    site_header = _("Referees' site")
    site_title = _("Referees")
    index_title = _("What needs a decision")
    index_template = "admin/queue.html"
    enable_nav_sidebar = False

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Only the house's models: what other packages keep is managed on their own pages."""
        models = model_or_iterable if isinstance(model_or_iterable, Iterable) else [model_or_iterable]
        ours = [model for model in models if model._meta.app_label in HOUSE]
        super().register(ours, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        if not isinstance(user, User) or not user.is_active or lacks_second_factor(user):
            return False
        return user.is_staff or referees_something(user)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The queue, and below it everything there is to look up."""
        now = timezone.now()
        queue: dict[str, Any] = {"cases": queue_of(request.user, now), "late": late_rounds(request.user, now)}
        if request.user.has_perm("tournaments.decide_results"):
            queue["stuck_pools"] = RatingPool.objects.filter(failures__gt=0, dirty_from__isnull=False)
        return super().index(request, queue | (extra_context or {}))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """One door for everybody: the site's own sign-in, with its lock-out and second factor."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next", reverse("admin:index")))

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Passwords are changed where the rules for them are."""
        return redirect("account_change_password")
