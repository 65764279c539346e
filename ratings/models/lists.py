"""Official lists: a pool's table frozen at the end of a month. Rows are written once and never again."""

from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ratings.errors import RatingError
from ratings.models.people import Player
from ratings.models.pools import RatingPool


class Frozen(models.Model):
    """A row that is written once."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise RatingError("list_frozen", gettext("An official list is never changed."))
        super().save(*args, **kwargs)


class OfficialList(Frozen):
    """The list of one pool for one month, as the ledger stood at `as_of`."""

    pool = models.ForeignKey(
        RatingPool, on_delete=models.PROTECT, related_name="official_lists", verbose_name=_("rating pool")
    )
    month = models.DateField(verbose_name=_("month"))
    as_of = models.DateTimeField(verbose_name=_("as of"))
    published_at = models.DateTimeField(verbose_name=_("published"))
    sha256 = models.CharField("SHA-256", max_length=64)

    class Meta:
        verbose_name = _("official list")
        verbose_name_plural = _("official lists")
        ordering = ["-month"]
        constraints = [models.UniqueConstraint(fields=["pool", "month"], name="official_list_unique")]

    def __str__(self) -> str:
        return f"{self.pool}, {self.month:%Y-%m}"

    def get_absolute_url(self) -> str:
        return reverse("ratings:official_list", args=[self.pool.slug, self.month.year, self.month.month])


class OfficialListRow(Frozen):
    """One player's place on an official list; provisional players have none."""

    official_list = models.ForeignKey(OfficialList, on_delete=models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    rating = models.IntegerField()
    deviation = models.PositiveIntegerField()
    games = models.PositiveIntegerField()

    class Meta:
        ordering = ["line"]
        constraints = [
            models.UniqueConstraint(fields=["official_list", "line"], name="official_list_line_unique"),
            models.UniqueConstraint(fields=["official_list", "player"], name="official_list_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.line}: {self.rating}"
