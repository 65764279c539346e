"""How a result reaches the service (a move log, a score sheet) and what it ends as (a game record)."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ratings.models.audit import Audited, history
from tournaments.figures import Figures

from .choices import OUTCOMES
from .rounds import Match


class LogState(models.TextChoices):
    """Where a move log is on its way to a verdict. Failed: our own code raised three times."""

    QUEUED = "queued", _("waiting for a worker")
    RUNNING = "running", _("being replayed")
    VERIFIED = "verified", _("verified")
    REJECTED = "rejected", _("rejected")
    MISMATCH = "mismatch", _("another result claimed")
    FAILED = "failed", _("could not be replayed")


UNHAPPY = (LogState.REJECTED, LogState.MISMATCH, LogState.FAILED)
"""A log in one of these waits for a referee, unless it was set aside."""


class MoveLog(Audited):
    """A submitted move log, kept word for word, and the work of replaying it.

    The row is the truth about that work: `token` names the worker that holds it until `next_at`; `lost`
    counts leases that ran out, `failed` the times our code raised. Log side i is the match's side `sides[i]`.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="logs", verbose_name=_("match"))
    text = models.TextField(_("text"))
    sha256 = models.CharField("SHA-256", max_length=64)
    sides = models.JSONField(default=list, editable=False, verbose_name=_("sides of the match"))
    forfeit_side = models.PositiveSmallIntegerField(
        null=True, editable=False, verbose_name=_("side that gave up")
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("submitted by")
    )
    submitted_at = models.DateTimeField(_("submitted"))
    state = models.CharField(_("state"), max_length=12, choices=LogState.choices, default=LogState.QUEUED)
    token = models.UUIDField(null=True, editable=False, verbose_name=_("worker"))
    next_at = models.DateTimeField(null=True, editable=False, verbose_name=_("next try"))
    lost = models.PositiveSmallIntegerField(default=0, editable=False, verbose_name=_("lost by workers"))
    failed = models.PositiveSmallIntegerField(default=0, editable=False, verbose_name=_("failures"))
    last_error = models.TextField(blank=True, editable=False, verbose_name=_("last error"))
    verdict = models.JSONField(_("verdict"), null=True, editable=False)
    # Case and parameters of the refusal: the verdict's sentence is made from them in any language.
    evidence = models.JSONField(null=True, editable=False, verbose_name=_("evidence"))
    replayed_at = models.DateTimeField(_("replayed"), null=True, editable=False)
    engine = models.CharField(_("version of the rules' code"), max_length=20, blank=True, editable=False)
    # A referee decided that this log with a fault is no evidence: nobody need look at it again.
    set_aside = models.BooleanField(_("set aside"), default=False)
    # Rulings are kept, the text once: it never changes.
    history = history("text")

    class Meta:
        verbose_name = _("move log")
        verbose_name_plural = _("move logs")
        ordering = ["id"]
        permissions = [("submit_every_log", _("May submit logs of every match"))]
        constraints = [models.UniqueConstraint(fields=["match", "sha256"], name="document_once_a_match")]
        indexes = [
            models.Index(
                fields=["next_at"], name="movelog_due", condition=Q(state__in=["queued", "running"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.sha256[:8]}"

    def get_absolute_url(self) -> str:
        return reverse("tournaments:log", args=[self.pk])


class SheetState(models.TextChoices):
    """What became of a reported score sheet."""

    OPEN = "open", _("waiting for confirmation")
    ACCEPTED = "accepted", _("accepted")
    SUPERSEDED = "superseded", _("replaced")
    REFUSED = "refused", _("refused")


class ScoreSheet(Audited):
    """What one side (or, without a side, an official) reported: totals, and the deals where they were typed.

    `deals` is a list of deals, each a list of sides, each the items of `engine.DealItems` or just a total.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="sheets", verbose_name=_("match"))
    side = models.PositiveSmallIntegerField(_("side"), null=True, blank=True)
    totals = models.JSONField(_("totals"))
    deals = models.JSONField(_("deals"), default=list, blank=True)
    content_hash = models.CharField(max_length=64, editable=False, verbose_name=_("hash"))
    faults = models.JSONField(_("flagged"), default=list, blank=True)
    state = models.CharField(_("state"), max_length=12, choices=SheetState.choices, default=SheetState.OPEN)
    countersigned_by_side = models.PositiveSmallIntegerField(
        null=True, blank=True, verbose_name=_("signed by side")
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("submitted by")
    )
    submitted_at = models.DateTimeField(_("submitted"))
    history = history()

    class Meta:
        verbose_name = _("score sheet")
        verbose_name_plural = _("score sheets")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.match}: {Figures.active().score(self.totals)}"


class Source(models.TextChoices):
    """Where an official result comes from."""

    LOG = "log", _("move log")
    SHEET = "sheet", _("score sheet")
    OFFICIAL = "official", _("director or referee")


class GameRecord(Audited):
    """The official result of a match; a correction changes it and its history keeps what it was.

    `totals`, `ranks` and `at_fault` have a value a side, in the order of the match's sides. `deals` lists
    what each side scored in each deal, where it is known.
    """

    match = models.OneToOneField(Match, models.PROTECT, related_name="record", verbose_name=_("match"))
    source = models.CharField(_("source"), max_length=12, choices=Source.choices)
    outcome = models.CharField(_("outcome"), max_length=12, choices=OUTCOMES, default="played")
    totals = models.JSONField(_("totals"), null=True)
    ranks = models.JSONField(_("ranks"))
    at_fault = models.JSONField(_("at fault"), default=list)
    canastas = models.JSONField(_("canastas"), null=True, blank=True)
    deals = models.JSONField(_("deals"), default=list, blank=True)
    log = models.ForeignKey(
        MoveLog, models.PROTECT, null=True, blank=True, related_name="records", verbose_name=_("move log")
    )
    sheet = models.ForeignKey(
        ScoreSheet,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="records",
        verbose_name=_("score sheet"),
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("official since"))
    corrected = models.BooleanField(_("corrected"), default=False)
    public_reason = models.CharField(_("reason shown to the public"), max_length=300, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False, verbose_name=_("version"))
    history = history()

    class Meta:
        verbose_name = _("game record")
        verbose_name_plural = _("game records")
        ordering = ["-decided_at", "-id"]
        permissions = [("decide_results", _("May decide results in every tournament"))]

    def __str__(self) -> str:
        told = Figures.active().score(self.totals) if self.totals else self.get_outcome_display()
        return f"{self.match}: {told}"
