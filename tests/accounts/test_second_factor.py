"""A second factor: set up once, asked for at every sign-in, kept as a secret."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client, override_settings
from fido2.cose import ES256
from fido2.webauthn import Aaguid, AttestedCredentialData

from accounts.adapter import SecondFactorAdapter
from accounts.models import User
from accounts.services.users import create_confirmed_user

PASSWORD = "seven of clubs on top"
TWO_FACTOR = "/en/accounts/2fa/"


@pytest.fixture
def referee(db: None) -> User:
    return create_confirmed_user("referee@example.org", PASSWORD, is_staff=True)


def sign_in(client: Client):
    return client.post("/en/accounts/login/", {"login": "referee@example.org", "password": PASSWORD})


def code(secret: str, steps: int = 0) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))


def set_up(client: Client) -> str:
    """Walk through the pages as a user does; the secret of the app."""
    asked = client.get(TWO_FACTOR + "totp/activate/")["Location"]
    client.post(asked, {"password": PASSWORD})
    page = client.get(TWO_FACTOR + "totp/activate/").content.decode()
    found = re.search(r'id="authenticator_secret"[^>]* value="(\w+)"', page)
    assert found
    assert client.post(TWO_FACTOR + "totp/activate/", {"code": code(found[1])}).status_code == 302
    return found[1]


@override_settings(REQUIRE_TWO_FACTOR=True)
def test_a_referee_sets_up_a_second_factor_and_is_asked_for_it_ever_after(
    client: Client, referee: User
) -> None:
    sign_in(client)
    assert client.get("/en/referee/")["Location"] == TWO_FACTOR
    secret = set_up(client)
    assert client.get("/en/referee/").status_code == 200

    again = Client()
    assert sign_in(again)["Location"] == TWO_FACTOR + "authenticate/"
    assert "_auth_user_id" not in again.session
    assert again.get("/en/account/").status_code == 302
    assert again.post(TWO_FACTOR + "authenticate/", {"code": "000000"}).context["form"].errors
    assert again.post(TWO_FACTOR + "authenticate/", {"code": code(secret, 1)}).status_code == 302
    assert again.get("/en/referee/").status_code == 200


def test_a_security_key_is_offered_to_those_alone_who_have_one(
    client: Client, referee: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(client)
    set_up(client)
    again = Client()
    sign_in(again)
    page = again.get(TWO_FACTOR + "authenticate/").content.decode()
    assert "Use a security key" not in page
    assert "Cancel" in page
    key = AttestedCredentialData.create(Aaguid.NONE, b"key", ES256({1: 2, 3: -7, -1: 1, -2: b"", -3: b""}))
    monkeypatch.setattr("allauth.mfa.webauthn.internal.auth.get_credentials", lambda _user: [key])
    assert "Use a security key" in again.get(TWO_FACTOR + "authenticate/").content.decode()


def test_recovery_codes_are_shown_once_and_good_once(client: Client, referee: User) -> None:
    sign_in(client)
    set_up(client)
    page = client.get(TWO_FACTOR + "recovery-codes/").content.decode()
    shown = re.search(r"<textarea[^>]*>([\d\s]+)</textarea>", page)
    assert shown
    codes = shown[1].split()
    assert len(codes) == 10
    assert codes[0] not in client.get(TWO_FACTOR + "recovery-codes/").content.decode()
    for expected in (302, 200):
        lost = Client()
        sign_in(lost)
        assert lost.post(TWO_FACTOR + "authenticate/", {"code": codes[0]}).status_code == expected


def test_a_copy_of_the_database_holds_no_secret_of_an_app(client: Client, referee: User) -> None:
    sign_in(client)
    secret = set_up(client)
    stored = Authenticator.objects.get(type="totp").data["secret"]
    assert secret not in stored
    assert SecondFactorAdapter().decrypt(stored) == secret


def test_a_changed_key_reads_what_the_old_one_wrote() -> None:
    with override_settings(SECRET_KEY="old"):  # pragma: allowlist secret
        stored = SecondFactorAdapter().encrypt("secret")
    with override_settings(SECRET_KEY="new", SECRET_KEY_FALLBACKS=["old"]):  # pragma: allowlist secret
        assert SecondFactorAdapter().decrypt(stored) == "secret"
