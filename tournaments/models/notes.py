"""What referees and directors tell each other about a match."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ratings.models.audit import Audited, history

from .rounds import Match


class Note(Audited):
    """A note to the director: it stays in the queue until somebody settles it."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="notes", verbose_name=_("match"))
    text = models.TextField(_("text"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("made"))
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("settled by"),
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    history = history()

    class Meta:
        verbose_name = _("note to the director")
        verbose_name_plural = _("notes to the director")
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="note_says_something")]

    def __str__(self) -> str:
        return f"{self.match}: {self.text[:40]}"
