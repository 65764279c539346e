"""What is read about accounts."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db.models import QuerySet

from accounts.models import ApiToken, Invitation, User
from accounts.seams import seams


def lacks_second_factor(user: User) -> bool:
    """Whether the service asks this user for a second factor that isn't set up."""
    return bool(settings.REQUIRE_TWO_FACTOR and user.is_staff and not is_mfa_enabled(user))


def open_invitation(token: str, now: datetime) -> Invitation | None:
    """The invitation behind a link, while it can be accepted."""
    return Invitation.objects.filter(
        token_digest=Invitation.digest(token), accepted_at=None, expires_at__gt=now
    ).first()


def invitations_of(user: User) -> QuerySet[Invitation]:
    """The invitations a user sees: their own, or all as an administrator."""
    invitations = Invitation.objects.select_related("invited_by")
    return invitations if user.is_superuser else invitations.filter(invited_by=user)


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """A user's API tokens, newest first."""
    return ApiToken.objects.filter(user=user).order_by("-created")


def export(user: User) -> dict[str, Any]:
    """Everything known of a user, as JSON can hold it. Secrets and digests are not part of it."""
    data: dict[str, Any] = {
        "account": {
            "email": user.email,
            "name": user.name,
            "language": user.language,
            "since": user.date_joined,
            "last_login": user.last_login,
            "referee": user.is_staff,
            "administrator": user.is_superuser,
            "rights": sorted(user.get_all_permissions()),
        },
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at")),
        "devices": list(UserSession.objects.filter(user=user).values("created_at", "ip", "user_agent")),
        "tokens": list(tokens_of(user).values("name", "scopes", "created", "expiry")),
        "invitations": list(
            Invitation.objects.filter(email__iexact=user.email).values(
                "invited_as", "club_code", "player_code", "created_at", "accepted_at"
            )
        ),
    }
    for part in seams.export:
        data |= part(user)
    return data
