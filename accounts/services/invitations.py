"""Inviting somebody to an account, and accepting."""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts import mail
from accounts.errors import AccountError
from accounts.models import Invitation, InvitedAs, User
from accounts.seams import seams
from accounts.services.users import create_confirmed_user

GOOD_FOR = timedelta(days=14)
BY_INVITATION = gettext_noop("By invitation.")


@transaction.atomic
def invite(invitation: Invitation, by: User, now: datetime) -> str:
    """Store an invitation. Returns its link, this once; `send` mails it.

    Raises AccountError `not_yours_to_give` unless an administrator gives a role, and what the seams refuse.
    """
    if invitation.invited_as != InvitedAs.PLAYER and not by.is_superuser:
        raise AccountError("not_yours_to_give", _("Only an administrator invites managers and referees."))
    invitation.invited_by = by
    for check in seams.check:
        check(invitation)
    token = secrets.token_urlsafe(32)
    invitation.email = invitation.email.strip().lower()
    invitation.token_digest = Invitation.digest(token)
    invitation.created_at = now
    invitation.expires_at = now + GOOD_FOR
    invitation.save(force_insert=True)
    return settings.CANASTA_URL + reverse("invitation", args=[token])


def send(invitation: Invitation, link: str) -> bool:
    """Mail a stored invitation's link, in the active language. Whether it was taken, if by a file."""
    context = {"link": link, "invitation": invitation, "by": invitation.invited_by}
    text = render_to_string("accounts/invitation.txt", context)
    return mail.sent(lambda: send_mail(_("An invitation to Canasta"), text, None, [invitation.email]))


@transaction.atomic
def accept(invitation: Invitation, now: datetime, *, name: str, language: str, password: str) -> User:
    """Make the account an invitation offers.

    Raises AccountError `invitation_used` if it was accepted or expired meanwhile, `has_account` if the
    address has an account (which then accepts with `accept_as`).
    """
    _claim(invitation, now)
    if User.objects.filter(email__iexact=invitation.email).exists():
        raise AccountError("has_account", _("This e-mail address has an account already. Please sign in."))
    user = create_confirmed_user(invitation.email, password, name=name, language=language)
    _welcome(user, invitation)
    return user


@transaction.atomic
def accept_as(user: User, invitation: Invitation, now: datetime) -> None:
    """Give an invitation's effect to the account of its address.

    Raises AccountError `not_invited` for another's account, `invitation_used` as `accept` does.
    """
    if user.email.lower() != invitation.email:
        raise AccountError("not_invited", _("This invitation is for another e-mail address."))
    _claim(invitation, now)
    _welcome(user, invitation)


def _claim(invitation: Invitation, now: datetime) -> None:
    """One conditional update: of two who accept at once, one is told."""
    open_still = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, expires_at__gt=now)
    if not open_still.update(accepted_at=now):
        raise AccountError("invitation_used", _("This invitation was used already, or its time is over."))


def _welcome(user: User, invitation: Invitation) -> None:
    if invitation.invited_as == InvitedAs.REFEREE:
        user.is_staff = True
        user.because(BY_INVITATION, invitation.invited_by).save(update_fields=["is_staff"])
    for welcome in seams.welcome:
        welcome(user, invitation)


def withdraw(invitation_id: int, by: User) -> None:
    """Take back an invitation nobody has accepted: one's own, or any as an administrator."""
    offered = Invitation.objects.filter(pk=invitation_id, accepted_at=None)
    (offered if by.is_superuser else offered.filter(invited_by=by)).delete()
