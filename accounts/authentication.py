"""How a program proves who it is: `Authorization: Token canasta_…`."""

from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.exceptions import AuthenticationFailed


class TokenAuthentication(KnoxAuthentication):
    """Knox's, which fails on a token that is no UTF-8."""

    def authenticate_credentials(self, token: bytes) -> tuple[object, object]:
        if not token.isascii():
            raise AuthenticationFailed("Invalid token.")
        return super().authenticate_credentials(token)
