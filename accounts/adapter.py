"""What allauth asks the house: may anybody sign up?"""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up is open only where the setting says so; else an account comes by invitation."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGN_UP == "open")
