"""The site's own pages: languages, colours, the frame around every page."""

import pytest
from django.test import Client, override_settings

from accounts.models import User
from canasta_site.templatetags.site import in_language
from ratings.models import Club
from ratings.services.people import create_club, create_player
from tests.tournaments.event import NOW, make_event, make_user
from tournaments.services.events import StagePlan, create_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["cs", "en"])
def test_home_answers_in_the_language_of_its_address(client: Client, language: str) -> None:
    response = client.get(f"/{language}/")
    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.content.decode()


@pytest.mark.parametrize(
    ("accepts", "address"),
    [("", "/cs/"), ("en-GB,en;q=0.8", "/en/"), ("cs,en;q=0.5", "/cs/"), ("fr", "/cs/")],
)
def test_the_root_leads_to_the_visitors_language_and_to_czech_by_default(
    client: Client, accepts: str, address: str
) -> None:
    response = client.get("/", headers={"accept-language": accepts})
    assert (response.status_code, response["Location"]) == (302, address)
    assert "accept-language" in response["Vary"].lower()


def test_the_health_check_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


def test_the_language_switch_keeps_the_page_and_its_query(client: Client) -> None:
    assert 'href="/en/rules/?a=1"' in client.get("/cs/rules/?a=1").content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    [("cs", "Na tuto adresu se nic neodeslalo"), ("en", "Nothing was sent to this address")],
)
def test_who_opens_the_address_of_a_form_reads_what_to_do(
    client: Client, db: None, language: str, words: str
) -> None:
    client.force_login(User.objects.create_user("anna@example.org", "a long pass phrase"))
    answer = client.get(f"/{language}/account/tokens/abc/revoke/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert f"<h1>{words}</h1>" in answer.content.decode()


@pytest.mark.parametrize(("language", "locale"), [("cs", "cs_CZ"), ("en", "en_GB")])
def test_who_shares_a_page_shares_its_language_with_a_country(
    client: Client, language: str, locale: str
) -> None:
    assert f'"og:locale" content="{locale}"' in client.get(f"/{language}/rules/").content.decode()


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/cs/", "/en/"), ("/cs/nowhere/?q=1", "/en/nowhere/?q=1"), ("/table/abc", ""), ("/csx/", "")],
)
def test_a_page_in_the_other_language(path: str, expected: str) -> None:
    assert in_language(path, "en") == expected


def test_a_chosen_theme_stays(client: Client) -> None:
    assert 'media="screen and (prefers-color-scheme: dark)"' in client.get("/cs/").content.decode()
    response = client.post("/preferences", {"theme": "dark", "next": "/cs/rules/"})
    assert (response.status_code, response["Location"]) == (302, "/cs/rules/")
    assert 'dark.css" media="screen"' in client.get("/cs/").content.decode()
    client.post("/preferences", {"theme": "light"})
    assert 'dark.css" media="not all"' in client.get("/cs/").content.decode()


def test_a_chosen_language_stays_for_addresses_without_one(client: Client) -> None:
    client.post("/preferences", {"language": "en"})
    assert client.get("/", headers={"accept-language": "cs"})["Location"] == "/en/"


@pytest.mark.parametrize("choice", [{"theme": "neon"}, {"language": "xx"}, {}])
def test_an_unknown_choice_sets_nothing(client: Client, choice: dict[str, str]) -> None:
    assert not client.post("/preferences", choice).cookies


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:x"]
)
def test_a_choice_leads_nowhere_else(client: Client, elsewhere: str) -> None:
    assert client.post("/preferences", {"theme": "dark", "next": elsewhere})["Location"] == "/"


def test_choices_are_only_posted(client: Client) -> None:
    assert client.get("/preferences").status_code == 405


def test_the_frame_has_the_same_bytes_each_time(client: Client) -> None:
    assert client.get("/en/").content == client.get("/en/").content


def test_the_frame_asks_the_database_once(client: Client, django_assert_num_queries) -> None:
    # Beside the edition, by which every page that is kept is known.
    with django_assert_num_queries(1 + 1):
        client.get("/cs/rules/")


def test_every_page_says_when_it_is_a_demonstration(client: Client) -> None:
    assert "demo-banner" not in client.get("/en/").content.decode()
    club = Club.objects.create(code="made-up", name="Made-up club", demo=True)
    for path in ("/en/", "/en/rules/", "/en/accounts/login/", "/en/nowhere/"):
        assert "This is a demonstration" in client.get(path).content.decode()
    club.delete()
    assert "demo-banner" not in client.get("/en/").content.decode()


@override_settings(CANASTA_URL="https://canasta.example")
def test_search_engines_find_the_other_language(client: Client) -> None:
    text = client.get("/cs/rules/").content.decode()
    assert '<link rel="alternate" hreflang="en" href="https://canasta.example/en/rules/">' in text


def test_only_an_administrator_removes_the_demonstration(client: Client) -> None:
    Club.objects.create(code="made-up", name="Made-up club", demo=True)
    Club.objects.create(code="real", name="Real club")
    address = "/en/demonstration/remove/"
    assert client.post(address)["Location"].startswith("/en/accounts/login/")
    client.force_login(User.objects.create_user("referee@example.org", is_staff=True))
    assert client.post(address).status_code == 403
    assert Club.objects.filter(demo=True).exists()
    client.force_login(User.objects.create_superuser("admin@example.org"))
    assert address in client.get("/en/").content.decode()
    assert client.post(address)["Location"] == "/en/"
    assert [club.code for club in Club.objects.all()] == ["real"]
    assert "demo-banner" not in client.get("/en/").content.decode()
    for answer in (client.get(address, follow=True), client.post(address, follow=True)):
        assert "There is no demonstration." in answer.content.decode()


def test_what_people_made_in_the_demonstration_is_named_before_it_is_removed(client: Client) -> None:
    club = create_club("Made-up club", code="made-up", demo=True)
    admin = User.objects.create_superuser("admin@example.org")
    client.force_login(admin)
    assert "goes with it" not in client.get("/en/demonstration/remove/").content.decode()
    create_player("Loaded With It", club=club, demo=True)
    create_player("Of My Own", club=club, by=admin)
    create_player("Made Here", club=club, by=admin, demo=True)
    create_event(club, "Tried Out", NOW, [StagePlan("swiss")], admin)
    page = client.get("/en/demonstration/remove/").content.decode()
    assert "<ul><li>Tried Out</li><li>Made Here</li></ul>" in page


@pytest.mark.parametrize(("role", "led"), [("referees", True), ("organisers", True), ("scorers", False)])
def test_the_frame_leads_who_decides_results_of_an_event_to_what_waits(
    client: Client, role: str, led: bool
) -> None:
    user = make_user()
    getattr(make_event(2).tournament, role).add(user)
    client.force_login(user)
    assert ('href="/en/referee/"' in client.get("/en/rules/").content.decode()) is led
