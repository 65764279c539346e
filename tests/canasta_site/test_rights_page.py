"""Administrators give and take rights on an account's page in the referees' site, for a reason."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.errors import AccountError
from accounts.models import Scope, User
from accounts.rights import history_of
from accounts.services.profile import erase
from accounts.services.tokens import create_token
from accounts.services.users import change_rights, create_confirmed_user, grant

pytestmark = pytest.mark.django_db
DECIDES = "tournaments.decide_results"
PASSWORD = "seven of clubs on top"
NONE_YET = {"initial-is_active": "True", "initial-is_staff": "False", "initial-is_superuser": "False"}


def account(email: str, **fields: Any) -> User:
    return create_confirmed_user(email, PASSWORD, **fields)


@pytest.fixture
def administrator(client: Client) -> User:
    user = account("admin@example.org", name="Ada Adminová", is_staff=True, is_superuser=True)
    client.force_login(user)
    return user


@pytest.fixture
def nina() -> User:
    return account("nina@example.org", name="Nina Nová")


def page_of(user: User, language: str = "en") -> str:
    return f"/{language}/referee/accounts/user/{user.pk}/change/"


def as_read(page: Any) -> dict[str, str]:
    """What a page sends along about how the rights were."""
    return dict(re.findall(r'name="(initial-[a-z_]+)"(?: value="([^"]*)")?', page.content.decode()))


def told(user: User) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The lines of a user's history, the oldest first: who, why, and which right became what."""
    return [
        (
            line.who,
            line.history_change_reason,
            [(str(each["field"]), each["new"]) for each in line.history_delta_changes],
        )
        for line in reversed(history_of(user))
    ]


def test_a_referee_is_made_and_unmade_with_a_line_each(
    client: Client, administrator: User, nina: User
) -> None:
    given = {"is_active": "on", "is_staff": "on", "permissions": [DECIDES], "reason": "Passed the course."}
    assert client.post(page_of(nina), NONE_YET | given).status_code == 302
    nina = User.objects.get(pk=nina.pk)
    assert (nina.is_staff, nina.is_superuser, nina.has_perm(DECIDES)) == (True, False, True)
    read = NONE_YET | {"initial-is_staff": "True", "initial-permissions": [DECIDES]}
    assert client.post(page_of(nina), read | {"is_active": "on", "reason": "Left."}).status_code == 302
    nina = User.objects.get(pk=nina.pk)
    assert (nina.is_active, nina.is_staff, nina.has_perm(DECIDES)) == (True, False, False)
    site, decides = "may open the referees' site", "May decide results in every tournament"
    assert told(nina) == [
        ("Ada Adminová", "Passed the course.", [(site, "yes")]),
        ("Ada Adminová", "Passed the course.", [(decides, "yes")]),
        ("Ada Adminová", "Left.", [(site, "no")]),
        ("Ada Adminová", "Left.", [(decides, "no")]),
    ]
    kept = "".join(each.object_repr + each.change_message for each in LogEntry.objects.all())
    assert "Nová" not in kept


def test_the_page_asks_in_both_languages(client: Client, administrator: User, nina: User) -> None:
    english = client.get(page_of(nina)).content.decode()
    czech = client.get(page_of(nina, "cs")).content.decode()
    for page, words in ((english, "May decide results in every tournament"), (czech, "Smí rozhodovat")):
        assert words in page
        assert 'name="reason"' in page
    answer = client.post(page_of(nina), NONE_YET | {"is_active": "on", "is_staff": "on", "reason": " "})
    assert "This field is required." in answer.content.decode()
    assert not User.objects.get(pk=nina.pk).is_staff


@pytest.mark.parametrize("first", [{"is_staff": "on", "reason": ""}, {"reason": "Passed the course."}])
def test_what_was_refused_is_given_at_the_second_try(
    client: Client, administrator: User, nina: User, first: dict[str, str]
) -> None:
    """No reason was typed, or the right went without the one that it needs."""
    asked = {"is_active": "on", "permissions": [DECIDES]}
    refused = client.post(page_of(nina), as_read(client.get(page_of(nina))) | asked | first)
    again = asked | {"is_staff": "on", "reason": "Passed the course."}
    client.post(page_of(nina), as_read(refused) | again)
    assert User.objects.get(pk=nina.pk).has_perm(DECIDES)


def test_only_what_was_changed_on_the_page_is_changed(
    client: Client, administrator: User, nina: User
) -> None:
    """Another administrator gave a right while the page was open: it is not taken back by accident."""
    other = account("other@example.org", is_staff=True, is_superuser=True)
    change_rights(nina, {"is_staff": True, DECIDES: True}, "course", other)
    sent = NONE_YET | {"is_active": "on", "is_staff": "on", "is_superuser": "on", "reason": "helps"}
    client.post(page_of(nina), sent)
    nina = User.objects.get(pk=nina.pk)
    assert nina.user_permissions.filter(codename="decide_results").exists()
    assert told(nina)[-1] == ("Ada Adminová", "helps", [("Administrator", "yes")])


def test_nobody_changes_their_own_rights(client: Client, administrator: User) -> None:
    assert 'name="reason"' not in client.get(page_of(administrator)).content.decode()
    sent = {"is_staff": "on", "reason": "tired"}
    assert client.post(page_of(administrator), sent).status_code == 403
    with pytest.raises(AccountError, match="their own rights"):
        change_rights(administrator, {"is_superuser": False}, "tired", administrator)
    assert User.objects.get(pk=administrator.pk).is_superuser


def test_of_two_who_end_each_others_rights_at_once_one_stays(administrator: User) -> None:
    other = account("other@example.org", is_staff=True, is_superuser=True)
    change_rights(other, {"is_superuser": False}, "no longer needed", administrator)
    with pytest.raises(AccountError) as refused:
        change_rights(administrator, {"is_superuser": False}, "no longer needed", other)
    assert refused.value.code == "not_yours_to_give"
    assert User.objects.filter(is_superuser=True).get() == administrator


def test_who_decides_everywhere_opens_the_site(client: Client, administrator: User, nina: User) -> None:
    """Else the second factor that is asked of staff would not be asked of them."""
    sent = NONE_YET | {"is_active": "on", "permissions": [DECIDES], "reason": "Sunday"}
    page = client.post(page_of(nina), sent).content.decode()
    assert "may open the referees&#x27; site, too." in page
    assert "Sunday" in page
    assert re.search(rf'value="{DECIDES}"[^>]* checked', page)
    assert not User.objects.get(pk=nina.pk).has_perm(DECIDES)
    assert told(nina) == []


def test_who_left_gets_no_rights_back(client: Client, administrator: User, nina: User) -> None:
    erase(nina)
    assert 'name="reason"' not in client.get(page_of(nina)).content.decode()
    assert client.post(page_of(nina), {"is_active": "on", "reason": "again"}).status_code == 403
    with pytest.raises(AccountError) as refused:
        change_rights(User.objects.get(pk=nina.pk), {"is_active": True}, "again", administrator)
    assert refused.value.code == "erased"


def test_the_list_is_narrowed_by_words_of_the_house(client: Client, administrator: User) -> None:
    english, czech = (
        client.get(f"/{language}/referee/accounts/user/").content.decode() for language in ("en", "cs")
    )
    assert "By administrator" in english
    assert "administrátor" in czech
    assert "superuser" not in english.replace("is_superuser", "")


def test_referees_and_strangers_give_nothing(client: Client, nina: User) -> None:
    referee = account("referee@example.org", is_staff=True)
    grant(referee, DECIDES, "course")
    for user in (referee, nina):
        client.force_login(user)
        sent = NONE_YET | {"is_active": "on", "is_staff": "on", "reason": "me"}
        assert client.post(page_of(nina), sent).status_code in {302, 403}
    assert not User.objects.get(pk=nina.pk).is_staff


def test_the_end_of_a_right_signs_nobody_out(administrator: User, nina: User) -> None:
    change_rights(nina, {"is_staff": True, DECIDES: True}, "course", administrator)
    hers = Client()
    hers.force_login(nina, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert hers.get("/en/referee/").status_code == 200
    change_rights(nina, {"is_staff": False, DECIDES: False}, "left", administrator)
    assert hers.get("/en/referee/", follow=True).status_code == 403
    assert hers.get(reverse("account")).status_code == 200


def test_a_deactivated_account_is_out_at_once_and_not_back_in_by_an_old_session(
    administrator: User, nina: User
) -> None:
    hers = Client()
    hers.post(reverse("account_login"), {"login": nina.email, "password": PASSWORD})
    assert hers.get(reverse("account")).status_code == 200
    _token, secret = create_token(nina, "table", [Scope.RESULTS])
    api = {"HTTP_AUTHORIZATION": f"Token {secret}"}
    assert hers.get("/api/v1/tournaments", **api).status_code == 200
    change_rights(nina, {"is_active": False}, "lost phone", administrator)
    assert hers.get(reverse("account")).status_code == 302
    assert Client().get("/api/v1/tournaments", **api).status_code == 401
    answer = Client().post(reverse("account_login"), {"login": nina.email, "password": PASSWORD})
    assert "_auth_user_id" not in answer.client.session
    change_rights(nina, {"is_active": True}, "found it", administrator)
    assert hers.get(reverse("account")).status_code == 302
    assert Client().get("/api/v1/tournaments", **api).status_code == 200
