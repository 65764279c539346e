"""What is read about accounts."""

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings

from accounts.models import User


def lacks_second_factor(user: User) -> bool:
    """Whether the service asks this user for a second factor that isn't set up."""
    return bool(settings.REQUIRE_TWO_FACTOR and user.is_staff and not is_mfa_enabled(user))
