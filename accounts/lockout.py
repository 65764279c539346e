"""What axes asks the house: whose wrong password was it, and what does the locked out see."""

from collections.abc import Mapping
from typing import Any

from axes.helpers import get_cool_off
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def login_of(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str:
    """The login that was tried, in lower case: however it is written it is one account."""
    tried = credentials or {"email": request.POST.get("login")}
    return str(tried.get("email") or tried.get("username") or "").strip().lower()


def locked_out(request: HttpRequest, _response: HttpResponse | None, _credentials: Any) -> HttpResponse:
    """The page after too many wrong passwords."""
    pause = get_cool_off(request)
    minutes = round(pause.total_seconds() / 60) if pause else 0
    return render(request, "accounts/locked_out.html", {"minutes": minutes}, status=429)
