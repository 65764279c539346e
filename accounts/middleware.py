"""Two duties before anything else: a password of one's own, and for staff a second factor."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import lacks_second_factor

# What stays open, so that the duty can be done, put off or left.
DUTIES = {"account_logout", "account_reauthenticate", "account_change_password"}
ALWAYS = DUTIES | {"preferences", "healthz", "readyz", "metrics"}


class AccountDuties:
    """Lead a user with an open duty to the page where it is done."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        match = request.resolver_match
        name = match.view_name if match else ""
        user = request.user
        if not isinstance(user, User) or name in ALWAYS:
            return None
        if user.must_change_password:
            messages.warning(request, _("Please choose a password of your own first."))
            return redirect("account_change_password")
        if not name.startswith("mfa_") and lacks_second_factor(user):
            messages.warning(request, _("Referees sign in with a second factor. Please set one up first."))
            return redirect("mfa_index")
        return None
