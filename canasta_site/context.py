"""What every page's template knows about the site. Asks the database only for what a template uses."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
from ratings.models import Club
from tournaments.selectors.referee_queue import referees_something

THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's address, the visitor's colours and whether this is a demonstration."""
    theme = request.COOKIES.get(THEME_COOKIE, "auto")
    return {
        "site_url": settings.CANASTA_URL,
        "theme": theme if theme in THEMES else "auto",
        "demo": demo_running,
        "referees": partial(referees, request),
        "sign_up_open": settings.SIGN_UP == "open",
    }


def demo_running() -> bool:
    """Whether a demonstration club exists; asked each time, since the page may be kept for long."""
    return Club.objects.filter(demo=True).exists()


def referees(request: HttpRequest) -> bool:
    """Whether the referees' site is open to who asks: to staff, and to who decides results of some event."""
    user = request.user
    return isinstance(user, User) and (user.is_staff or referees_something(user))
