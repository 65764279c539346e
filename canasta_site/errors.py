"""What the API answers when it refuses: one form for every error, with a code a program can read."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler

OF_NO_FIELD = {"non_field_errors", NON_FIELD_ERRORS}
"""Where serializers and forms put what is wrong with a request as a whole."""

PROBLEM_TYPE = "application/problem+json"

ADVICE = {
    exceptions.NotAuthenticated: _("Send a token, in the header “Authorization: Token canasta_…”."),
    exceptions.AuthenticationFailed: _(
        "No such token is in force: it is wrong, has ended or was revoked. "
        "Make a new one on the page “My account”, and send it in the header “Authorization: Token canasta_…”."
    ),
    exceptions.UnsupportedMediaType: _("Send JSON, with the header “Content-Type: application/json”."),
    exceptions.NotAcceptable: _(
        "Take JSON: send the header “Accept: application/json” or none, and no “format”."
    ),
    exceptions.NotFound: _("There is nothing at this address, or nothing for you to see."),
    exceptions.PermissionDenied: _(
        "Your account may not do this here: it takes a part in it, as its player, organiser or referee. "
        "docs/api.md says who may; an organiser or administrator can give you that part."
    ),
    exceptions.MethodNotAllowed: _("This address takes only the methods in the header “Allow”."),
    exceptions.Throttled: _("Too many requests. Ask again after the seconds in the header “Retry-After”."),
}
"""What to do about a refusal of the framework, which says only what was wrong."""


def problem_details(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn a refusal into problem details (RFC 9457): `title`, `status`, `code`, `detail`, `errors`.

    A domain error has `code` and `message` and is a conflict (409) unless its class says another `status`;
    a `field` among its `params` is named as those of a form are;
    a draw that failed tells by `relax` the rules of which giving up one would help.
    """
    # A refusal is never a table for a spreadsheet, whatever was asked for.
    context["request"].accepted_renderer = JSONRenderer()
    context["request"].accepted_media_type = JSONRenderer.media_type
    if isinstance(error, RequestDataTooBig):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1_000_000
        said = _("What was sent is too large; it may have at most {most} MB.").format(most=most)
        return _problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", said)
    if (
        hasattr(error, "code")
        and hasattr(error, "message")
        and not isinstance(error, exceptions.APIException)
    ):
        code, said = str(error.code), str(error.message)
        field = getattr(error, "params", {}).get("field")
        errors = [{"field": str(field), "code": code, "detail": said}] if field else None
        answer = _problem(getattr(error, "status", 409), code, said, errors)
        if hasattr(error, "relax"):
            answer.data["relax"] = [str(rule) for rule in error.relax]
        return answer
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    assert isinstance(error, exceptions.APIException)  # noqa: S101
    if isinstance(error, exceptions.ValidationError):
        errors = [
            {"field": field, "code": str(item.code), "detail": str(item)}
            for field, item in _flat("", error.detail)
        ]
        detail = " ".join(
            f"{item['field']}: {item['detail']}" if item["field"] else item["detail"] for item in errors
        )
        answer = _problem(response.status_code, "invalid", detail, errors)
    else:
        code = getattr(error.detail, "code", None) or error.default_code
        said = str(ADVICE.get(type(error), "")) if _says_nothing_own(error) else ""
        answer = _problem(response.status_code, code, said or str(error.detail))
    for header in ("WWW-Authenticate", "Retry-After"):
        if header in response.headers:
            answer[header] = response.headers[header]
    return answer


def _says_nothing_own(error: exceptions.APIException) -> bool:
    """Whether the error has only the framework's words; of those made with others, whoever raised it."""
    own = type(error) in (exceptions.NotFound, exceptions.PermissionDenied)
    return not own or str(error.detail) == str(error.default_detail)


def _problem(status: int, code: str, detail: str, errors: list[dict[str, str]] | None = None) -> Response:
    body = problem_body(status, code, detail)
    if errors:
        body["errors"] = errors
    return Response(body, status=status, content_type=PROBLEM_TYPE)


def problem_body(status: int, code: str, detail: str) -> dict[str, Any]:
    """What every refusal says."""
    return {"title": HTTPStatus(status).phrase, "status": int(status), "code": code, "detail": detail}


def _flat(field: str, detail: Any) -> list[tuple[str, Any]]:
    """The leaves of a validation error with the dotted path to each."""
    if isinstance(detail, dict):
        return [leaf for key, value in detail.items() for leaf in _flat(f"{field}.{key}".strip("."), value)]
    if isinstance(detail, list):
        return [leaf for value in detail for leaf in _flat(field, value)]
    return [("" if field in OF_NO_FIELD else field, detail)]
