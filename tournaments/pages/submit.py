"""Submitting a move log from a browser: a file or pasted text."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.documents import GZIP, READ_LIMIT, gunzipped
from tournaments.errors import TournamentError
from tournaments.selectors.matches import matches_to_report, visible_match
from tournaments.services.intake import submit_log


class LogForm(forms.Form):
    """A move log, one way or the other."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    text = forms.CharField(
        label=gettext_lazy("or the log as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "class": "code", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.one_of = True  # type: ignore[attr-defined] # each can be left empty, but not both

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text")
        if not self.errors and bool(file) == bool(text):
            raise forms.ValidationError(
                _("Choose a file or paste the log: one of the two."), code="one-of-two"
            )
        return cleaned

    def document(self) -> bytes:
        """What was given, as bytes; of a file, perhaps in gzip, no more than can be read as a log."""
        file = self.cleaned_data["file"]
        if file:
            content = bytes(file.read(READ_LIMIT))
            return gunzipped(content) if content.startswith(GZIP) else content
        # Browsers send a line's end as CR LF whatever was pasted: as in its file, the end is LF again.
        text = str(self.cleaned_data["text"]).replace("\r\n", "\n")
        return text.encode("utf-8", "surrogatepass")


@login_required
def submit_index(request: HttpRequest) -> HttpResponse:
    """The matches for which this user may submit a log."""
    return render(request, "tournaments/submit_index.html", {"matches": matches_to_report(request.user)})


@login_required
def submit(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """The form for one match."""
    match = visible_match(request.user, uuid)
    if not request.user.has_perm("tournaments.submit_log", match):
        raise PermissionDenied
    form = LogForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            submission = submit_log(match.pk, form.document(), request.user, timezone.now())  # type: ignore[arg-type]
        except TournamentError as error:
            form.add_error(None, forms.ValidationError(str(error), code=error.code))
        else:
            return redirect(submission.log)
    status = 400 if form.errors else 200
    context = {"match": match, "event": match.round.stage.tournament, "form": form}
    return render(request, "tournaments/submit.html", context, status=status)
