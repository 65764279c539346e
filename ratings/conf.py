"""The settings of this app, with their defaults."""

from datetime import timedelta

from django.conf import settings


def provisional_games() -> int:
    """Until so many rated games a rating is provisional and marked "?"."""
    return int(getattr(settings, "RATING_PROVISIONAL_GAMES", 12))


def active_for() -> timedelta:
    """Who has had no rated game for longer is shown in tables on request only."""
    return timedelta(days=int(getattr(settings, "RATING_ACTIVE_DAYS", 180)))


def few_partners() -> int:
    """With fewer partners a pairs rating can't tell the two players of a pair apart."""
    return int(getattr(settings, "RATING_FEW_PARTNERS", 3))
