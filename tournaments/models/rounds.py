"""Rounds and matches: who sits where, and how far each match has come."""

import uuid

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ratings.models.audit import Audited, history

from .choices import BRACKETS
from .entries import Entrant
from .events import Stage


class RoundStatus(models.TextChoices):
    """A draw is a draft until it is published; only then do byes count and results come in."""

    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")


class Round(Audited):
    """One sweep of tables, with the stored input of its draw.

    `draw_input`, `seed` and `draw_hash` (SHA-256 over both) let anybody repeat the draw. Of a round drawn on
    another site, `drawn_as` gives the entry number of each id that its input names.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds", verbose_name=_("stage"))
    number = models.PositiveSmallIntegerField(_("number"))
    status = models.CharField(
        _("status"), max_length=12, choices=RoundStatus.choices, default=RoundStatus.DRAFT
    )
    deals = models.PositiveSmallIntegerField(_("deals a match"), null=True, blank=True)
    draw_input = models.TextField(blank=True, editable=False, verbose_name=_("input of the draw"))
    drawn_as = models.JSONField(default=dict, blank=True, editable=False, verbose_name=_("drawn as"))
    draw_notes = models.JSONField(
        default=dict, blank=True, editable=False, verbose_name=_("notes of the draw")
    )
    seed = models.CharField(max_length=40, blank=True, editable=False, verbose_name=_("seed"))
    draw_hash = models.CharField(
        max_length=64, blank=True, editable=False, verbose_name=_("hash of the draw")
    )
    drawn_at = models.DateTimeField(null=True, blank=True, verbose_name=_("drawn"))
    published_at = models.DateTimeField(null=True, blank=True, verbose_name=_("published"))
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    length_minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True, verbose_name=_("clock stopped"))
    extra_seconds = models.PositiveIntegerField(default=0, verbose_name=_("extra seconds"))
    history = history("draw_input", "drawn_as")

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = pgettext_lazy("more than one", "rounds")
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once_a_stage"),
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(status="draft"), name="one_draft_round_a_stage"
            ),
        ]

    def __str__(self) -> str:
        return gettext("{stage}, round {round}").format(stage=self.stage, round=self.number)


class MatchState(models.TextChoices):
    """How sure the result of a match is."""

    SCHEDULED = "scheduled", _("waiting")
    REPORTED = "reported", _("reported")
    DISPUTED = "disputed", _("disputed")
    OFFICIAL = "official", _("official")


class Match(Audited):
    """Who meets whom at which table. The official result is its game record.

    `deals` or `until_points` is the end condition of this match; `slot` its place in a bracket. `version`
    grows with every change, so that of two people who decide at once one is told.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False, verbose_name=_("number"))
    round = models.ForeignKey(Round, models.CASCADE, related_name="matches", verbose_name=_("round"))
    table = models.PositiveSmallIntegerField(_("table"))
    bracket = models.CharField(_("bracket"), max_length=16, choices=BRACKETS, default="main")
    slot = models.PositiveIntegerField(_("place in the bracket"), default=0)
    state = models.CharField(
        _("state"), max_length=12, choices=MatchState.choices, default=MatchState.SCHEDULED
    )
    postponed = models.BooleanField(_("postponed"), default=False)
    locked = models.BooleanField(_("locked in the draft"), default=False)
    deals = models.PositiveSmallIntegerField(_("deals"), null=True, blank=True)
    until_points = models.PositiveIntegerField(_("played to"), null=True, blank=True)
    played_at = models.DateTimeField(_("played"), null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True, verbose_name=_("clock stopped"))
    extra_seconds = models.PositiveIntegerField(default=0, verbose_name=_("extra seconds"))
    # Game points a side, 0 or less, written on its sheet before the first deal (for coming late).
    penalties = models.JSONField(_("penalties"), default=list, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False, verbose_name=_("version"))
    history = history()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="table_once_a_round"),
        ]

    def __str__(self) -> str:
        return gettext("{round}, table {table}").format(round=self.round, table=self.table)

    def get_absolute_url(self) -> str:
        return reverse("tournaments:match", args=[self.uuid])


class Side(models.Model):
    """A side of a match, numbered from 0 as the engine numbers sides."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("side")
        verbose_name_plural = _("sides")
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="side_number_once_a_match")]

    def __str__(self) -> str:
        return f"{self.match} {self.number}"


class SideEntrant(models.Model):
    """An entrant on a side: one, or two single players. The constraint keeps a side from meeting itself."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="side_entrants")
    side = models.ForeignKey(Side, models.CASCADE, related_name="entrants")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="sides")

    class Meta:
        ordering = ["side", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "entrant"], name="entrant_on_one_side_a_match")
        ]

    def __str__(self) -> str:
        return f"{self.side}: {self.entrant}"


class Seat(Audited):
    """Who really sits there, substitutes included. Ratings, permissions and log checks read seats."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", verbose_name=_("match"))
    side = models.ForeignKey(Side, models.CASCADE, related_name="seats", verbose_name=_("side"))
    position = models.PositiveSmallIntegerField(verbose_name=_("seat"))
    player = models.ForeignKey(
        "ratings.Player", models.PROTECT, related_name="match_seats", verbose_name=_("player")
    )
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats", verbose_name=_("entrant"))
    history = history()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["side", "position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="player_on_one_seat_a_match"),
            models.UniqueConstraint(fields=["side", "position"], name="side_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.side}: {self.player}"


class Bye(Audited):
    """A round without an opponent, allotted by the draw; it counts once the round is published."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="byes")
    locked = models.BooleanField(_("locked in the draft"), default=False)
    history = history()

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        ordering = ["round", "entrant"]
        constraints = [models.UniqueConstraint(fields=["round", "entrant"], name="bye_once_a_round")]

    def __str__(self) -> str:
        return f"{self.round}: {self.entrant}"


class Absence(Audited):
    """A round missed by own choice: neither a bye nor a protection from one."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="absences")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField(_("round"))
    announced = models.BooleanField(_("announced"), default=True)
    history = history()

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ["stage", "round_number", "entrant"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant", "round_number"], name="absence_once_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.stage}, {self.round_number}: {self.entrant}"


class Adjustment(Audited):
    """An award or, negative, a penalty decided by a referee, in hundredths of a VP (or of a point)."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="adjustments", verbose_name=_("stage"))
    entrant = models.ForeignKey(
        Entrant, models.CASCADE, related_name="adjustments", verbose_name=_("entrant")
    )
    value = models.IntegerField(_("hundredths"))
    reason = models.TextField(_("reason"))
    round_number = models.PositiveSmallIntegerField(_("from round"), default=1)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("when"))
    history = history()

    class Meta:
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")
        ordering = ["stage", "round_number", "id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(value=0), name="adjustment_changes_something"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="adjustment_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.value / 100:+}"
