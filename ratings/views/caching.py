"""What the ETags of the pages are made of. An unchanged page is answered with 304."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.messages import get_messages
from django.db.models import Max, Sum
from django.http import HttpRequest
from django.middleware.http import ConditionalGetMiddleware
from django.utils import timezone
from django.utils.decorators import decorator_from_middleware

from ratings.models import Club, Player, RatingPool

# The frame holds no token, so the same page has the same bytes; hashing them is always right.
conditional_page = decorator_from_middleware(ConditionalGetMiddleware)


def state_of_the_ratings(request: HttpRequest, *args: Any, **kwargs: Any) -> str | None:
    """An ETag without making the page: whatever its bytes depend on, in three small queries.

    None, so that the page is made, while a message waits for the visitor.
    """
    if len(get_messages(request)):
        return None
    pools = RatingPool.objects.aggregate(Sum("changes"), Max("folded_at"), Max("pk"))
    people = [model.history.aggregate(Max("history_id")) for model in (Player, Club)]
    visitor = (request.user.pk, request.COOKIES.get("theme"), request.get_full_path())
    known = (edition(), timezone.localdate(), *pools.values(), people, visitor)
    return f'"{sha256(repr(known).encode()).hexdigest()[:32]}"'


@lru_cache(maxsize=1)
def edition() -> float:
    """When the newest of the templates and translations was written."""
    folders = [
        Path(config.path)
        for config in apps.get_app_configs()
        if Path(config.path).is_relative_to(settings.BASE_DIR)
    ]
    files = [
        file
        for folder in {settings.BASE_DIR, *folders}
        for part in ("templates", "locale", "static")
        for file in (folder / part).rglob("*")
    ]
    return max((file.stat().st_mtime for file in files), default=0.0)
