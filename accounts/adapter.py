"""What allauth asks the house: may anybody sign up, which password will do, how secrets are kept."""

import hashlib
from base64 import urlsafe_b64encode
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import mail
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up is open only where the setting says so; else an account comes by invitation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGN_UP == "open")

    def clean_password(self, password: str, user: AbstractBaseUser | None = None) -> str:
        """A one-time password can't be chosen again."""
        if isinstance(user, User) and user.must_change_password and user.check_password(password):
            raise ValidationError(_("Choose a password other than the one-time one."))
        return super().clean_password(password, user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is away fails no page: what was changed is stored, and the person is told."""
        if not mail.sent(lambda: super(AccountAdapter, self).send_mail(template_prefix, email, context)):
            told = _("No e-mail could be sent: the mail server does not answer. Please try again later.")
            messages.error(self.request, told)

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Whoever has chosen a password need not choose again."""
        if isinstance(user, User):
            user.must_change_password = False
        super().set_password(user, password)


class SecondFactorAdapter(DefaultMFAAdapter):
    """Secrets of second factors lie encrypted in the database: a copy of it opens no account."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> MultiFernet:
    """Keys made from the secret key and, for what was encrypted before a change, from the old ones."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        [Fernet(urlsafe_b64encode(hashlib.sha256(f"mfa:{key}".encode()).digest())) for key in secrets]
    )
