"""An event and its stages."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ratings.models.audit import Audited, history

from .choices import FORMATS, EntryKind, RuleSet


class TournamentStatus(models.TextChoices):
    """How far an event has come."""

    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ARCHIVED = "archived", _("archived")
    CANCELLED = "cancelled", _("cancelled")


# An event that is over: nothing is reported or entered any more.
CLOSED = (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED, TournamentStatus.CANCELLED)


class Tournament(Audited):
    """An event: who may enter, by which rules, when and where. How it is drawn and scored is its stages'.

    `slug` is its address on this site; `uuid` it keeps in a file that another site imports.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    club = models.ForeignKey(
        "ratings.Club", models.PROTECT, related_name="tournaments", verbose_name=_("club")
    )
    rule_set = models.CharField(_("rules"), max_length=16, choices=RuleSet.choices, default=RuleSet.CLASSIC)
    entry_kind = models.CharField(
        _("entrants"), max_length=8, choices=EntryKind.choices, default=EntryKind.PAIR
    )
    starts_at = models.DateTimeField(_("starts"))
    venue = models.CharField(_("place"), max_length=200, blank=True)
    description = models.TextField(_("description"), blank=True)
    status = models.CharField(
        _("status"), max_length=12, choices=TournamentStatus.choices, default=TournamentStatus.PLANNED
    )
    rated = models.BooleanField(_("rated"), default=True)
    public = models.BooleanField(_("shown to the public"), default=True)
    capacity = models.PositiveIntegerField(_("capacity"), null=True, blank=True)
    sign_up = models.BooleanField(_("players may sign up themselves"), default=False)
    sign_up_closes_at = models.DateTimeField(_("sign-up closes"), null=True, blank=True)
    protest_minutes = models.PositiveSmallIntegerField(_("minutes to protest in"), default=30)
    check_in = models.BooleanField(_("check-in before round 1"), default=False)
    organisers = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        related_name="organised_tournaments",
        blank=True,
        verbose_name=_("organisers"),
    )
    referees = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="refereed_tournaments", blank=True, verbose_name=_("referees")
    )
    scorers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="scored_tournaments", blank=True, verbose_name=_("scorers")
    )
    demo = models.BooleanField(default=False, editable=False, verbose_name=_("demonstration"))
    created_at = models.DateTimeField(auto_now_add=True, verbose_name=_("made"))
    history = history(people=("organisers", "referees", "scorers"))

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_at", "-id"]
        indexes = [models.Index(fields=["status", "-starts_at"], name="tournament_status_start")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.slug])


class StageStatus(models.TextChoices):
    """How far a stage has come."""

    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class Stage(Audited):
    """A part of an event drawn by one format and ranked by one table.

    `scoring`, `draw` and `tie_breaks` are read into `tournaments.core` records: see
    `tournaments.settings_of_stage`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages", verbose_name=_("event"))
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    name = models.CharField(_("name"), max_length=80, blank=True)
    format = models.CharField(_("format"), max_length=16, choices=FORMATS, default="swiss")
    status = models.CharField(
        _("status"), max_length=12, choices=StageStatus.choices, default=StageStatus.PLANNED
    )
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True, default=4)
    deals = models.PositiveSmallIntegerField(_("deals a match"), null=True, blank=True, default=3)
    until_points = models.PositiveIntegerField(_("points a match is played to"), null=True, blank=True)
    scoring = models.JSONField(_("scoring"), default=dict, blank=True)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    draw = models.JSONField(_("draw"), default=dict, blank=True)
    clock = models.JSONField(_("clock"), default=dict, blank=True)
    totals_only = models.BooleanField(_("score sheets hold the totals of deals only"), default=False)
    qualifiers = models.PositiveSmallIntegerField(
        _("entrants who go on to this stage"), null=True, blank=True
    )
    history = history()

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once_a_tournament"),
            models.CheckConstraint(
                condition=models.Q(deals__isnull=True) | models.Q(until_points__isnull=True),
                name="stage_one_end_condition",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.tournament} {self.number}"
