"""Endpoints and the last deliveries in the referees' site, for administrators."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from webhooks.models import Delivery, Endpoint, Kind
from webhooks.services import send_again


class AdministratorsOnly(admin.ModelAdmin):
    """For nobody else; nothing is deleted."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Endpoint)
class EndpointAdmin(AdministratorsOnly):
    """Who is told; the secret is for whoever runs the other side."""

    list_display = ("name", "url", "kinds", "active", "made_at")
    fields = ("name", "url", "kinds", "active", "secret", "made_at")
    readonly_fields = ("secret", "made_at")

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Without the secret as long as it is not the one that will be kept."""
        return self.fields if obj else ("name", "url", "kinds", "active")

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> forms.Field | None:
        """What it is told of is ticked, not typed as JSON."""
        if db_field.name != "kinds":
            return super().formfield_for_dbfield(db_field, request, **kwargs)
        return forms.MultipleChoiceField(
            label=capfirst(db_field.verbose_name), choices=Kind.choices, widget=forms.CheckboxSelectMultiple
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)


@admin.register(Delivery)
class DeliveryAdmin(AdministratorsOnly):
    """What was told, and how it went; any of it can be sent again."""

    list_display = ("made_at", "endpoint", "kind", "happened", "state", "attempts", "status", "next_at")
    list_filter = ("state", "kind", "endpoint")
    search_fields = ("key",)
    list_select_related = ("endpoint",)
    fields = ("identity", *list_display, "done_at", "error", "body")
    readonly_fields = fields
    actions = ("again",)

    @admin.display(description="ID", ordering="uuid")
    def identity(self, delivery: Delivery) -> str:
        """The `id` that the receiver sees."""
        return str(delivery.uuid)

    @admin.display(description=_("what happened"), ordering="key")
    def happened(self, delivery: Delivery) -> str:
        """The name by which a thing is told once."""
        return delivery.key

    @admin.display(description=_("error"), empty_value="–")
    def error(self, delivery: Delivery) -> str:
        """What went wrong last; our own refusals in the language of the page."""
        return gettext(delivery.last_error) if delivery.last_error else ""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    @admin.action(description=_("Send again"), permissions=["view"])
    def again(self, request: HttpRequest, chosen: "QuerySet[Delivery]") -> None:
        count = send_again(list(chosen.values_list("pk", flat=True)), timezone.now())
        text = ngettext("{n} delivery will be sent again.", "{n} deliveries will be sent again.", count)
        messages.success(request, text.format(n=count))
