"""Pages that are not made twice: named by the edition of what they show, answered by 304 or from a cache."""

import zlib
from collections.abc import Callable
from functools import lru_cache, wraps
from hashlib import sha256
from itertools import chain
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.decorators import decorator_from_middleware

from ratings.editions import edition

View = Callable[..., HttpResponse]
# The frame holds no token, so the same page has the same bytes; hashing them is always right.
conditional_page = decorator_from_middleware(ConditionalGetMiddleware)
PAGES = "pages"
# Only these are kept: who makes up parameters must not fill the cache.
PARAMETERS = {"page", "after", "order", "month"}
LONGEST = 7
# A page is made by one request, while others that ask for it look again every so many seconds, up to a limit.
MAKING, LOOK_AGAIN, PATIENCE = ":making", 0.02, 2


def kept_page(
    *subjects: str, of: Callable[..., str | None] | None = None, minutely: bool = False
) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """A page that everybody who isn't signed in sees alike, and that changes only with its subjects.

    `of` finds one more subject by the request's arguments, or None where the page must be made.
    `minutely` is for pages that show what is to come.
    """

    def kept(view: View) -> Callable[..., HttpResponseBase]:
        always_made = conditional_page(view)

        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not _is_common(request):
                return always_made(request, *args, **kwargs)
            subject = of(*args, **kwargs) if of else ""
            if subject is None:
                return always_made(request, *args, **kwargs)
            name = _name(request, edition(*subjects, subject) if subject else edition(*subjects), minutely)
            return _answer(request, name, lambda: view(request, *args, **kwargs))

        return answer

    return kept


def _is_common(request: HttpRequest) -> bool:
    """Whether the page depends on its address and colours alone."""
    return (
        request.method in ("GET", "HEAD")
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and all(key in PARAMETERS and len(value) <= LONGEST for key, value in request.GET.items())
    )


def _name(request: HttpRequest, number: int, minutely: bool) -> str:
    """The page's ETag: whatever its bytes depend on, read before the page is made."""
    now = timezone.localtime()
    moment = now.replace(second=0, microsecond=0) if minutely else now.date()
    asked = (request.get_host(), request.get_full_path(), request.headers.get("HX-Request"))
    known = (build(), number, moment, request.COOKIES.get("theme"), asked)
    return f'"{sha256(repr(known).encode()).hexdigest()[:32]}"'


def _answer(request: HttpRequest, name: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    response = get_conditional_response(request, etag=name)
    if response is None:
        response = _waited_for(name) or _made(name, make)
        if not _can_be_kept(response):
            return response
        response["ETag"] = name
    response["Cache-Control"] = "private, no-cache"
    return response


def _waited_for(name: str) -> HttpResponse | None:
    """The page that is kept, or that another request makes just now; None for whoever is to make it."""
    pages, patience = caches[PAGES], monotonic() + PATIENCE
    while (kept := pages.get(name)) is None:
        if pages.add(name + MAKING, True, PATIENCE) or monotonic() > patience:
            return None
        sleep(LOOK_AGAIN)
    kind, packed = kept
    return HttpResponse(zlib.decompress(packed), content_type=kind, headers={"Cache-Status": "pages; hit"})


def _made(name: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page made anew, and kept for those who wait for it."""
    try:
        response = make()
        if _can_be_kept(response):
            kept = response["Content-Type"], zlib.compress(response.content, 1)
            caches[PAGES].set(name, kept)
            response["Cache-Status"] = "pages; fwd=miss"
        return response
    finally:
        caches[PAGES].delete(name + MAKING)


def _can_be_kept(response: HttpResponse) -> bool:
    return response.status_code == 200 and not response.cookies and not response.streaming


@lru_cache(maxsize=1)
def build() -> float:
    """When the newest of the templates and translations was written."""
    base = Path(settings.BASE_DIR)
    folders = [
        base.glob(f"{where}{part}") for where in ("", "*/") for part in ("templates", "locale", "static")
    ]
    files = [file for folder in chain(*folders) for file in folder.rglob("*")]
    return max((file.stat().st_mtime for file in files), default=0.0)
