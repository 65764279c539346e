"""Users and API tokens. Who a user is at a table (`ratings.Player`) is none of their business."""

import hashlib
from typing import Any, ClassVar, Self

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken

from accounts import rights

ERASED_DOMAIN = "@erased.invalid"


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
    name = models.CharField(pgettext_lazy("of a person", "name"), max_length=120, blank=True)
    language = models.CharField(_("language"), max_length=5, blank=True, default="")
    is_staff = models.BooleanField(_("may open the referees' site"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    must_change_password = models.BooleanField(_("must choose a new password"), default=False)
    date_joined = models.DateTimeField(_("since"), default=timezone.now)

    objects = UserManager()
    _rights: dict[str, bool] = {}
    _reason: str = ""
    _by: Any = None

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_unique_in_any_case")]

    def __str__(self) -> str:
        """The name; of who gave none the address up to its @, for histories are read by other people."""
        return self.name or self.email.partition("@")[0]

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        user = super().from_db(*args, **kwargs)
        user._rights = rights.rights_of(user)
        return user

    @property
    def is_erased(self) -> bool:
        """Whether this is the row of somebody who left; it stays for what refers to it."""
        return self.email.endswith(ERASED_DOMAIN)

    def because(self, reason: str, by: Any = None) -> Self:
        """This user with the reason for a change of rights that is about to be saved, and who makes it."""
        self._reason, self._by = reason, by
        return self

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the row, and in the history of its rights what changed of these."""
        super().save(*args, **kwargs)
        now = rights.rights_of(self)
        before = {"is_staff": False, "is_superuser": False, "is_active": True} | self._rights
        changes = {name: (before[name], now[name]) for name in now if before[name] != now[name]}
        if changes:
            rights.note(self, changes, self._reason, self._by)
        self._rights, self._reason, self._by = now, "", None


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

    @property
    def scope_names(self) -> list[str]:
        """The scopes in words."""
        return [str(label) for scope, label in Scope.choices if scope in self.scopes]

    def allows(self, scope: str) -> bool:
        """Whether the token has this scope."""
        return scope in self.scopes


class InvitedAs(models.TextChoices):
    """What an invited person becomes."""

    PLAYER = "player", _("player")
    MANAGER = "manager", _("club manager")
    REFEREE = "referee", _("referee of all events")


class Invitation(models.Model):
    """An account offered to an address. Only the digest of the link's token is kept."""

    email = models.EmailField(_("e-mail address"))
    token_digest = models.CharField(
        max_length=64, unique=True, editable=False, verbose_name=_("digest of the link")
    )
    invited_as = models.CharField(_("as"), max_length=10, choices=InvitedAs.choices, default=InvitedAs.PLAYER)
    club_code = models.CharField(_("code of the club"), max_length=40, blank=True)
    player_code = models.CharField(_("code of the player"), max_length=40, blank=True)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("invited by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="invitations",
    )
    created_at = models.DateTimeField(_("made"))
    expires_at = models.DateTimeField(_("good until"))
    accepted_at = models.DateTimeField(_("accepted"), null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(invited_as="manager") | ~models.Q(club_code=""),
                name="invitation_manager_of_a_club",
                violation_error_message=_("Name the club to be managed."),
            )
        ]

    def __str__(self) -> str:
        return self.email

    @staticmethod
    def digest(token: str) -> str:
        """What is stored of a link's token."""
        return hashlib.sha256(token.encode()).hexdigest()


class IdempotentAnswer(models.Model):
    """What a request with this Idempotency-Key was answered with. `digest` is of the request."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(default=0)
    location = models.CharField(max_length=300, blank=True)
    body = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_a_user")]

    def __str__(self) -> str:
        return self.key
