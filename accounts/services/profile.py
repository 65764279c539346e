"""What users change about themselves, up to leaving."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts import rights
from accounts.errors import AccountError
from accounts.models import ERASED_DOMAIN, ApiToken, IdempotentAnswer, Invitation, User
from accounts.seams import seams
from accounts.services.users import end_sessions, with_administrators

ERASED = gettext_noop("The account was deleted.")


def change_profile(user: User, *, name: str, language: str) -> None:
    """Store how a user is called and which language they are written to in."""
    User.objects.filter(pk=user.pk).update(name=name, language=language)


def invited_for(codes: Iterable[str]) -> list[str]:
    """The addresses from which the players with these codes were claimed: a user may have another by now."""
    claimed = Invitation.objects.filter(player_code__in=codes, accepted_at__isnull=False)
    return list(claimed.values_list("email", flat=True))


def forget_addresses(addresses: Iterable[str]) -> None:
    """Delete what is kept for a while of e-mail addresses: invitations, and who tried to sign in."""
    for address in addresses:
        Invitation.objects.filter(email__iexact=address).delete()
        for kept in (AccessAttempt, AccessFailureLog, AccessLog):
            kept.objects.filter(username__iexact=address).delete()


@transaction.atomic
def erase(user: User) -> None:
    """Forget who a user is. Results stay, under a pseudonym; the row stays, for what refers to it.

    Raises AccountError `last_administrator` for the only one: nobody could open the service afterwards.
    """
    user, administrators = with_administrators(user)
    if administrators == [user]:
        raise AccountError("last_administrator", _("The last administrator can't leave. Name another first."))
    for forget in seams.forget:
        forget(user)
    address = user.email
    former = list(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    end_sessions(user)
    IdempotentAnswer.objects.filter(user=user).delete()
    forget_addresses([address, *former])
    LogEntry.objects.filter(
        Q(content_type=ContentType.objects.get_for_model(User), object_id=f"{user.pk}")
        | Q(object_repr__icontains=address)
    ).update(object_repr="")
    lost = rights.permissions_of(user)
    user.groups.clear()
    user.user_permissions.clear()
    user.email = f"erased-{user.pk}{ERASED_DOMAIN}"
    user.name = user.language = ""
    user.is_active = user.is_staff = user.is_superuser = user.must_change_password = False
    user.set_unusable_password()
    user.because(ERASED, user).save()
    if lost:
        rights.note(user, dict.fromkeys(lost, (True, False)), ERASED, user)
