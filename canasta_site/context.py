"""What every page's template knows about the site. Asks the database only for what a template uses."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from ratings.models import Club

THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's address, the visitor's colours and whether this is a demonstration."""
    theme = request.COOKIES.get(THEME_COOKIE, "auto")
    return {
        "site_url": settings.CANASTA_URL,
        "theme": theme if theme in THEMES else "auto",
        "demo": demo_running,
        "sign_up_open": settings.SIGN_UP == "open",
    }


def demo_running() -> bool:
    """Whether a demonstration club exists; asked each time, since the page may be kept for long."""
    return Club.objects.filter(demo=True).exists()
