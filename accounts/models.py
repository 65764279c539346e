"""Users and API tokens. Who a user is at a table (`ratings.Player`) is none of their business."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


class UserManager(BaseUserManager["User"]):
    """Makes users from an e-mail address and a password."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A user; without a password the account waits for one to be set by mail."""
        if not email:
            raise ValueError("A user needs an e-mail address.")
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """An administrator."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """The user with this address, however its letters are written."""
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):  # type: ignore[django-manager-missing]
    """Somebody who can sign in. The e-mail address is the login; there is no user name."""

    email = models.EmailField(
        _("e-mail address"),
        unique=True,
        error_messages={"unique": _("This e-mail address has an account already.")},
    )
    name = models.CharField(_("name"), max_length=120, blank=True)
    language = models.CharField(_("language"), max_length=5, blank=True, default="")
    is_staff = models.BooleanField(_("may open the referees' site"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    must_change_password = models.BooleanField(_("must choose a new password"), default=False)
    date_joined = models.DateTimeField(_("since"), default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_unique_in_any_case")]

    def __str__(self) -> str:
        return self.name or self.email


class Scope(models.TextChoices):
    """What a token may be used for."""

    SUBMIT = "submit", _("submit move logs")
    RESULTS = "results", _("report and confirm results")
    DIRECT = "direct", _("run tournaments")


class ApiToken(AbstractAuthToken):
    """A program's token: stored as a digest, limited to its scopes and to its owner's rights."""

    name = models.CharField(_("name"), max_length=80)
    scopes = models.JSONField(_("scopes"), default=list)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.user})"

    def allows(self, scope: str) -> bool:
        """Whether the token has this scope."""
        return scope in self.scopes
