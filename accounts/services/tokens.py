"""API tokens of a user."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings

from accounts.models import ApiToken, User


def create_token(
    user: User, name: str, scopes: Sequence[str], *, good_for: timedelta | None = None
) -> tuple[ApiToken, str]:
    """A token and its secret, which nobody can read again."""
    token, secret = ApiToken.objects.create(
        user,
        expiry=good_for or settings.REST_KNOX["TOKEN_TTL"],
        name=name,
        scopes=list(scopes),
    )
    return token, secret


def revoke_token(user: User, token_key: str) -> None:
    """End one of the user's own tokens."""
    ApiToken.objects.filter(user=user, token_key=token_key).delete()
