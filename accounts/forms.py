"""What is typed about accounts. Signing in and passwords are allauth's forms."""

from typing import Any

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, Invitation, InvitedAs, Scope, User


class ProfileForm(forms.ModelForm):
    """How a user is called, and in which language."""

    language = forms.ChoiceField(label=_("Language"), required=False)

    class Meta:
        model = User
        fields = ("name", "language")
        labels = {"name": _("Name")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = [("", _("As the page")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs["autocomplete"] = "name"


class SecurityKeyForm(AddWebAuthnForm):
    """A new security key; allauth leaves its name without a label."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the key")
        self.fields["name"].help_text = _(
            "Browsers use keys only where the service has a name, not at an address of figures."
        )


class TokenForm(forms.ModelForm):
    """A name for a token and what it may be used for."""

    scopes = forms.MultipleChoiceField(
        label=_("What it may do"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = ApiToken
        fields = ("name",)
        labels = {"name": _("Name")}
        help_texts = {"name": _("Which program will use it.")}


class InvitationForm(forms.ModelForm):
    """Whom to invite, and as what."""

    class Meta:
        model = Invitation
        fields = ("email", "player_code", "invited_as", "club_code")
        help_texts = {
            "player_code": _("The player this person is, if results are kept for them already."),
            "club_code": _("Needed to manage a club."),
        }

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not by.is_superuser:
            del self.fields["invited_as"], self.fields["club_code"]

    def clean_invited_as(self) -> str:
        """A club manager needs a club; the model's constraint asks for it by name."""
        return str(self.cleaned_data["invited_as"] or InvitedAs.PLAYER)


class AcceptForm(forms.Form):
    """The name and password of a new account."""

    name = forms.CharField(
        label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email
        self.fields["password"].help_text = " ".join(password_validators_help_texts())

    def clean(self) -> dict[str, Any]:
        """The password is measured against the address and the name."""
        cleaned = super().clean() or {}
        if password := cleaned.get("password"):
            user = User(email=self.email, name=cleaned.get("name", ""))
            try:
                validate_password(password, user)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned
