"""A club's own tables of victory points. A stage keeps a copy, so changing a table changes no event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ratings.models.audit import Audited, history


class VpTable(Audited):
    """Rows from a difference to VP, as `tournaments.core.records.VpStep` in JSON."""

    club = models.ForeignKey("ratings.Club", models.CASCADE, related_name="vp_tables", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=60)
    steps = models.JSONField(_("rows"))
    history = history()

    class Meta:
        verbose_name = _("VP table")
        verbose_name_plural = _("VP tables")
        ordering = ["club", "name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="vp_table_name_once_a_club")]

    def __str__(self) -> str:
        return self.name
