"""What is answered when something of ours failed: a page, or problem details to a program.

A database that is away, starts up or has no room left is no mistake of the code but a matter of waiting: 503.
A body that breaks off, or comes too slowly to be waited for, is the sender's: 400.
"""

import sys
from http import HTTPStatus

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.template import loader
from django.utils.translation import gettext, gettext_noop

from canasta_site.api.middleware import PREFIX
from canasta_site.errors import PROBLEM_TYPE, problem_body

AWAY = (OperationalError, InterfaceError)
# A server that follows another one refuses to write until it takes its place.
READ_ONLY = "25006"
RETRY_AFTER = 10
# The same sentences as on the pages.
WAIT = gettext_noop(
    "The service can't reach its database. Please try again in a moment; what was saved before is safe."
)
BROKEN_OFF = gettext_noop(
    "Something in the address or in what was sent is not as it should be. Nothing was changed."
)
OURS = gettext_noop(
    "The mistake is ours, not yours. Please try again in a while; what was saved before is safe."
)


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to an exception that nobody expected (Django's handler500), made without the database."""
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    error = sys.exc_info()[1]
    if is_away(error):
        status = HTTPStatus.SERVICE_UNAVAILABLE
    elif isinstance(error, UnreadablePostError):
        status = HTTPStatus.BAD_REQUEST
    response = _to_a_program(status) if request.path_info.startswith(PREFIX) else _to_people(status)
    response["Cache-Control"] = "no-store"
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        response["Retry-After"] = str(RETRY_AFTER)
    return response


def is_away(error: BaseException | None) -> bool:
    """Whether the database could not do now what it will do later."""
    read_only = isinstance(error, DatabaseError) and getattr(error.__cause__, "sqlstate", "") == READ_ONLY
    return isinstance(error, AWAY) or read_only


def _to_a_program(status: HTTPStatus) -> HttpResponse:
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        code, detail = "unavailable", gettext(WAIT)
    elif status is HTTPStatus.BAD_REQUEST:
        code, detail = "unreadable", gettext(BROKEN_OFF)
    else:
        code, detail = "fault", gettext(OURS)
    return JsonResponse(problem_body(status, code, detail), status=status, content_type=PROBLEM_TYPE)


def _to_people(status: HTTPStatus) -> HttpResponse:
    return HttpResponse(loader.get_template(f"{status:d}.html").render(), status=status)
