"""What users see and change about themselves."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import selectors
from accounts.errors import AccountError
from accounts.forms import ProfileForm, TokenForm
from accounts.models import User
from accounts.services import profile
from accounts.services.tokens import create_token, revoke_token
from accounts.services.users import end_session


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Name and language, and the ways to take one's data or leave."""
    user = cast(User, request.user)
    form = ProfileForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        profile.change_profile(user, **form.cleaned_data)
        with override(form.cleaned_data["language"] or get_language()):
            messages.success(request, _("Saved."))
            return redirect("account")
    return render(request, "accounts/account.html", {"form": form})


@login_required
@never_cache
@reauthentication_required(allow_get=True)
def tokens(request: HttpRequest) -> HttpResponse:
    """The user's API tokens; a new one's secret is in this one answer and nowhere else."""
    user = cast(User, request.user)
    form, secret = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        _token, secret = create_token(user, **form.cleaned_data)
        form = TokenForm()
    context = {"form": form, "secret": secret, "tokens": selectors.tokens_of(user)}
    return render(request, "accounts/tokens.html", context)


@login_required
@require_POST
def revoke(request: HttpRequest, token_key: str) -> HttpResponse:
    """End one of the user's tokens."""
    revoke_token(cast(User, request.user), token_key)
    messages.success(request, _("The token is no longer valid."))
    return redirect("account-tokens")


@login_required
@require_POST
def sign_out_device(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of the user's sessions: on a device that is lost, or that nobody knows."""
    end_session(cast(User, request.user), pk)
    messages.success(request, _("The device is signed out."))
    return redirect("usersessions_list")


@login_required
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Everything known of the user, as a file."""
    data = selectors.export(cast(User, request.user))
    response = JsonResponse(data, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="canasta-account.json"'
    return response


@login_required
@reauthentication_required(allow_get=True)
def erase(request: HttpRequest) -> HttpResponse:
    """Leave for good, after a page that says what that means."""
    if request.method == "POST":
        try:
            profile.erase(cast(User, request.user))
        except AccountError as error:
            messages.error(request, error.message)
            return redirect("account-erase")
        logout(request)
        messages.success(request, _("Your account is gone. Thank you for playing."))
        return redirect("home")
    return render(request, "accounts/erase.html")
