"""Accounts in the referees' site, for administrators, to be looked up; services alone write."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext

from accounts.models import ApiToken, Invitation, User
from accounts.rights import history_of


class LookUpAdmin(admin.ModelAdmin):
    """Rows that only services write."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(LookUpAdmin):
    """Users."""

    list_display = ("email", "name", "is_staff", "is_superuser", "is_active", "last_login")
    list_filter = ("is_staff", "is_superuser", "is_active")
    search_fields = ("email", "name")
    exclude = ("password", "groups")

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Every change of the user's rights, as the histories of other rows are told."""
        user = self.get_object(request, object_id)
        if user is None:
            raise Http404
        if not self.has_view_permission(request, user):
            raise PermissionDenied
        pages = Paginator(history_of(user), 100)
        page = pages.get_page(request.GET.get(PAGE_VAR))
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Change history: %s") % user,
            "module_name": self.opts.verbose_name_plural,
            "object": user,
            "revert_disabled": True,
            "opts": self.opts,
            "object_history_list_template": "simple_history/object_history_list.html",
            "page_obj": page,
            "page_range": pages.get_elided_page_range(page.number),
            "page_var": PAGE_VAR,
            "pagination_required": pages.num_pages > 1,
        }
        return TemplateResponse(request, "simple_history/object_history.html", context)


@admin.register(Invitation)
class InvitationAdmin(LookUpAdmin):
    """Invitations."""

    list_display = ("email", "invited_as", "invited_by", "created_at", "expires_at", "accepted_at")
    list_filter = ("invited_as",)
    list_select_related = ("invited_by",)
    search_fields = ("email", "player_code", "club_code")


@admin.register(ApiToken)
class ApiTokenAdmin(LookUpAdmin):
    """API tokens, without their secrets."""

    list_display = ("name", "user", "created", "expiry")
    list_select_related = ("user",)
    search_fields = ("name", "user__email")
    fields = ("name", "user", "scopes", "created", "expiry")
