"""Accounts in the referees' site, for administrators, to be looked up; services alone write."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from accounts.models import ApiToken, Invitation, User


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
