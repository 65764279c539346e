"""Whoever gets or loses a right over the whole site: who gave it, when, why, from what to what."""

from datetime import UTC, datetime

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import Invitation, InvitedAs, User
from accounts.rights import history_of
from accounts.services.invitations import accept, invite
from accounts.services.profile import erase
from accounts.services.users import create_confirmed_user, first_referee

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PASSWORD = "seven of clubs on top"


@pytest.fixture
def administrator() -> User:
    return create_confirmed_user(
        "admin@example.org", PASSWORD, name="Ada Adminová", is_staff=True, is_superuser=True
    )


@pytest.fixture
def referee(administrator: User) -> User:
    invitation = Invitation(email="new@example.org", invited_as=InvitedAs.REFEREE)
    invite(invitation, administrator, NOW)
    return accept(Invitation.objects.get(), NOW, name="Nina Nová", language="cs", password=PASSWORD)


def told(user: User) -> list[tuple[str, str, dict[str, tuple[str, str]]]]:
    """The lines of a user's history, the oldest first: who, why, what."""
    return [
        (
            line.who,
            line.history_change_reason,
            {str(change["field"]): (change["old"], change["new"]) for change in line.history_delta_changes},
        )
        for line in reversed(history_of(user))
    ]


def test_a_referee_by_invitation_was_made_one_by_who_invited(referee: User) -> None:
    by, why = "Ada Adminová", "By invitation."
    assert told(User.objects.get(pk=referee.pk)) == [
        (by, why, {"may open the referees' site": ("no", "yes")}),
        (by, why, {"May decide results in every tournament": ("no", "yes")}),
    ]


def test_rights_that_are_taken_by_hand_leave_a_line_each_time(administrator: User, referee: User) -> None:
    user = User.objects.get(pk=referee.pk)
    before = len(history_of(user))
    user.is_staff = user.is_active = False
    user.because("left the club", administrator).save()
    user.name = "Nina Novější"
    user.save()
    (line, *_others) = history_of(user)
    assert len(history_of(user)) == before + 1
    assert (line.who, line.history_change_reason) == ("Ada Adminová", "left the club")
    assert [(change["old"], change["new"]) for change in line.history_delta_changes] == [("yes", "no")] * 2


def test_what_no_account_did_names_nobody(client: Client) -> None:
    first_referee()
    (line,) = history_of(User.objects.get())
    assert line.who == ""
    assert len(line.history_delta_changes) == 2


def test_signing_in_and_plain_accounts_leave_no_line(client: Client) -> None:
    create_confirmed_user("plain@example.org", PASSWORD)
    client.post(reverse("account_login"), {"login": "plain@example.org", "password": PASSWORD})
    assert not LogEntry.objects.exists()


def test_the_history_is_read_by_administrators_in_both_languages(
    client: Client, administrator: User, referee: User
) -> None:
    client.force_login(administrator)
    page = client.get(f"/en/referee/accounts/user/{referee.pk}/history/").content.decode()
    assert "<b>May open the referees&#x27; site:</b> no → yes" in page
    assert "<b>May decide results in every tournament:</b> no → yes" in page
    assert "By invitation." in page
    assert "Na pozvánku." in client.get(f"/cs/referee/accounts/user/{referee.pk}/history/").content.decode()
    client.force_login(referee)
    assert client.get(f"/en/referee/accounts/user/{referee.pk}/history/").status_code == 403


def test_who_leaves_is_named_by_no_line_of_the_history(referee: User) -> None:
    erase(User.objects.get(pk=referee.pk))
    user = User.objects.get(pk=referee.pk)
    assert [what for _who, _why, what in told(user)][2:] == [
        {
            "may open the referees' site": ("yes", "no"),
            "active": ("yes", "no"),
        },
        {"May decide results in every tournament": ("yes", "no")},
    ]
    kept = " ".join(f"{entry.object_repr} {entry.change_message}" for entry in LogEntry.objects.all())
    assert "Nová" not in kept
    assert "new@example.org" not in kept
