"""The rating pools, the games given to them, the ledger and the current ratings. People are in `people`."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ratings.ledger import Parameters
from ratings.models.audit import Audited, history
from ratings.models.ledger_sql import EntryManager
from ratings.models.outcomes import OUTCOMES, WHY_NOT
from ratings.models.people import Player

ORDER_KEY_LENGTH = 79


class RuleSet(models.TextChoices):
    """The games of the club."""

    CLASSIC = "classic", _("Classic Canasta")
    TEN_THOUSAND = "ten-thousand", _("Ten Thousand")


class Kind(models.TextChoices):
    """How people sit; pairs and single players are never mixed."""

    PAIRS = "pairs", _("pairs")
    SOLO = "solo", _("single players")


def default_parameters() -> dict[str, Any]:
    return Parameters().as_json()


class RatingPool(Audited):
    """One ledger: a rule set, a kind and one version of the parameters.

    `dirty_from` is the order key of the first game that has to be folded again, NULL when the ledger is
    complete; `marked_at` is when that began. `changes` counts the marks, so that a fold clears only what it
    has seen. `listed` is the month of the newest official list; `next_at` and `list_at` say when a fold or a
    list is offered again.
    """

    rule_set = models.CharField(_("rules"), max_length=20, choices=RuleSet.choices)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    version = models.PositiveSmallIntegerField(_("version"), default=1)
    model_name = models.CharField(_("model"), max_length=40, default="club-v1")
    parameters = models.JSONField(_("parameters"), default=default_parameters)
    active = models.BooleanField(_("shown"), default=True)
    takes_over = models.BooleanField(editable=False, default=False, verbose_name=_("takes over"))
    dirty_from = models.CharField(
        max_length=ORDER_KEY_LENGTH, null=True, editable=False, verbose_name=_("to be computed from")
    )
    marked_at = models.DateTimeField(null=True, editable=False, verbose_name=_("marked"))
    changes = models.PositiveBigIntegerField(default=0, editable=False, verbose_name=_("changes waiting"))
    next_at = models.DateTimeField(null=True, editable=False, verbose_name=_("next try"))
    failures = models.PositiveSmallIntegerField(default=0, editable=False, verbose_name=_("failures"))
    last_error = models.TextField(blank=True, editable=False, verbose_name=_("last error"))
    folded_at = models.DateTimeField(null=True, editable=False, verbose_name=_("computed"))
    listed = models.DateField(null=True, editable=False, verbose_name=_("on the list"))
    list_at = models.DateTimeField(null=True, editable=False, verbose_name=_("list made"))

    history = history(
        "dirty_from",
        "marked_at",
        "changes",
        "next_at",
        "failures",
        "last_error",
        "folded_at",
        "listed",
        "list_at",
    )

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")
        ordering = ["rule_set", "kind", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["rule_set", "kind", "version"], name="pool_version_unique"),
            models.UniqueConstraint(
                fields=["rule_set", "kind"], condition=Q(active=True), name="pool_one_active"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_rule_set_display()}, {self.get_kind_display()}"

    @property
    def slug(self) -> str:
        return f"{self.rule_set}-{self.kind}"

    @property
    def model(self) -> Parameters:
        return Parameters.from_json(self.parameters)


class RatedGame(models.Model):
    """A match handed over for rating, rated or not. Its `uuid` is the match's own."""

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False, verbose_name=_("number"))
    rule_set = models.CharField(max_length=20, choices=RuleSet.choices, verbose_name=_("rules"))
    kind = models.CharField(max_length=10, choices=Kind.choices, verbose_name=_("kind"))
    played_at = models.DateTimeField(_("played"))
    tournament_id = models.PositiveBigIntegerField(default=0, verbose_name=_("event"))
    round = models.PositiveIntegerField(default=0, verbose_name=_("round"))
    table = models.PositiveIntegerField(default=0, verbose_name=_("table"))
    order_key = models.CharField(max_length=ORDER_KEY_LENGTH, editable=False, verbose_name=_("order"))
    ranks = models.JSONField(verbose_name=_("ranks"))
    outcome = models.CharField(max_length=12, choices=list(OUTCOMES.items()), verbose_name=_("outcome"))
    defaulting = models.JSONField(default=list, verbose_name=_("at fault"))
    rated_event = models.BooleanField(default=True, verbose_name=_("rated event"))
    not_rated = models.CharField(
        max_length=16,
        blank=True,
        choices=list(WHY_NOT.items()),
        verbose_name=_("not rated because"),
    )
    label = models.CharField(max_length=200, blank=True, verbose_name=_("event"))
    url = models.CharField(max_length=300, blank=True, verbose_name=_("address"))

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")
        indexes = [models.Index(fields=["rule_set", "kind", "order_key"], name="game_in_order")]

    def __str__(self) -> str:
        return self.label or str(self.uuid)

    def get_absolute_url(self) -> str:
        return reverse("ratings:game", args=[self.uuid])


class RatedSeat(models.Model):
    """Who sat where in a game, under the identity they had then; merging players does not touch it."""

    game = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="seats")
    side = models.PositiveSmallIntegerField(_("side"))
    position = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="seats", null=True, verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["side", "position"]
        constraints = [
            models.UniqueConstraint(fields=["game", "side", "position"], name="seat_unique"),
            models.UniqueConstraint(fields=["game", "player"], name="seat_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.side}/{self.position}"


class RatingEntry(models.Model):
    """One line of the ledger. `number` counts the games of the pool, `nth` those of the player.

    `expected` is the mean chance to beat each other side, `score` what came of it: 1 all beaten, 0 none.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, db_index=False, related_name="entries")
    game = models.ForeignKey(RatedGame, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_index=False, related_name="entries")
    sides = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    nth = models.PositiveIntegerField()
    played_at = models.DateTimeField()
    place = models.PositiveSmallIntegerField()
    expected = models.FloatField()
    score = models.FloatField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    objects = EntryManager()

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        constraints = [
            models.UniqueConstraint(fields=["player", "pool", "number"], name="entry_once"),
            models.CheckConstraint(
                condition=Q(sigma_before__gt=0, sigma_after__gt=0), name="entry_sigma_positive"
            ),
        ]
        indexes = [models.Index(fields=["pool", "number"], name="entry_in_order")]

    def __str__(self) -> str:
        return f"{self.number}: {self.player_id} {self.mu_before} → {self.mu_after}"


class PlayerRating(models.Model):
    """Where a player stands now: the last line of the ledger, ready to be shown."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, db_index=False, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    order_value = models.FloatField(help_text="mu − sigma")
    games = models.PositiveIntegerField()
    partners = models.PositiveIntegerField(default=0)
    last_game_at = models.DateTimeField()

    class Meta:
        verbose_name = _("player's rating")
        verbose_name_plural = _("players' ratings")
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="rating_unique"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rating_sigma_positive"),
        ]
        indexes = [models.Index(fields=["pool", "-order_value"], name="rating_in_order")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mu} ± {self.sigma}"


class RatingReplay(models.Model):
    """The audit line of one replay."""

    pool = models.ForeignKey(
        RatingPool, on_delete=models.CASCADE, related_name="replays", verbose_name=_("rating pool")
    )
    at = models.DateTimeField(verbose_name=_("when"))
    from_game = models.ForeignKey(
        RatedGame, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("from this game on")
    )
    why = models.TextField(verbose_name=_("reason"))
    games = models.PositiveIntegerField(verbose_name=_("games"))
    players_moved = models.PositiveIntegerField(verbose_name=_("players moved"))
    largest_move = models.FloatField(help_text="in mu", verbose_name=_("largest move"))
    seconds = models.FloatField(verbose_name=_("seconds"))

    class Meta:
        verbose_name = _("replay")
        verbose_name_plural = _("replays")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.pool}: {self.why}"


class LedgerChange(models.Model):
    """Why a pool was marked: one correction, waiting for its replay or done by it."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="ledger_changes")
    order_key = models.CharField(max_length=ORDER_KEY_LENGTH)
    why = models.CharField(_("reason"), max_length=300)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name=_("by"),
    )
    at = models.DateTimeField(_("when"), auto_now_add=True)
    replay = models.ForeignKey(RatingReplay, null=True, on_delete=models.CASCADE, related_name="changes")

    class Meta:
        verbose_name = _("change of the ledger")
        verbose_name_plural = _("changes of the ledger")
        indexes = [
            models.Index(fields=["pool"], condition=Q(replay=None), name="change_waiting"),
        ]

    def __str__(self) -> str:
        return self.why
