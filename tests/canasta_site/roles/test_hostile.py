"""What somebody tries who means ill: forged forms, foreign rows, ways elsewhere, markup in files, feeds."""

from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.template.backends.django import Template
from django.test import Client, override_settings
from django.utils.translation import override

from accounts.models import ApiToken, Invitation, Scope, User
from accounts.services.tokens import create_token
from ratings.models import Club, Player
from tests.canasta_site.roles.people import make_world, routes
from tests.tournaments.event import NOW, make_event, make_user
from tournaments.models import Entrant, GameRecord, MatchState, Tournament
from tournaments.services.reports import Report, report

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"
EVIL = '"><img src=x onerror=alert(1)>'
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
]


def signed_in(user: Any, **options: Any) -> Client:
    client = Client(**options)
    client.force_login(user)
    return client


# Forged forms

HARMLESS = {"preferences"}
"""It changes language and colours of this browser; its form is on pages that hold no token."""


def test_no_address_takes_a_form_without_its_token(monkeypatch: pytest.MonkeyPatch) -> None:
    world = make_world()
    monkeypatch.setattr(Template, "render", lambda *_template, **_context: "")  # hundreds of the same page
    client = signed_in(world.users["administrator"], enforce_csrf_checks=True)
    with override("en"):
        addresses = [route.address(world.names) for route in routes() if route.name not in HARMLESS]
    for address in addresses:
        with transaction.atomic():
            answer = client.post(address)
            transaction.set_rollback(True)
        # The API answers a session without the token like a stranger; nothing else gets as far as a view.
        assert answer.status_code in {401, 403, 404, 405}, address


# Ways elsewhere


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
@pytest.mark.parametrize(
    ("page", "sent"),
    [
        ("/en/accounts/logout/", {}),
        ("/en/accounts/reauthenticate/", {"password": PASSWORD}),
        ("/preferences", {"theme": "dark"}),
    ],
)
def test_a_form_leads_nowhere_else(page: str, sent: dict[str, str], elsewhere: str) -> None:
    client = signed_in(make_user())
    for address, more in ((page, {"next": elsewhere}), (f"{page}?next={elsewhere}", {})):
        answer = client.post(address, sent | more)
        assert answer.status_code in {302, 303, 400, 404}, address
        assert "evil" not in answer.get("Location", "").partition("?")[0]
        assert not answer.get("Location", "").startswith("javascript")


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_the_door_of_the_referees_site_leads_nowhere_else(client: Client, elsewhere: str) -> None:
    make_user("ana@example.org")
    door = client.get("/en/referee/login/", {"next": elsewhere})["Location"]
    assert door.startswith("/en/accounts/login/")
    answer = client.post(door, {"login": "ana@example.org", "password": PASSWORD})
    assert answer["Location"] == "/en/"


# A session that somebody else knows


def test_a_session_ends_with_its_password_and_with_signing_out(client: Client) -> None:
    user = make_user("ana@example.org")
    mine, stolen = signed_in(user), signed_in(user)
    key = stolen.session.session_key
    user.set_password("another pass phrase")
    user.save()
    assert stolen.get("/en/account/").status_code == 302
    mine.force_login(user)
    key = mine.session.session_key
    mine.post("/en/accounts/logout/")
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    assert client.get("/en/account/").status_code == 302


# Rows of somebody else


def test_nobody_ends_tokens_sessions_or_invitations_of_others() -> None:
    owner, thief = make_user("owner@example.org"), make_user("thief@example.org")
    make_event(0).tournament.club.managers.add(thief)
    token, _secret = create_token(owner, "table", [Scope.SUBMIT])
    invitation = Invitation.objects.create(
        email="new@example.org", token_digest="0", invited_by=owner, created_at=NOW, expires_at=NOW
    )
    device, client = signed_in(owner), signed_in(thief)
    device.get("/en/account/")
    client.post(f"/en/account/tokens/{token.token_key}/revoke/")
    client.post(f"/en/account/invitations/{invitation.pk}/withdraw/")
    client.post("/en/accounts/sessions/")
    assert ApiToken.objects.filter(pk=token.pk).exists()
    assert Invitation.objects.filter(pk=invitation.pk).exists()
    assert device.get("/en/account/").status_code == 200
    assert "new@example.org" not in client.get("/en/account/invitations/").content.decode()


# More fields than a form has


def test_a_profile_a_player_and_a_ruling_take_only_their_own_fields() -> None:
    event = make_event(2)
    match = event.round("1-2")[0]
    user = make_user(player="p1a")
    client = signed_in(user)
    more = {"is_staff": "on", "is_superuser": "on", "email": "admin@example.org", "groups": "1"}
    client.post("/en/account/", {"name": "Ana", "language": "en", **more})
    user.refresh_from_db()
    assert (user.name, user.is_staff, user.is_superuser, user.email) == (
        "Ana",
        False,
        False,
        "somebody@example.org",
    )
    referee = make_user("referee@example.org")
    event.tournament.referees.add(referee)
    sent = {"action": "decide", "outcome": "played", "total0": 500, "total1": 300, "version": match.version}
    forged = {"corrected": "1", "source": "log", "decided_by": user.pk, "ranks": "[2, 1]", "match": 0}
    signed_in(referee).post(f"/en/matches/{match.uuid}/decide/", sent | forged)
    record = GameRecord.objects.get()
    assert (record.corrected, record.source, record.decided_by, record.ranks) == (
        False,
        "official",
        referee,
        [1, 2],
    )


def test_an_invitation_makes_no_more_than_it_says(client: Client) -> None:
    manager = make_user("manager@example.org")
    make_event(0).tournament.club.managers.add(manager)
    sent = {"email": "new@example.org", "invited_as": "referee", "is_staff": "1"}
    signed_in(manager).post("/en/account/invitations/", sent)
    assert not Invitation.objects.filter(invited_as="referee").exists()


# At one's own table


@pytest.mark.parametrize("role", ["organisers", "referees", "scorers"])
def test_at_their_own_table_no_role_decides_by_page_api_or_referees_site(role: str) -> None:
    event = make_event(2)
    match = event.round("1-2")[0]
    user = make_user(player="p1a")
    getattr(event.tournament, role).add(user)
    report(match.pk, Report(1, (2450, 1980)), None, NOW)
    client = signed_in(user)
    match.refresh_from_db()
    sent = {"version": match.version, "reason": "mine", "total0": 2450, "total1": 0, "outcome": "played"}
    for action in ("decide", "accept", "undo", "postpone", "wrong-lines", "swap-seats", "aside", "note"):
        answer = client.post(f"/en/matches/{match.uuid}/decide/", sent | {"action": action})
        assert answer.status_code == 403
    ruling = {"totals": [2450, 0], "version": match.version}
    by_api = client.post(f"/api/v1/matches/{match.uuid}/decision", ruling, content_type="application/json")
    assert by_api.status_code == 403
    if role != "scorers":  # who decides other matches is told why not this one
        assert "At your own table you are only a player" in answer.content.decode()
        assert by_api.json()["code"] == "own-table"
    page = f"/en/tournaments/spring/1/rounds/{match.round.number}/results/"
    client.post(page, {"line": "1 2450 0"})
    client.post(page, {"confirm": "all"})
    match.refresh_from_db()
    assert (match.state, GameRecord.objects.count()) == (MatchState.REPORTED, 0)


# Markup and formulas in what is no page


def test_files_and_feeds_show_what_was_typed_as_text(client: Client) -> None:
    event = make_event(2)
    event.result(event.round("1-2")[0], 2450, 1980)
    for row in (event.tournament, *Entrant.objects.all(), *Player.objects.all(), *Club.objects.all()):
        row.name = EVIL
        row.because("spoilt").save()
    Entrant.objects.filter(number=2).update(name="=HYPERLINK(0)")
    assert Tournament.objects.get().name == EVIL
    feed = client.get("/en/results.atom").content.decode()
    assert "<img" not in feed
    calendar = client.get("/en/calendar.ics")
    assert calendar["Content-Type"].startswith("text/calendar")
    table = client.get("/en/tournaments/spring/1/standings.csv")
    assert table["Content-Type"].startswith("text/csv")
    assert table["X-Content-Type-Options"] == "nosniff"
    assert ",=HYPERLINK" not in table.content.decode()
    data = client.get("/en/tournaments/spring/1/standings.json")
    assert data["Content-Type"] == "application/json"
    shown = client.get("/api/v1/tournaments/spring")
    assert shown["Content-Type"] == "application/json"


# Somebody else's host


@override_settings(ALLOWED_HOSTS=["testserver"])
@pytest.mark.parametrize(
    "address", ["/en/", "/en/referee/", "/api/v1/tournaments", "/en/results.atom", "/sitemap.xml"]
)
def test_no_answer_believes_a_forged_host(client: Client, address: str) -> None:
    assert client.get(address, headers={"host": "evil.example"}).status_code == 400
    answer = client.get(address, headers={"x-forwarded-host": "evil.example"})
    assert b"evil.example" not in answer.content
    assert User.objects.count() == 0
