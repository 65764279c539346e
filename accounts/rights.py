"""What an account may do on the whole site, and the history of that: who gave or took it, when and why.

Each change is a line of Django's own list of what was done in the referees' site.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.utils.translation import gettext as _
from simple_history.models import HistoricalRecords

RIGHTS = ("is_staff", "is_superuser", "is_active")


def rights_of(user: Any) -> dict[str, bool]:
    """The rights that this row has in memory."""
    return {name: vars(user)[name] for name in RIGHTS if name in vars(user)}


def permissions_of(user: Any) -> list[str]:
    """The permissions given to this very user, named as in `has_perm`."""
    given = user.user_permissions.order_by("content_type__app_label", "codename")
    return [f"{app}.{name}" for app, name in given.values_list("content_type__app_label", "codename")]


def note(user: Any, changes: Mapping[str, tuple[bool, bool]], why: str, by: Any = None) -> None:
    """Write down which rights were changed, from what to what. `by` is else who sent the request."""
    request = getattr(HistoricalRecords.context, "request", None)
    sender = getattr(request, "user", None)
    who = by or (sender if sender is not None and sender.is_authenticated else None)
    told = {
        "changed": {"fields": [str(in_words(name)) for name in changes]},
        "rights": changes,
        "why": why,
    }
    LogEntry.objects.create(
        user=who or user,
        content_type=ContentType.objects.get_for_model(user),
        object_id=str(user.pk),
        object_repr="",  # nothing to be forgotten when the user leaves
        action_flag=CHANGE,
        change_message=json.dumps([told | ({} if who else {"nobody": True})]),
    )


@dataclass(frozen=True)
class Line:
    """A change of rights, as pages tell lines of histories."""

    history_date: datetime
    who: str
    history_change_reason: str
    history_delta_changes: list[dict[str, Any]]
    there: bool = False

    def get_history_type_display(self) -> str:
        """What was done, as histories of other rows say it."""
        return _("Changed")


def history_of(user: Any) -> list[Line]:
    """Every change of a user's rights, the newest first."""
    entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(user), object_id=str(user.pk)
    ).select_related("user")
    return [line for entry in entries.order_by("-pk") for line in _lines(entry)]


def _lines(entry: LogEntry) -> list[Line]:
    try:
        (told,) = json.loads(entry.change_message)
        changes = told["rights"].items()
    except (ValueError, TypeError, KeyError):
        return []
    words = {True: _("yes"), False: _("no")}
    return [
        Line(
            entry.action_time,
            "" if "nobody" in told else str(entry.user),
            _(told["why"]) if told["why"] else "",
            [{"field": in_words(name), "old": words[old], "new": words[new]} for name, (old, new) in changes],
        )
    ]


def in_words(name: str) -> Any:
    """A right's name for people."""
    if name == "is_superuser":
        return _("Administrator")
    if name in RIGHTS:
        from accounts.models import User  # noqa: PLC0415 - the model writes its history by this module

        return next(field.verbose_name for field in User._meta.fields if field.name == name)
    app, codename = name.split(".")
    found = Permission.objects.filter(content_type__app_label=app, codename=codename).first()
    return _(found.name) if found else name
