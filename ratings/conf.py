"""The settings of this app, in the form in which it uses them."""

from datetime import timedelta

from django.conf import settings


def provisional_games() -> int:
    """Until so many rated games a rating is provisional and marked "?"."""
    return int(settings.RATING_PROVISIONAL_GAMES)


def active_for() -> timedelta:
    """Who has had no rated game for longer is shown in tables on request only."""
    return timedelta(days=settings.RATING_ACTIVE_DAYS)


def few_partners() -> int:
    """With fewer partners a pairs rating can't tell the two players of a pair apart."""
    return int(settings.RATING_FEW_PARTNERS)
