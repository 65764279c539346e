"""What a request may do: its user's rights, and with a token no more than the token's scopes."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from accounts.models import ApiToken


def require(request: Request, permission: str, thing: Any, scope: str) -> None:
    """Raise NotAuthenticated (401) or PermissionDenied (403) unless user and token may do this."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    if isinstance(request.auth, ApiToken) and not request.auth.allows(scope):
        raise PermissionDenied(_("This token lacks the scope “{scope}”.").format(scope=scope))
    if not request.user.has_perm(permission, thing):
        raise PermissionDenied
