"""Accounts in the referees' site, for administrators: rights change for a reason; services alone write."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import AccountError
from accounts.models import ApiToken, Invitation, User
from accounts.rights import RIGHTS, history_of, in_words, permissions_of
from accounts.seams import seams
from accounts.services.users import change_rights


class LookUpAdmin(admin.ModelAdmin):
    """Rows that only services write."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class HiddenTicks(forms.MultipleHiddenInput):
    """What was ticked when the form was read, told also where nothing was: a second try knows it still."""

    def format_value(self, value: Any) -> list[str]:
        return ["", *(value or ())]

    def value_from_datadict(self, *args: Any) -> list[str]:
        return [each for each in super().value_from_datadict(*args) if each]


class Ticks(forms.MultipleChoiceField):
    """Several choices, each with a box of its own."""

    widget = forms.CheckboxSelectMultiple
    hidden_widget = HiddenTicks


class RightsForm(forms.ModelForm):
    """What an account may do, and why that changes.

    What a right was when the form was read is sent along: only what was changed here is changed.
    """

    permissions = Ticks(label=_("Everywhere"), required=False, show_hidden_initial=True)
    reason = forms.CharField(
        label=_("Reason"), widget=forms.Textarea(attrs={"rows": 2}), help_text=_("Kept in the history.")
    )

    class Meta:
        model = User
        fields = RIGHTS
        labels = {"is_superuser": _("Administrator")}
        help_texts = {"is_superuser": ""}

    refusal = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() & set(RIGHTS):  # None of them on a page that is only read.
            self.fields[name].show_hidden_initial = True
        everywhere = cast(Ticks, self.fields["permissions"])
        everywhere.choices = [(name, in_words(name)) for name in seams.permissions]
        everywhere.initial = permissions_of(self.instance)

    def clean(self) -> None:
        """Refused once the service has refused it: what was typed stays on the page."""
        super().clean()
        if self.refusal:
            raise forms.ValidationError(self.refusal)

    def changes(self) -> dict[str, bool]:
        """The rights that were ticked or cleared."""
        changed = {name: self.cleaned_data[name] for name in RIGHTS if name in self.changed_data}
        if "permissions" in self.changed_data:
            changed |= {name: name in self.cleaned_data["permissions"] for name in seams.permissions}
        return changed


class AdministratorFilter(admin.BooleanFieldListFilter):
    """Administrators or the others, by the word for them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = gettext("administrator")


@admin.register(User)
class UserAdmin(LookUpAdmin):
    """Users, whose rights other administrators than themselves give and take."""

    form = RightsForm
    readonly_fields = ("email", "name", "language", "date_joined", "last_login", "must_change_password")

    list_display = ("email", "name", "is_staff", "administrator", "is_active", "last_login")
    list_filter = ("is_staff", ("is_superuser", AdministratorFilter), "is_active")
    search_fields = ("email", "name")

    @admin.display(description=_("Administrator"), boolean=True, ordering="is_superuser")
    def administrator(self, user: User) -> bool:
        """Whether this is one."""
        return user.is_superuser

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        if self.has_change_permission(request, obj):
            return (*self.readonly_fields, "is_active", "is_staff", "permissions", "is_superuser", "reason")
        return (*self.readonly_fields, *RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Of another's account: one's own page is only read, and so is that of somebody who left."""
        user = request.user
        left = isinstance(obj, User) and obj.is_erased
        return isinstance(user, User) and user.is_superuser and obj != user and not left

    def get_form(
        self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any
    ) -> type[RightsForm]:
        form = cast(type[RightsForm], super().get_form(request, obj, change, **kwargs))
        form.refusal = getattr(request, "refusal", "")
        return form

    def save_model(self, request: HttpRequest, obj: User, form: RightsForm, change: bool) -> None:
        by = cast(User, request.user)
        change_rights(obj, form.changes(), form.cleaned_data["reason"], by)

    def log_change(self, request: HttpRequest, obj: User, message: Any) -> None:  # type: ignore[override]
        """The service has written its line."""

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except AccountError as error:
            request.refusal = error.message  # type: ignore[attr-defined]
            return super().changeform_view(request, *args, **kwargs)

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
