"""Signing in: by e-mail, with a lock-out, and with the duties that come before anything else."""

from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts import middleware
from accounts.models import Invitation, User
from accounts.services.invitations import invite
from accounts.services.users import FIRST_REFEREE, create_confirmed_user, first_referee

pytestmark = pytest.mark.django_db
PASSWORD = "seven of clubs on top"
LOGIN = "/en/accounts/login/"


@pytest.fixture
def user() -> User:
    return create_confirmed_user("ana@example.org", PASSWORD)


def sign_in(client: Client, password: str = PASSWORD, email: str = "ana@example.org", **more: str):
    return client.post(LOGIN, {"login": email, "password": password, **more})


def test_the_address_is_the_login_however_it_is_written(client: Client, user: User) -> None:
    assert sign_in(client, email="Ana@Example.ORG").status_code == 302
    assert client.session["_auth_user_id"] == str(user.pk)


def test_a_wrong_password_says_so_and_signs_nobody_in(client: Client, user: User) -> None:
    response = sign_in(client, "wrong")
    assert response.status_code == 200
    assert response.context["form"].errors
    assert "_auth_user_id" not in client.session


def test_five_wrong_passwords_close_the_account_to_that_address(client: Client, user: User) -> None:
    answers = [sign_in(client, "wrong").status_code for _ in range(5)]
    assert answers == [200, 200, 200, 200, 429]
    right = sign_in(client)
    assert right.status_code == 429
    assert "for 15 minutes" in right.content.decode()
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(elsewhere).status_code == 302


def test_another_spelling_of_the_address_gives_no_more_tries(client: Client, user: User) -> None:
    spellings = [
        "ana@example.org",
        "Ana@example.org",
        "ANA@example.org",
        " ana@example.org",
        "ana@EXAMPLE.org",
    ]
    assert [sign_in(client, "wrong", each).status_code for each in spellings][-1] == 429


def test_wrong_passwords_of_one_player_do_not_lock_out_the_hall(client: Client, user: User) -> None:
    create_confirmed_user("bob@example.org", PASSWORD)
    for _ in range(6):
        sign_in(client, "wrong")
    assert sign_in(client, email="bob@example.org").status_code == 302


def test_signing_in_begins_a_new_session(client: Client, user: User) -> None:
    client.get(LOGIN)
    session = client.session
    session["planted"] = "1"
    session.save()
    client.cookies["session"] = session.session_key
    sign_in(client)
    assert client.session.session_key != session.session_key


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_signing_in_leads_nowhere_else(client: Client, user: User, elsewhere: str) -> None:
    assert sign_in(client, next=elsewhere)["Location"] == "/en/"


def test_signing_in_leads_back_to_the_page(client: Client, user: User) -> None:
    assert sign_in(client, next="/en/rules/")["Location"] == "/en/rules/"


def test_forms_need_their_token(user: User) -> None:
    client = Client(enforce_csrf_checks=True)
    response = sign_in(client)
    assert response.status_code == 403
    assert "The form has expired" in response.content.decode()


def test_resetting_a_password_tells_nobody_who_has_an_account(client: Client, user: User) -> None:
    answers = []
    for email in ("ana@example.org", "nobody@example.org"):
        answers.append(client.post("/en/accounts/password/reset/", {"email": email}))
    assert answers[0]["Location"] == answers[1]["Location"] == "/en/accounts/password/reset/done/"
    assert [message.to for message in mail.outbox] == [["ana@example.org"], ["nobody@example.org"]]
    assert all(settings.CANASTA_URL in message.body for message in mail.outbox)


def test_a_mail_server_that_is_away_fails_no_page_and_is_told(
    client: Client, user: User, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # where nobody listens
    page = client.post("/en/accounts/password/reset/", {"email": user.email}, follow=True)
    assert "No e-mail could be sent" in page.content.decode()
    assert "A mail could not be sent: ConnectionRefusedError" in caplog.text
    assert user.email not in caplog.text


def test_a_forged_host_reaches_no_message(client: Client, user: User) -> None:
    response = client.post(
        "/en/accounts/password/reset/", {"email": user.email}, headers={"host": "evil.example"}
    )
    assert response.status_code == 400
    assert not mail.outbox


def test_sign_up_is_by_invitation_unless_it_is_open(client: Client) -> None:
    form = {"email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert "By invitation" in client.post("/en/accounts/signup/", form).content.decode()
    assert not User.objects.exists()
    with override_settings(SIGN_UP="open"):
        assert client.post("/en/accounts/signup/", form).status_code == 302
    assert User.objects.get().email == "new@example.org"


def test_signing_up_sets_no_rights(client: Client) -> None:
    form = {"email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}
    with override_settings(SIGN_UP="open"):
        client.post("/en/accounts/signup/", form | {"is_staff": "on", "is_superuser": "1", "name": "x"})
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.name) == (False, False, "")


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 }}"])
def test_a_name_is_text_wherever_it_is_shown(client: Client, user: User, name: str) -> None:
    User.objects.update(name=name, is_staff=True, is_superuser=True)
    sign_in(client)
    invite(Invitation(email="new@example.org"), User.objects.get(), timezone.now())
    for page in ("/en/", "/en/account/", "/en/account/invitations/", "/en/referee/"):
        text = client.get(page).content.decode()
        assert "<script>alert" not in text
        assert "<img src=x" not in text


# --- The first referee ---


def test_the_first_referee_is_made_once_and_gets_a_password_for_one_use(capsys) -> None:
    call_command("first_referee")
    password = capsys.readouterr().out.split("One-time password: ")[1].strip()
    user = User.objects.get()
    assert (user.email, user.is_staff, user.is_superuser) == (FIRST_REFEREE, True, True)
    assert user.check_password(password)
    assert user.must_change_password
    call_command("first_referee")
    assert "password" not in capsys.readouterr().out
    assert User.objects.count() == 1


def test_a_one_time_password_is_only_good_for_choosing_another(client: Client) -> None:
    email, once = first_referee() or ("", "")
    change = reverse("account_change_password")
    sign_in(client, once, email)
    for page in ("/en/", "/en/referee/", "/en/account/"):
        assert client.get(page)["Location"].endswith("/accounts/password/change/")
    again = client.post(change, {"oldpassword": once, "password1": once, "password2": once})
    assert "other than the one-time one" in again.content.decode() or "jiné heslo" in again.content.decode()
    new = client.post(change, {"oldpassword": once, "password1": PASSWORD, "password2": PASSWORD})
    assert new.status_code == 302
    assert client.get("/en/").status_code == 200
    assert not User.objects.get().must_change_password


# --- The referees' site ---


def test_the_referees_site_has_no_door_of_its_own(client: Client, user: User) -> None:
    response = client.get("/en/referee/", follow=True)
    assert response.redirect_chain[-1][0] == "/en/accounts/login/?next=/en/referee/"
    assert sign_in(client).status_code == 302
    assert client.get("/en/referee/login/").status_code == 403


@override_settings(REQUIRE_TWO_FACTOR=True)
def test_staff_without_a_second_factor_are_led_to_set_it_up(client: Client, user: User) -> None:
    sign_in(client)
    assert client.get("/en/").status_code == 200
    User.objects.update(is_staff=True)
    assert client.get("/en/referee/")["Location"] == "/en/accounts/2fa/"
    assert client.get("/en/")["Location"] == "/en/accounts/2fa/"
    assert client.get("/en/accounts/2fa/").status_code == 200


# --- Staff who went away ---


class Clock:
    """The seconds that `time.time` says."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    def go_on(self, minutes: int) -> None:
        self.now += minutes * 60


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(middleware, "time", clock)
    return clock


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@override_settings(STAFF_IDLE_MINUTES=30)
def test_staff_are_signed_out_when_nobody_used_their_session(
    client: Client, user: User, clock: Clock
) -> None:
    User.objects.update(is_staff=True)
    sign_in(client)
    client.get("/en/account/")
    clock.go_on(29)
    assert client.get("/en/account/").status_code == 200
    clock.go_on(29)
    assert client.get("/en/account/").status_code == 200
    clock.go_on(31)
    page = client.get("/en/account/", follow=True)
    assert page.redirect_chain[-1][0] == "/en/accounts/login/?next=/en/account/"
    assert "You were signed out" in page.content.decode()
    assert not is_signed_in(client)


@override_settings(STAFF_IDLE_MINUTES=30)
def test_a_clock_that_a_page_asks_for_keeps_nobody_signed_in(
    client: Client, user: User, clock: Clock
) -> None:
    User.objects.update(is_staff=True)
    sign_in(client)
    client.get("/en/account/")
    for _ in range(2):
        clock.go_on(20)
        client.get("/en/rules/", headers={"HX-Request": "true"})
    assert not is_signed_in(client)


@pytest.mark.parametrize(("staff", "minutes"), [(False, 30), (True, 0)])
def test_others_stay_signed_in_and_so_do_staff_where_that_is_set(
    client: Client, user: User, clock: Clock, settings: Any, staff: bool, minutes: int
) -> None:
    settings.STAFF_IDLE_MINUTES = minutes
    User.objects.update(is_staff=staff)
    sign_in(client)
    client.get("/en/account/")
    clock.go_on(120)
    assert client.get("/en/account/").status_code == 200
