"""For programs that watch the service: does it answer, is it ready, what are its figures?"""

import ipaddress

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from canasta_site import health, metrics
from canasta_site.requests import address_of

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP")


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Everything that is needed is there, or 503 and what is missing."""
    found = {"database": health.database_fault(), "broker": health.broker_fault()}
    found["migrations"] = found["database"] or health.migrations_fault()
    wrong = {name: fault for name, fault in found.items() if fault}
    return JsonResponse({"ready": not wrong, "faults": wrong}, status=503 if wrong else 200)


@never_cache
def figures(request: HttpRequest) -> HttpResponse:
    """Prometheus' figures, for this machine, allowed networks, or whoever has the token."""
    if not (has_token(request) or is_near(request)):
        return HttpResponse("not for you\n", status=403, content_type="text/plain")
    return HttpResponse(metrics.text(), content_type=CONTENT_TYPE_LATEST)


def has_token(request: HttpRequest) -> bool:
    """Whether `Authorization: Bearer …` names the token of the settings."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    known = bool(settings.METRICS_TOKEN) and scheme.lower() == "bearer"
    return known and constant_time_compare(given, settings.METRICS_TOKEN)


def is_near(request: HttpRequest) -> bool:
    """Whether the visitor's address is in an allowed network; behind a proxy nobody declared, nobody's is."""
    if not settings.TRUSTED_PROXIES and any(name in request.headers for name in FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(address_of(request))
    except ValueError:
        return False
    return any(address in ipaddress.ip_network(network) for network in settings.METRICS_NETWORKS)
