"""Seasons: which events of a club count together, and how many of each player's results."""

from django.core.validators import MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ratings.models.audit import Audited, history

from .events import Tournament


class Season(Audited):
    """A table over several events of a club. `best` None: every result counts."""

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    club = models.ForeignKey("ratings.Club", models.CASCADE, related_name="seasons", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=80)
    best = models.PositiveSmallIntegerField(
        _("results that count"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    history = history()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["club", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once_a_club"),
            models.CheckConstraint(
                condition=models.Q(best__isnull=True) | models.Q(best__gte=1), name="season_counts_something"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:season", args=[self.slug])


class SeasonEvent(Audited):
    """An event that counts in a season."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries", verbose_name=_("season"))
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="seasons", verbose_name=_("event")
    )
    history = history()

    class Meta:
        verbose_name = _("event of a season")
        verbose_name_plural = _("events of seasons")
        ordering = ["season", "tournament"]
        constraints = [models.UniqueConstraint(fields=["season", "tournament"], name="event_once_a_season")]

    def __str__(self) -> str:
        return f"{self.season}: {self.tournament}"
