"""Texts of the frameworks whose own Czech is wrong, unclear or missing: of pages to sign in, lists, the API.

The site's catalog comes before theirs.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

TEXTS = [
    _("Use a security key"),
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Add Security Key"),
    _("Remove Security Key"),
    _("Are you sure you want to remove this security key?"),
    _("Authenticator App"),
    _("An authenticator app is not active."),
    _("Authentication using an authenticator app is active."),
    _("Activate Authenticator App"),
    _("Deactivate Authenticator App"),
    _("Authenticator code"),
    _("Authenticator secret"),
    _("Two-Factor Authentication"),
    _("Your account is protected by two-factor authentication. Please enter an authenticator code:"),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _(
        "We have sent you an email. If you have not received it please check your spam folder."
        " Otherwise contact us if you do not receive it in a few minutes."
    ),
    _("Successfully signed in as %(name)s."),
    _("You have signed out."),
    _("Are you sure you want to sign out?"),
    _("Remember Me"),
    _("I have saved my recovery codes"),
    _("View %s"),
    _("Must be a valid boolean."),
    _("Must be a valid UUID."),
    _("Not a valid string."),
    _("Datetime value out of range."),
    _("Ensure this field has at least {min_length} elements."),
    _("Ensure this field has no more than {max_length} elements."),
    _("Invalid data. Expected a dictionary, but got {datatype}."),
    _('Expected a list of items but got type "{input_type}".'),
    ngettext_lazy(
        "There is %(unused_count)s out of %(total_count)s recovery codes available.",
        "There are %(unused_count)s out of %(total_count)s recovery codes available.",
    ),
]
