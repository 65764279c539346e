"""Clubs, players and pairs: who they are and how they are shown. How strong they are is in `pools`."""

from functools import lru_cache
from typing import Any, Self

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ratings.errors import RatingError
from ratings.models.audit import Audited, history
from ratings.names import initialled, search_key, sort_key, surname_first

ADDRESSES_KEPT = 20_000
code_validator = RegexValidator(
    r"^[A-Za-z0-9][A-Za-z0-9._-]*\Z", _("Letters a to z, digits, and . _ - between them.")
)


class Visibility(models.TextChoices):
    """How a player appears on public pages."""

    PUBLIC = "public", pgettext_lazy("shown", "by name")
    PSEUDONYM = "pseudonym", _("under a pseudonym")
    HIDDEN = "hidden", _("not at all")


class Club(Audited):
    """A club: where players and events belong."""

    code = models.CharField(_("code"), max_length=40, unique=True, validators=[code_validator])
    name = models.CharField(_("name"), max_length=120)
    country = models.CharField(_("country"), max_length=2, blank=True, help_text=_("two letters, such as CZ"))
    managers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("managers"), blank=True, related_name="managed_clubs"
    )
    demo = models.BooleanField(_("demonstration"), default=False, editable=False)

    history = history(people=("managers",))

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Player(Audited):
    """A person who plays. `code` is what a move log names: it never changes."""

    code = models.CharField(_("code"), max_length=40, unique=True, validators=[code_validator])
    name = models.CharField(pgettext_lazy("of a person", "name"), max_length=120)
    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, blank=True, on_delete=models.PROTECT, related_name="players"
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="player",
    )
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Games with a guest are not rated.")
    )
    minor = models.BooleanField(
        _("under age"), default=False, help_text=_("Shown by given name and initial only.")
    )
    visibility = models.CharField(
        _("on public pages"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    pseudonym = models.CharField(_("pseudonym"), max_length=80, blank=True)
    merged_into = models.ForeignKey(
        "self",
        verbose_name=_("is the same person as"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="merged",
    )
    demo = models.BooleanField(_("demonstration"), default=False, editable=False)
    # Kept by save(): what the names above are sorted, found and shown by.
    sort_key = models.CharField(max_length=700, editable=False, db_index=True, verbose_name=_("sorted as"))
    search_key = models.CharField(max_length=250, editable=False, verbose_name=_("searched as"))
    public_name = models.CharField(max_length=120, editable=False, verbose_name=_("public name"))
    public_sort_key = models.CharField(
        max_length=700, editable=False, db_index=True, verbose_name=_("publicly sorted as")
    )
    public_search_key = models.CharField(
        max_length=250, editable=False, verbose_name=_("publicly searched as")
    )

    _stored_code: str | None = None

    history = history("sort_key", "search_key", "public_name", "public_sort_key", "public_search_key")

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["sort_key"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(visibility=Visibility.PSEUDONYM) | ~Q(pseudonym=""),
                name="player_pseudonym_given",
                violation_error_message=_("Give the pseudonym."),
            ),
            models.CheckConstraint(condition=~Q(merged_into=F("pk")), name="player_not_merged_into_itself"),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        player = super().from_db(*args, **kwargs)
        player._stored_code = player.__dict__.get("code")
        return player

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._stored_code not in {None, self.code}:
            raise RatingError("code_fixed", gettext("A player's code never changes: move logs name it."))
        self.sort_key = sort_key(surname_first(self.name))
        self.search_key = search_key(self.name)
        self.public_name = self._name_in_public()
        self.public_sort_key = sort_key(surname_first(self.public_name))
        self.public_search_key = search_key(self.public_name)
        super().save(*args, **kwargs)
        self._stored_code = self.code

    def _name_in_public(self) -> str:
        if self.merged_into is not None:
            return self.merged_into.public_name
        if self.visibility == Visibility.HIDDEN:
            return ""
        if self.visibility == Visibility.PSEUDONYM:
            return self.pseudonym
        return initialled(self.name) if self.minor else self.name

    @classmethod
    def identities(cls) -> dict[int, int]:
        """For every merged player, by id, the player whose ratings the games count for."""
        into = dict(cls.objects.filter(merged_into__isnull=False).values_list("pk", "merged_into_id"))
        final = {}
        for player, target in into.items():
            while target in into:
                target = into[target]  # noqa: PLW2901
            final[player] = target
        return final

    @property
    def identity(self) -> "Player":
        """The record that stands for this person: this one, or the one it was merged into."""
        return self if self.merged_into is None else self.merged_into.identity

    @property
    def is_hidden(self) -> bool:
        return not self.public_name

    @property
    def is_shown_in_full(self) -> bool:
        """Whether the public may know the whole name."""
        identity = self.identity
        return identity.visibility == Visibility.PUBLIC and not identity.minor

    @property
    def shown_name(self) -> str:
        """The name for public pages; of a hidden player it says only that there is one."""
        return self.public_name or gettext("hidden player")

    @property
    def name_at_table(self) -> str:
        """The name for those who sit down or decide at a table: also of a player hidden from the public."""
        return self.public_name or self.name

    def get_absolute_url(self) -> str:
        return _address(self.code, get_language())


@lru_cache(maxsize=ADDRESSES_KEPT)
def _address(code: str, language: str | None) -> str:
    """The player's page in the language that is spoken now; a page of a club names a hundred players."""
    return reverse("ratings:player", args=[code])


class Pair(Audited):
    """Two players who enter events together; which of them comes first means nothing."""

    player_a = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="+")
    player_b = models.ForeignKey(
        Player, verbose_name=_("partner"), on_delete=models.PROTECT, related_name="+"
    )
    name = models.CharField(_("name of the pair"), max_length=120, blank=True)

    history = history()

    class Meta:
        verbose_name = _("pair")
        verbose_name_plural = _("pairs")
        constraints = [
            models.UniqueConstraint(fields=["player_a", "player_b"], name="pair_unique"),
            models.CheckConstraint(condition=Q(player_a__lt=F("player_b")), name="pair_of_two_in_one_order"),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.player_a} – {self.player_b}"

    @property
    def shown_name(self) -> str:
        """The name for public pages: the pair's own if both its players are shown by their full names."""
        players = (self.player_a, self.player_b)
        if self.name and all(player.is_shown_in_full for player in players):
            return self.name
        return " – ".join(player.shown_name for player in players)
