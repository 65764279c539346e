"""What a request of the API may do: its user's rights, with a token only its scopes, and each once."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import AccountError
from accounts.models import ApiToken
from accounts.services.answers import MOST_LETTERS, Answer, answer_once

HEADER = "Idempotency-Key"
IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": MOST_LETTERS, "pattern": "^[!-~]+$"},
    "header",
    description="Made up by you, new for each new thing: the same request with the same key, within a day, "
    "does nothing more and gets the first answer again.",
)


def require(request: Request, permission: str, thing: Any, scope: str) -> None:
    """Raise NotAuthenticated (401) or PermissionDenied (403) unless user and token may do this."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    if isinstance(request.auth, ApiToken) and not request.auth.allows(scope):
        raise PermissionDenied(
            _("This token lacks the scope “{scope}”. Make one that has it on the page “My account”.").format(
                scope=scope
            )
        )
    if not request.user.has_perm(permission, thing):
        raise PermissionDenied


def once(request: Request, work: Callable[[], Answer]) -> Response:
    """Do the work, or with an Idempotency-Key known already, repeat what it was answered with.

    Raises AccountError `idempotency-key` (400) or `idempotency-key-reused` (422).
    """
    key = request.headers.get(HEADER)
    if key is None:
        answer = work()
    else:
        if not (0 < len(key) <= MOST_LETTERS and key.isascii() and key.isprintable() and " " not in key):
            said = _("An Idempotency-Key has 1 to {most} letters or digits of ASCII, and no space.")
            raise AccountError("idempotency-key", said.format(most=MOST_LETTERS), status=400)
        asked = f"{request.method} {request.path} {request.data!r}"
        digest = hashlib.sha256(asked.encode("utf-8", "backslashreplace")).hexdigest()
        answer = answer_once(request.user, key, digest, work, timezone.now())  # type: ignore[arg-type]
    headers = {"Location": answer.location} if answer.location else {}
    return Response(answer.body, status=answer.status, headers=headers)
