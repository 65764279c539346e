"""What allauth asks the house: may anybody sign up, and which password will do."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

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

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Whoever has chosen a password need not choose again."""
        if isinstance(user, User):
            user.must_change_password = False
        super().set_password(user, password)
