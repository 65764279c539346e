"""What a table's players have besides their sheet: a private link, and the right to protest."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ratings.models.audit import Audited, history

from .rounds import Match


class TableLink(models.Model):
    """The private link of a table. Its token is made of `nonce` and the site's secret; a hash is kept."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="link")
    nonce = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    issued_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("link of a table")
        verbose_name_plural = _("links of tables")

    def __str__(self) -> str:
        return str(self.match)


class Protest(Audited):
    """A player's protest against an official result; a referee answers it."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="protests", verbose_name=_("match"))
    side = models.PositiveSmallIntegerField(_("side"))
    text = models.TextField(_("what is wrong"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made"))
    answer = models.TextField(_("answer"), blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("answered by")
    )
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    history = history()

    class Meta:
        verbose_name = _("protest")
        verbose_name_plural = _("protests")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(text=""), name="protest_says_what"),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.text[:40]}"
