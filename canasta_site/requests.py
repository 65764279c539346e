"""Around every request: its number, one line in the log, and its place in the metrics."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.throttling import BaseThrottle

from canasta_site import metrics
from canasta_site.logs import request_id

logger = logging.getLogger(__name__)

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
# Asked every few seconds by programs that watch: worth a line only when they fail.
WATCHED = {"healthz", "readyz", "metrics"}
NO_VIEW = "-"


class Requests:
    """The outermost middleware: what happens inside belongs to the request's number."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        ident = number_of(request)
        before, started = request_id.set(ident), time.perf_counter()
        try:
            response = self.get_response(request)
            response[HEADER] = ident
            _note(request, response.status_code, time.perf_counter() - started)
        finally:
            request_id.reset(before)
        return response


def number_of(request: HttpRequest) -> str:
    """The number that a declared proxy gave the request, if it is well formed; else a new one."""
    given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
    return given if WELL_FORMED.fullmatch(given) else uuid.uuid4().hex


def address_of(request: HttpRequest) -> str:
    """The visitor's address, as far as declared proxies tell it."""
    return BaseThrottle().get_ident(request) or ""  # type: ignore[arg-type]


def _note(request: HttpRequest, status: int, seconds: float) -> None:
    view = request.resolver_match.view_name if request.resolver_match else NO_VIEW
    metrics.count_request(view, request.method or "", status, seconds)
    if view in WATCHED and status < 400:
        return
    # Whoever is asked for costs a query; known is who was needed anyway.
    user = getattr(request, "_cached_user", None)
    told = {
        "method": request.method,
        "path": request.path_info,
        "view": view,
        "status": status,
        "ms": round(1000 * seconds, 1),
        "address": address_of(request),
        "user": getattr(user, "pk", None),
    }
    level = logging.ERROR if status >= 500 else logging.INFO
    logger.log(level, "%s %s %s", request.method, request.path_info, status, extra=told)
