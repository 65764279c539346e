"""The account's own pages: profile, tokens, export, leaving."""

import json
import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from rest_framework.test import APIRequestFactory

from accounts.authentication import TokenAuthentication
from accounts.errors import AccountError
from accounts.models import ApiToken, Scope, User
from accounts.seams import seams
from accounts.selectors import export
from accounts.services.profile import erase
from accounts.services.tokens import create_token
from accounts.services.users import create_confirmed_user

pytestmark = pytest.mark.django_db
PASSWORD = "seven of clubs on top"


@pytest.fixture
def user() -> User:
    return create_confirmed_user("ana@example.org", PASSWORD, name="Ana")


@pytest.fixture
def signed_in(client: Client, user: User) -> Client:
    client.post("/en/accounts/login/", {"login": user.email, "password": PASSWORD})
    return client


def confirmed(client: Client, path: str, form: dict[str, object] | None = None):
    """Post a form whose effect asks for the password once more; the answer is the form's."""
    asked = client.post(path, form or {})["Location"]
    assert asked.startswith("/en/accounts/reauthenticate/")
    return client.post(asked, {"password": PASSWORD})


@pytest.mark.parametrize(
    "path",
    [
        "",
        "tokens/",
        "export/",
        "erase/",
        "invitations/",
        "tokens/x/revoke/",
        "invitations/1/withdraw/",
        "devices/1/sign-out/",
    ],
)
def test_every_page_of_an_account_asks_to_sign_in(client: Client, path: str) -> None:
    response = client.get(f"/en/account/{path}")
    assert response["Location"] == f"/en/accounts/login/?next=/en/account/{path}"


def test_one_device_is_signed_out_and_nobody_elses(signed_in: Client, user: User) -> None:
    other, stranger = Client(), Client()
    assert other.post("/en/accounts/login/", {"login": user.email, "password": PASSWORD}).status_code == 302
    create_confirmed_user("stranger@example.org", PASSWORD)
    stranger.post("/en/accounts/login/", {"login": "stranger@example.org", "password": PASSWORD})
    for client in (other, stranger, signed_in):
        client.get("/en/account/")
    page = signed_in.get("/en/accounts/sessions/").content.decode()
    (address,) = re.findall(r'action="(/en/account/devices/\d+/sign-out/)"', page)
    stranger.post(address)
    assert other.get("/en/account/").status_code == 200
    assert signed_in.post(address)["Location"] == "/en/accounts/sessions/"
    assert other.get("/en/account/").status_code == 302
    assert signed_in.get("/en/account/").status_code == 200


def test_a_profile_changes_name_and_language_and_nothing_else(signed_in: Client, user: User) -> None:
    response = signed_in.post(
        "/en/account/", {"name": "Anna", "language": "cs", "is_staff": "on", "email": "x@example.org"}
    )
    assert response["Location"] == "/cs/account/"
    user.refresh_from_db()
    assert (user.name, user.language, user.is_staff, user.email) == ("Anna", "cs", False, "ana@example.org")


def test_a_tokens_secret_is_shown_once_and_opens_the_api(signed_in: Client, user: User) -> None:
    page = confirmed(signed_in, "/en/account/tokens/", {"name": "table", "scopes": ["submit"]})
    secret = page.context["secret"]
    assert secret in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert secret not in signed_in.get("/en/account/tokens/").content.decode()
    request = APIRequestFactory().get("/", headers={"authorization": f"Token {secret}"})
    owner, token = TokenAuthentication().authenticate(request)
    assert (owner, token.scopes, token.name) == (user, [Scope.SUBMIT], "table")


def test_a_token_needs_a_known_scope(signed_in: Client) -> None:
    page = confirmed(signed_in, "/en/account/tokens/", {"name": "table", "scopes": ["everything"]})
    assert page.context["form"].errors["scopes"]
    assert not ApiToken.objects.exists()


def test_making_a_token_needs_the_password_once_more(signed_in: Client) -> None:
    asked = signed_in.post("/en/account/tokens/", {"name": "table", "scopes": ["submit"]})["Location"]
    assert signed_in.post(asked, {"password": "wrong"}).context["form"].errors  # pragma: allowlist secret
    assert not ApiToken.objects.exists()


def test_only_ones_own_tokens_are_ended(signed_in: Client, user: User) -> None:
    other = create_confirmed_user("bob@example.org", PASSWORD)
    theirs, _ = create_token(other, "theirs", [Scope.SUBMIT])
    mine, _ = create_token(user, "mine", [Scope.SUBMIT])
    for token in (theirs, mine):
        signed_in.post(f"/en/account/tokens/{token.token_key}/revoke/")
    assert list(ApiToken.objects.values_list("name", flat=True)) == ["theirs"]


def test_the_export_tells_all_but_secrets(signed_in: Client, user: User, monkeypatch) -> None:
    token, secret = create_token(user, "table", [Scope.SUBMIT])
    monkeypatch.setattr(seams, "export", [lambda user: {"player": {"code": "P1"}}])
    response = signed_in.get("/en/account/export/")
    assert "attachment" in response["Content-Disposition"]
    text = response.content.decode()
    data = json.loads(text)
    assert data["account"]["email"] == "ana@example.org"
    assert data["player"] == {"code": "P1"}
    assert data["tokens"][0]["name"] == "table"
    assert len(data["devices"]) == 1
    for hidden in (secret, token.digest, user.password):
        assert hidden not in text


def test_leaving_forgets_the_person_and_keeps_the_row(signed_in: Client, user: User, monkeypatch) -> None:
    forgotten = []
    monkeypatch.setattr(seams, "forget", [lambda user: forgotten.append(user.pk)])
    create_token(user, "table", [Scope.SUBMIT])
    elsewhere = Client()
    elsewhere.post("/en/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert confirmed(signed_in, "/en/account/erase/")["Location"] == "/en/"
    user.refresh_from_db()
    assert (user.email, user.name, user.is_active) == (f"erased-{user.pk}@erased.invalid", "", False)
    assert not user.has_usable_password()
    assert not ApiToken.objects.exists()
    assert not EmailAddress.objects.exists()
    assert forgotten == [user.pk]
    assert "ana@example.org" not in json.dumps(export(user), default=str)
    assert elsewhere.get("/en/account/").status_code == 302


def test_leaving_needs_the_password_once_more(signed_in: Client, user: User) -> None:
    assert signed_in.post("/en/account/erase/")["Location"].startswith("/en/accounts/reauthenticate/")
    assert User.objects.filter(email=user.email, is_active=True).exists()


def test_the_last_administrator_cannot_leave(user: User) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    with pytest.raises(AccountError) as refused:
        erase(user)
    assert refused.value.code == "last_administrator"
    create_confirmed_user("second@example.org", PASSWORD, is_superuser=True)
    erase(user)
    assert not User.objects.get(pk=user.pk).is_superuser
