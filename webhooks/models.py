"""Who is told what, and what became of each telling. The rows are the truth; messages only remind."""

import secrets
import uuid

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from webhooks.addresses import RefusedAddressError, check_url


class Kind(models.TextChoices):
    """What can be told."""

    VERDICT = "verdict", _("verdict on a log")
    RESULT = "result", _("official result")
    ROUND = "round", _("published round")
    RATINGS = "ratings", _("new ratings")


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def public_url(url: str) -> None:
    """Refuse an address to which nothing may be sent, wherever its name leads at present."""
    try:
        check_url(url)
    except RefusedAddressError as error:
        raise ValidationError(str(error.message), code="address") from error


class Endpoint(models.Model):
    """An address that an administrator allowed, and the secret with which what is sent to it is signed."""

    name = models.CharField(_("name"), max_length=80)
    url = models.URLField(_("address"), max_length=500, validators=[public_url])
    secret = models.CharField(_("secret"), max_length=64, default=new_secret, editable=False)
    kinds = models.JSONField(
        _("told of"), default=list, help_text=_("a list of: verdict, result, round, ratings")
    )
    active = models.BooleanField(_("active"), default=True)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("endpoint")
        verbose_name_plural = _("endpoints")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if not isinstance(self.kinds, list) or not set(map(str, self.kinds)) <= set(Kind.values):
            raise ValidationError({"kinds": _("A list of: verdict, result, round, ratings.")})


class State(models.TextChoices):
    """How far a delivery is."""

    WAITING = "waiting", _("waiting")
    DELIVERED = "delivered", _("delivered")
    GIVEN_UP = "given-up", _("given up")


class Delivery(models.Model):
    """One thing told to one endpoint, word for word. `key` names what happened, so that it is told once."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    endpoint = models.ForeignKey(
        Endpoint, models.CASCADE, related_name="deliveries", verbose_name=_("endpoint")
    )
    kind = models.CharField(_("told of"), max_length=20, choices=Kind.choices)
    key = models.CharField(max_length=200)
    body = models.TextField(_("body"))
    state = models.CharField(_("state"), max_length=20, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_at = models.DateTimeField(_("next attempt"), null=True)
    token = models.UUIDField(null=True, editable=False)
    status = models.PositiveSmallIntegerField(_("answer"), null=True)
    last_error = models.CharField(_("error"), max_length=300, blank=True)
    made_at = models.DateTimeField(_("made"))
    done_at = models.DateTimeField(_("delivered"), null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["endpoint", "key"], name="delivery_once")]
        indexes = [
            models.Index(fields=["next_at"], condition=models.Q(state="waiting"), name="delivery_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.endpoint}: {self.key}"
