"""An account by invitation: once, in time, for one address, with just the rights that were given."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.errors import AccountError
from accounts.models import Invitation, InvitedAs, User
from accounts.seams import seams
from accounts.selectors import open_invitation
from accounts.services.invitations import accept, accept_as, invite, send, withdraw
from accounts.services.users import create_confirmed_user

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PASSWORD = "seven of clubs on top"


@pytest.fixture
def administrator() -> User:
    return create_confirmed_user("admin@example.org", PASSWORD, is_staff=True, is_superuser=True)


def token_of(link: str) -> str:
    return link.rstrip("/").rsplit("/", 1)[1]


def test_only_the_digest_of_a_link_is_kept(administrator: User) -> None:
    link = invite(Invitation(email="New@Example.org"), administrator, NOW)
    invitation = Invitation.objects.get()
    assert invitation.email == "new@example.org"
    assert token_of(link) not in str(invitation.__dict__)
    assert open_invitation(token_of(link), NOW) == invitation
    assert open_invitation("guess", NOW) is None


def test_the_link_is_mailed(administrator: User) -> None:
    invitation = Invitation(email="new@example.org")
    link = invite(invitation, administrator, NOW)
    assert send(invitation, link)
    assert mail.outbox[0].to == ["new@example.org"]
    assert link in mail.outbox[0].body


@pytest.mark.parametrize(
    ("backend", "mailed"),
    [
        ("django.core.mail.backends.locmem.EmailBackend", True),
        ("django.core.mail.backends.filebased.EmailBackend", False),
        ("django.core.mail.backends.smtp.EmailBackend", False),
    ],
)
def test_only_a_mail_that_went_is_said_to_be_on_its_way(
    client: Client, administrator: User, settings: Any, tmp_path: Path, backend: str, mailed: bool
) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = backend, tmp_path
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # where nobody listens
    client.force_login(administrator)
    form = {"email": "new@example.org", "invited_as": InvitedAs.PLAYER}
    page = client.post("/en/account/invitations/", form).content.decode()
    assert ("The invitation is on its way" in page) is mailed
    assert ("Pass on this link yourself; it is not shown again" in page) is not mailed
    assert ("This service sends no e-mails but keeps them in files" in page) is ("filebased" in backend)
    assert ("no e-mail could be sent" in page) is ("smtp" in backend)
    assert Invitation.objects.get().email == "new@example.org"


def test_an_invitation_is_good_for_fourteen_days(administrator: User) -> None:
    token = token_of(invite(Invitation(email="new@example.org"), administrator, NOW))
    assert open_invitation(token, NOW + timedelta(days=14) - timedelta(seconds=1))
    assert open_invitation(token, NOW + timedelta(days=14)) is None
    with pytest.raises(AccountError) as refused:
        accept(Invitation.objects.get(), NOW + timedelta(days=14), name="N", language="cs", password=PASSWORD)
    assert refused.value.code == "invitation_used"
    assert not User.objects.filter(email="new@example.org").exists()


def test_an_invitation_is_accepted_once(administrator: User) -> None:
    invite(Invitation(email="new@example.org"), administrator, NOW)
    invitation = Invitation.objects.get()
    accept(invitation, NOW, name="Nová", language="cs", password=PASSWORD)
    with pytest.raises(AccountError) as refused:
        accept(invitation, NOW, name="Jiná", language="cs", password=PASSWORD)
    assert refused.value.code == "invitation_used"
    assert User.objects.get(email="new@example.org").name == "Nová"


def test_an_address_with_an_account_accepts_signed_in(administrator: User) -> None:
    invite(Invitation(email="ana@example.org"), administrator, NOW)
    invitation = Invitation.objects.get()
    ana = create_confirmed_user("ana@example.org", PASSWORD)
    with pytest.raises(AccountError) as refused:
        accept(invitation, NOW, name="x", language="", password=PASSWORD)
    assert refused.value.code == "has_account"
    with pytest.raises(AccountError) as refused:
        accept_as(administrator, invitation, NOW)
    assert refused.value.code == "not_invited"
    accept_as(ana, invitation, NOW)
    invitation.refresh_from_db()
    assert invitation.accepted_at == NOW


@pytest.mark.parametrize(
    ("invited_as", "staff"),
    [(InvitedAs.PLAYER, False), (InvitedAs.MANAGER, False), (InvitedAs.REFEREE, True)],
)
def test_only_a_referee_may_open_the_referees_site(administrator: User, invited_as: str, staff: bool) -> None:
    invite(Invitation(email="new@example.org", invited_as=invited_as, club_code="demo"), administrator, NOW)
    accept(Invitation.objects.get(), NOW, name="N", language="", password=PASSWORD)
    user = User.objects.get(email="new@example.org")
    assert (user.is_staff, user.is_superuser) == (staff, False)


def test_only_an_administrator_gives_roles(administrator: User) -> None:
    referee = create_confirmed_user("referee@example.org", PASSWORD, is_staff=True)
    with pytest.raises(AccountError) as refused:
        invite(Invitation(email="new@example.org", invited_as=InvitedAs.REFEREE), referee, NOW)
    assert refused.value.code == "not_yours_to_give"
    invite(Invitation(email="new@example.org"), referee, NOW)


def test_the_apps_above_give_an_invitation_its_effect(administrator: User, monkeypatch) -> None:
    welcomed = []
    monkeypatch.setattr(seams, "welcome", [lambda user, invitation: welcomed.append(invitation.player_code)])
    invite(Invitation(email="new@example.org", player_code="P1"), administrator, NOW)
    accept(Invitation.objects.get(), NOW, name="N", language="", password=PASSWORD)
    assert welcomed == ["P1"]


def test_one_withdraws_only_ones_own_unless_an_administrator(administrator: User) -> None:
    referee = create_confirmed_user("referee@example.org", PASSWORD, is_staff=True)
    invite(Invitation(email="new@example.org"), administrator, NOW)
    pk = Invitation.objects.get().pk
    withdraw(pk, referee)
    assert Invitation.objects.exists()
    withdraw(pk, administrator)
    assert not Invitation.objects.exists()


# --- The pages ---


def test_from_invitation_to_signed_in(client: Client, administrator: User) -> None:
    client.force_login(administrator)
    page = client.post("/en/account/invitations/", {"email": "new@example.org", "invited_as": "player"})
    link = page.context["link"]
    assert link in page.content.decode()
    assert link not in client.get("/en/account/invitations/").content.decode()
    guest = Client()
    path = "/en/account/invitation/" + token_of(link) + "/"
    assert "new@example.org" in guest.get(path).content.decode()
    given = {"name": "Nová", "password": "short"}  # pragma: allowlist secret
    assert guest.post(path, given).context["form"].errors["password"]
    made = guest.post(
        path, {"name": "Nová", "password": PASSWORD, "is_superuser": "on", "email": "x@example.org"}
    )
    assert made["Location"] == "/en/"
    user = User.objects.get(email="new@example.org")
    assert guest.session["_auth_user_id"] == str(user.pk)
    assert (user.name, user.language, user.is_superuser) == ("Nová", "en", False)
    assert Client().get(path).status_code == 410


def test_a_manager_needs_a_club(client: Client, administrator: User) -> None:
    client.force_login(administrator)
    page = client.post("/en/account/invitations/", {"email": "new@example.org", "invited_as": "manager"})
    assert page.context["form"].errors
    assert not Invitation.objects.exists()


def test_who_may_not_invite_sees_nothing_of_it(client: Client) -> None:
    client.force_login(create_confirmed_user("ana@example.org", PASSWORD))
    assert client.get("/en/account/invitations/").status_code == 403
    assert "/account/invitations/" not in client.get("/en/account/").content.decode()


def test_a_signed_in_user_accepts_with_one_button(client: Client, administrator: User) -> None:
    path = (
        "/en/account/invitation/"
        + token_of(invite(Invitation(email="ana@example.org"), administrator, timezone.now()))
        + "/"
    )
    client.force_login(create_confirmed_user("ana@example.org", PASSWORD))
    assert client.post(path)["Location"] == "/en/"
    assert Invitation.objects.get().accepted_at
