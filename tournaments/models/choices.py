"""The words of `engine` and `tournaments.core` as choices of a form, in both languages."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ratings.models import RuleSet
from tournaments.core.records import Bracket, Format, Outcome


class EntryKind(models.TextChoices):
    """Who enters an event."""

    PAIR = "pair", _("fixed pairs")
    SINGLE = "single", _("single players")


__all__ = ["BRACKETS", "FORMATS", "OUTCOMES", "EntryKind", "RuleSet"]

FORMATS = [
    (Format.SWISS.value, _("Swiss")),
    (Format.ROUND_ROBIN.value, _("round robin")),
    (Format.MITCHELL.value, _("Mitchell")),
    (Format.KNOCKOUT.value, _("knockout")),
    (Format.INDIVIDUAL.value, _("individual, rotating partners")),
    (Format.OPEN.value, _("open: games reported when played")),
]

OUTCOMES = [
    (Outcome.PLAYED.value, _("played")),
    (Outcome.ABANDONED.value, _("abandoned")),
    (Outcome.FORFEIT.value, _("forfeit")),
    (Outcome.NO_SHOW.value, _("no-show")),
    (Outcome.VOID.value, _("void")),
]

BRACKETS = [
    (Bracket.MAIN.value, _("main draw")),
    (Bracket.THIRD_PLACE.value, _("third place")),
    (Bracket.SECOND_CHANCE.value, _("second chance")),
]
