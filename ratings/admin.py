"""The ratings in the referees' site: people can be changed for a reason, merged and parted; ledgers are read.

Every change goes through a service, so it does what the same change does anywhere else.
"""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Case, Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings.errors import RatingError
from ratings.histories import ReadHistoryAdmin
from ratings.models import (
    Club,
    LedgerChange,
    OfficialList,
    Pair,
    Player,
    RatedGame,
    RatedSeat,
    RatingPool,
    RatingReplay,
)
from ratings.selectors.clubs import place_by_name
from ratings.services import people
from ratings.services.merging import merge_players, unmerge_player


class ReasonForm(ModelForm):
    """A form that asks why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Kept in the history."),
    )


class RecordField(forms.ModelChoiceField):
    """One of several records, told apart where they bear the same name."""

    def label_from_instance(self, player: Player) -> str:
        return " · ".join(str(part) for part in (player.name, player.code, player.club) if part)


class MergeForm(forms.Form):
    """Which of two records stays, and why they are one person."""

    stays = RecordField(queryset=Player.objects.none(), label=gettext_lazy("Stays"), widget=forms.RadioSelect)
    reason = forms.CharField(label=gettext_lazy("Reason"))

    def __init__(self, players: "QuerySet[Player]", data: Any = None) -> None:
        super().__init__(data)
        self.fields["stays"].queryset = players.select_related("club")  # type: ignore[attr-defined]


class PartForm(forms.Form):
    """Why two records are not one person after all."""

    reason = forms.CharField(label=gettext_lazy("Reason"))


class AskingAdmin(ReadHistoryAdmin):
    """Rows that are changed by `people.change`, with a reason, and never deleted."""

    form = ReasonForm

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        reason = form.cleaned_data["reason"]
        if not change:
            obj.because(reason, request.user).save()
            return
        fields = {name: form.cleaned_data[name] for name in form.changed_data if name != "reason"}
        people.change(obj, why=reason, by=request.user, **fields)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except RatingError as error:
            self.message_user(request, error.message, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that only services write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(AskingAdmin):
    """Clubs."""

    list_display = ("name", "code", "country")
    search_fields = ("name", "code")
    fields = ("code", "name", "country", "reason")
    sortable_by = ("code", "country")

    def get_ordering(self, request: HttpRequest) -> tuple[Case]:
        """By name, here and wherever a club is chosen."""
        return (place_by_name(),)

    def get_readonly_fields(self, request: HttpRequest, obj: Club | None = None) -> tuple[str, ...]:
        return ("code",) if obj else ()


@admin.register(Player)
class PlayerAdmin(AskingAdmin):
    """Players."""

    list_display = ("listed", "code", "club", "visibility", "minor", "is_guest", "merged_into")
    list_filter = ("visibility", "minor", "is_guest", "club")
    list_select_related = ("club", "merged_into")
    search_fields = ("search_key", "code")
    raw_id_fields = ("user",)
    fields = ("code", "name", "club", "user", "visibility", "pseudonym", "minor", "is_guest", "reason")
    actions = ("merge", "part")

    @admin.display(description=gettext_lazy("name"), ordering="sort_key")
    def listed(self, player: Player) -> str:
        """The name, sorted as Czechs do."""
        return player.name

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        return ("code",) if obj else ()

    @admin.action(description=gettext_lazy("Merge: these two are one person"), permissions=["change"])
    def merge(self, request: HttpRequest, chosen: "QuerySet[Player]") -> HttpResponse | None:
        if chosen.count() != 2:
            self.message_user(request, _("Choose two players."), messages.WARNING)
            return None
        form = MergeForm(chosen, request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            return self._ask(request, "merge", form, chosen)
        into = form.cleaned_data["stays"]
        (duplicate,) = [player for player in chosen if player != into]
        why = form.cleaned_data["reason"]
        self._try(request, partial(merge_players, duplicate, into, why=why, by=request.user))
        return None

    @admin.action(description=gettext_lazy("Part again: take the merge back"), permissions=["change"])
    def part(self, request: HttpRequest, chosen: "QuerySet[Player]") -> HttpResponse | None:
        form = PartForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            return self._ask(request, "part", form, chosen)
        why = form.cleaned_data["reason"]
        for player in chosen:
            self._try(request, partial(unmerge_player, player, why=why, by=request.user))
        return None

    def _ask(
        self, request: HttpRequest, action: str, form: forms.Form, chosen: "QuerySet[Player]"
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "action": action,
            "form": form,
            "players": chosen,
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/ratings/merge.html", context)

    def _try(self, request: HttpRequest, work: Any) -> None:
        try:
            player = work()
        except RatingError as error:
            self.message_user(request, error.message, messages.ERROR)
        else:
            text = _("%(name)s: done. The ratings follow in a moment.") % {"name": player}
            self.message_user(request, text, messages.SUCCESS)


@admin.register(Pair)
class PairAdmin(AskingAdmin):
    """Pairs."""

    list_display = ("__str__", "player_a", "player_b")
    list_select_related = ("player_a", "player_b")
    search_fields = ("name", "player_a__search_key", "player_b__search_key")
    fields = ("player_a", "player_b", "name", "reason")
    readonly_fields = ("player_a", "player_b")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(RatingPool)
class PoolAdmin(ReadHistoryAdmin, ReadOnlyAdmin):
    """Pools; failures of a fold show here."""

    list_display = ("__str__", "version", "model_name", "active", "dirty_from", "failures", "folded_at")
    fields = (*list_display, "parameters", "last_error")
    readonly_fields = fields


class SeatInline(admin.StackedInline):
    """Who sat where."""

    model = RatedSeat
    can_delete = False
    extra = 0


@admin.register(RatedGame)
class GameAdmin(ReadOnlyAdmin):
    """Games as they were told; they are corrected where they belong, in their event."""

    list_display = ("played_at", "label", "rule_set", "kind", "outcome", "not_rated")
    list_filter = ("rule_set", "kind", "outcome", "not_rated")
    search_fields = ("label", "uuid")
    date_hierarchy = "played_at"
    inlines = (SeatInline,)


class ChangeInline(admin.StackedInline):
    """What a replay was for, and who asked for it."""

    model = LedgerChange
    fields = ("at", "by", "reason")
    readonly_fields = fields
    can_delete = False
    extra = 0

    @admin.display(description=gettext_lazy("reason"))
    def reason(self, change: LedgerChange) -> str:
        """The service's own reasons in the reader's language, others as typed."""
        return _in_readers_language(change.why)


@admin.register(RatingReplay)
class ReplayAdmin(ReadOnlyAdmin):
    """The audit of replays."""

    inlines = (ChangeInline,)

    fields = ("pool", "at", "from_game", "reason", "games", "players_moved", "largest_move", "seconds")
    list_display = ("at", "pool", "reason", "games", "players_moved", "largest_move", "seconds")
    list_filter = ("pool",)
    list_select_related = ("pool",)

    @admin.display(description=gettext_lazy("reason"), ordering="why")
    def reason(self, replay: RatingReplay) -> str:
        """All its reasons, the service's own ones in the reader's language."""
        return "; ".join(map(_in_readers_language, replay.why.split("; ")))


def _in_readers_language(why: str) -> str:
    return _(why) if why else ""


@admin.register(OfficialList)
class OfficialListAdmin(ReadOnlyAdmin):
    """Official lists."""

    list_display = ("month", "pool", "published_at", "sha256")
    list_select_related = ("pool",)
