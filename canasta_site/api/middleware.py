"""What holds for every answer of the API: its language, an ETag and 304, the headers of the rate limit.

And what it takes for an answer to arrive: the body it answers is read to its end.
"""

from collections.abc import Callable

from django.http import HttpRequest, RawPostDataException
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import set_response_etag

from canasta_site.api.limits import REMEMBERED

PREFIX = "/api/"
FALLBACK = "en"
# So much of a body that nobody wanted is read and thrown away; whoever sends more meets a closed connection.
MOST_DRAINED = 64_000_000
PIECE = 256_000


class ApiAnswers:
    """Conditional and counted answers below `/api/`; everything else passes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.conditional = ConditionalGetMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        # Programs mostly ask for no language; their authors read what the engine and the documents speak.
        asked = request.META.get("HTTP_ACCEPT_LANGUAGE", "").replace("*", FALLBACK)
        request.META["HTTP_ACCEPT_LANGUAGE"] = f"{asked},{FALLBACK};q=0.001".lstrip(",")
        response = self.get_response(request)
        _drain(request)
        # Kept by the caller, but asked about each time: what is true may change at any moment.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response = self.conditional.process_response(request, response)
        if request.method == "HEAD":
            set_response_etag(response)
        for name, value in getattr(request, REMEMBERED, ()):
            response[name] = value
        return response


def _drain(request: HttpRequest) -> None:
    """Read what a view left of the body (too long, or not allowed): a client that is still sending when the
    connection closes sees a broken pipe and never the answer."""
    try:
        for _piece in range(MOST_DRAINED // PIECE):
            if not request.read(PIECE):
                return
    except (OSError, RawPostDataException):
        return
