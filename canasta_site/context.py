"""What every page's template knows about the site."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's address and languages."""
    return {"site_url": settings.CANASTA_URL, "languages": settings.LANGUAGES}
