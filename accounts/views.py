"""The account's own pages. They read input and call `accounts.services`; only services write."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """What a user can see and set about themselves."""
    return render(request, "accounts/account.html")
