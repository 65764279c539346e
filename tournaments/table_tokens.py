"""The secret in a table's private link: made from the site's secret key, so that no list of them is kept."""

import base64
import hashlib
from collections.abc import Iterator
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "tournaments.table-link"
BYTES = 16


def digest_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def tokens(match: UUID, nonce: str) -> Iterator[str]:
    """The token by the present secret key, then by the former ones."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        made = salted_hmac(SALT, f"{match}:{nonce}", secret=key, algorithm="sha256").digest()
        yield base64.urlsafe_b64encode(made[:BYTES]).decode().rstrip("=")
