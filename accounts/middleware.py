"""Two duties before anything else, a password of one's own and for staff a second factor; staff gone away."""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import lacks_second_factor

# What stays open, so that the duty can be done, put off or left.
DUTIES = {"account_logout", "account_reauthenticate", "account_change_password"}
ALWAYS = DUTIES | {"preferences", "healthz", "readyz", "metrics"}

LAST_USED = "last_used"
NOTED_EACH = 60
"""Seconds: so often at most a session is written to for being used."""


class IdleStaff:
    """Sign out staff whose session nobody has used for a while: desks in a hall are left open.

    What a page asks for by itself, such as a clock, is no use.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if settings.STAFF_IDLE_MINUTES and isinstance(user, User) and user.is_staff:
            self._look_at(request)
        return self.get_response(request)

    def _look_at(self, request: HttpRequest) -> None:
        idle = time.time() - request.session.get(LAST_USED, time.time())
        if idle > settings.STAFF_IDLE_MINUTES * 60:
            logout(request)
            messages.info(request, _("You were signed out because this session was not used for a while."))
        elif "HX-Request" not in request.headers and (idle > NOTED_EACH or LAST_USED not in request.session):
            request.session[LAST_USED] = time.time()


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
