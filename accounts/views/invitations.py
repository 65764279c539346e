"""Inviting people, and the page an invitation's link leads to."""

from typing import cast

from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import selectors
from accounts.errors import AccountError
from accounts.forms import AcceptForm, InvitationForm
from accounts.mail import reaches_people
from accounts.models import Invitation, User
from accounts.services import invitations as service


@login_required
@permission_required("accounts.invite", raise_exception=True)
@never_cache
def invitations(request: HttpRequest) -> HttpResponse:
    """Invite somebody; the link is shown once, for where no mail is sent."""
    user, link, taken = cast(User, request.user), "", False
    form = InvitationForm(request.POST or None, by=user)
    if request.method == "POST" and form.is_valid():
        try:
            invitation = form.save(commit=False)
            link = service.invite(invitation, user, timezone.now())
        except AccountError as error:
            form.add_error(None, error.message)
        else:
            taken = service.send(invitation, link)
            form = InvitationForm(by=user)
    context = {
        "form": form,
        "link": link,
        "mailed": taken and reaches_people(),
        "filed": taken and not reaches_people(),
        "invitations": selectors.invitations_of(user),
    }
    return render(request, "accounts/invitations.html", context)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an invitation back."""
    service.withdraw(pk, cast(User, request.user))
    messages.success(request, _("The invitation is withdrawn."))
    return redirect("invitations")


@never_cache
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Make the account, or add the invitation to the account that is signed in."""
    invitation = selectors.open_invitation(token, timezone.now())
    if invitation is None:
        return render(request, "accounts/invitation_over.html", status=410)
    if isinstance(request.user, User):
        return _accept_signed_in(request, request.user, invitation)
    form = AcceptForm(request.POST or None, email=invitation.email)
    if request.method == "POST" and form.is_valid():
        try:
            user = service.accept(
                invitation, timezone.now(), language=get_language() or "", **form.cleaned_data
            )
        except AccountError as error:
            form.add_error(None, error.message)
        else:
            return perform_login(request, user, email=invitation.email, redirect_url=reverse("home"))
    return render(request, "accounts/invitation.html", {"form": form, "invitation": invitation})


def _accept_signed_in(request: HttpRequest, user: User, invitation: Invitation) -> HttpResponse:
    if request.method == "POST":
        try:
            service.accept_as(user, invitation, timezone.now())
        except AccountError as error:
            messages.error(request, error.message)
        else:
            messages.success(request, _("Welcome!"))
            return redirect("home")
    return render(request, "accounts/invitation.html", {"invitation": invitation})
