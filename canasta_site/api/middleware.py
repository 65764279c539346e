"""What every answer of the API gets on its way out: an ETag and 304, the headers of the rate limit."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware

from canasta_site.api.limits import REMEMBERED

PREFIX = "/api/"


class ApiAnswers:
    """Conditional and counted answers below `/api/`; everything else passes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.conditional = ConditionalGetMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path_info.startswith(PREFIX):
            return response
        # Kept by the caller, but asked about each time: what is true may change at any moment.
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response = self.conditional.process_response(request, response)
        for name, value in getattr(request, REMEMBERED, ()):
            response[name] = value
        return response
