"""Making users: the first referee of a new service, and anybody whose address is known to be theirs."""

import secrets

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.db import transaction

from accounts import rights
from accounts.models import User

FIRST_REFEREE = "referee@localhost"
# No letters or digits that look like one another: the password is read from a screen and typed once.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # pragma: allowlist secret


@transaction.atomic
def create_confirmed_user(email: str, password: str, **fields: object) -> User:
    """A user whose address needs no confirming."""
    user = User.objects.create_user(email, password, **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@transaction.atomic
def first_referee() -> tuple[str, str] | None:
    """The login and one-time password of the first administrator; nothing if a member of staff exists."""
    if User.objects.filter(is_staff=True).exists():
        return None
    password = one_time_password()
    create_confirmed_user(
        FIRST_REFEREE, password, is_staff=True, is_superuser=True, must_change_password=True
    )
    return FIRST_REFEREE, password


def one_time_password() -> str:
    """Four groups of four characters: 79 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))


@transaction.atomic
def grant(user: User, permission: str, why: str, by: User | None = None) -> None:
    """Give a user a permission, named as in `has_perm`: `app.codename`."""
    app, codename = permission.split(".")
    given = Permission.objects.get(content_type__app_label=app, codename=codename)
    if not user.user_permissions.filter(pk=given.pk).exists():
        user.user_permissions.add(given)
        rights.note(user, {permission: (False, True)}, why, by)
