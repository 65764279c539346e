"""Making users, and what they may do on the whole site: given and taken by administrators, with a reason."""

import secrets
from collections.abc import Mapping

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import rights
from accounts.errors import AccountError
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
    _set_permission(user, permission, True, why, by)


@transaction.atomic
def change_rights(user: User, wanted: Mapping[str, bool], why: str, by: User) -> User:
    """Give and take rights: those of `rights.RIGHTS`, and permissions named as in `has_perm`.

    Raises AccountError `own_rights` for one's own, `not_yours_to_give` unless `by` is an administrator still,
    `erased` for an account that was deleted,
    `rights_need_the_site` if a right would be left that nobody could use outside the referees' site.
    """
    user, administrators = with_administrators(user)
    if user == by:
        raise AccountError("own_rights", _("Nobody changes their own rights. Ask another administrator."))
    if by not in administrators:  # Nor can the last one go: `by` stays.
        raise AccountError("not_yours_to_give", _("Only an administrator gives and takes rights."))
    if user.is_erased:
        raise AccountError("erased", _("This account was deleted: it gets no rights."))
    for right in rights.RIGHTS:
        setattr(user, right, wanted.get(right, getattr(user, right)))
    user.because(why, by).save(update_fields=list(rights.RIGHTS))
    for permission in wanted.keys() - rights.RIGHTS:
        _set_permission(user, permission, wanted[permission], why, by)
    if not user.is_staff and (user.is_superuser or rights.permissions_of(user)):
        text = _("Who decides everywhere or is an administrator may open the referees' site, too.")
        raise AccountError("rights_need_the_site", text)
    if not user.is_active:
        end_sessions(user)
    return user


def with_administrators(user: User) -> tuple[User, list[User]]:
    """This user and all active administrators, locked in one order, so that no two wait for each other."""
    wanted = Q(pk=user.pk) | Q(is_superuser=True, is_active=True)
    locked = list(User.objects.select_for_update().filter(wanted).order_by("pk"))
    (found,) = [each for each in locked if each == user]
    return found, [each for each in locked if each.is_superuser and each.is_active]


def end_sessions(user: User) -> None:
    """Sign a user out everywhere."""
    for session in UserSession.objects.filter(user=user):
        session.end()


def end_session(user: User, pk: int) -> None:
    """Sign a user out on one device; nobody else's, and without a word where it is signed out already."""
    for session in UserSession.objects.filter(user=user, pk=pk):
        session.end()


def _set_permission(user: User, permission: str, wanted: bool, why: str, by: User | None) -> None:
    app, codename = permission.split(".")
    given = Permission.objects.get(content_type__app_label=app, codename=codename)
    before = user.user_permissions.filter(pk=given.pk).exists()
    if before == wanted:
        return
    if wanted:
        user.user_permissions.add(given)
    else:
        user.user_permissions.remove(given)
    rights.note(user, {permission: (before, wanted)}, why, by)
