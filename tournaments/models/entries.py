"""Who is entered, and in which stages."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ratings.models.audit import Audited, history

from .events import Stage, Tournament


class EntryStatus(models.TextChoices):
    """Whether an entrant has a place in the event."""

    ENTERED = "entered", _("entered")
    WAITING = "waiting", _("on the waiting list")
    LOOKING = "looking", _("looking for a partner")
    CANCELLED = "cancelled", _("cancelled before the start")


class Entrant(Audited):
    """Who is ranked in an event: a fixed pair or a single player. `number` is the entry number."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="entrants", verbose_name=_("event")
    )
    number = models.PositiveIntegerField(_("entry number"))
    name = models.CharField(_("name"), max_length=160)
    club = models.ForeignKey(
        "ratings.Club", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("club")
    )
    status = models.CharField(
        _("status"), max_length=12, choices=EntryStatus.choices, default=EntryStatus.ENTERED
    )
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    checked_in = models.BooleanField(_("checked in"), default=False)
    fixed_table = models.PositiveSmallIntegerField(_("stays at table"), null=True, blank=True)
    disqualified = models.BooleanField(_("disqualified"), default=False)
    remark = models.CharField(_("remark"), max_length=200, blank=True)
    entered_at = models.DateTimeField(auto_now_add=True, verbose_name=_("entered"))
    # Who was a member and is one no more: in the history, names of theirs stay behind.
    former = models.ManyToManyField(
        "ratings.Player", related_name="+", editable=False, verbose_name=_("former members")
    )
    history = history()

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once_a_tournament"),
        ]

    def __str__(self) -> str:
        return self.name


class EntrantMember(models.Model):
    """A player of an entrant. Cancelling an entry removes its members; withdrawing doesn't."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="members")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="members")
    player = models.ForeignKey("ratings.Player", models.PROTECT, related_name="event_entries")
    position = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("player of an entrant")
        verbose_name_plural = _("players of entrants")
        ordering = ["entrant", "position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_in_one_entrant_an_event"),
            models.UniqueConstraint(fields=["entrant", "position"], name="entrant_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.player}"


class StageEntrant(Audited):
    """An entrant's part in a stage. The round numbers mean what they mean in `tournaments.core.records`."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="entries")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="stages")
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    group = models.CharField(_("group or line"), max_length=16, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("joined in round"), default=1)
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    disqualified_from = models.PositiveSmallIntegerField(_("disqualified from round"), null=True, blank=True)
    history = history()

    class Meta:
        verbose_name = _("entry in a stage")
        verbose_name_plural = _("entries in stages")
        ordering = ["stage", "entrant"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="entrant_once_a_stage"),
            models.CheckConstraint(condition=models.Q(joined_round__gte=1), name="joined_round_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.entrant}"
