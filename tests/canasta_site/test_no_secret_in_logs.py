"""Whatever opens something is used, well and badly, at the finest level of the log; no line shows it."""

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Invitation
from accounts.services.invitations import invite
from accounts.services.tokens import create_token
from canasta_site.logs import Json
from canasta_site.reporting import scrub
from tests.tournaments.event import make_event, make_user
from tournaments.models import TableLink
from tournaments.services.links import issue_links
from tournaments.table_tokens import tokens
from webhooks.models import Delivery, Endpoint, Kind
from webhooks.services import announce
from webhooks.tasks import deliver

pytestmark = pytest.mark.django_db

PASSWORD, WRONG, NEW = "a long pass phrase", "a wrong pass phrase 4711", "another pass phrase 0815"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What would be written, from the finest level on, by every logger."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Json())
    root = logging.getLogger()
    loggers = [
        root,
        *(logging.getLogger(name) for name in ("django.request", "django.server", "gunicorn.error")),
    ]
    levels = [logger.level for logger in loggers]
    root.addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


def written(log: io.StringIO) -> str:
    text = log.getvalue()
    assert "canasta_site.requests" in text
    return text


def test_passwords_and_sessions_of_signing_in(client: Client, log: io.StringIO) -> None:
    make_user("referee@example.org")
    login = reverse("account_login")
    for password in (WRONG, PASSWORD):
        client.post(login, {"login": "referee@example.org", "password": password})
    assert "_auth_user_id" in client.session
    client.get("/en/account/")
    secrets = [WRONG, PASSWORD, str(client.session.session_key)]
    assert [secret for secret in secrets if secret in written(log)] == []


def test_links_that_set_a_new_password(client: Client, log: io.StringIO) -> None:
    make_user("referee@example.org")
    client.post(reverse("account_reset_password"), {"email": "referee@example.org"})
    link = re.search(r"/\w\w/accounts/password/reset/key/([^/\s]+)/", str(mail.outbox[0].body))
    assert link
    page = client.get(link[0], follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    client.get(link[0].replace(link[1], link[1] + "x"))
    for secret in (link[1], link[1].split("-", 1)[1], NEW):
        assert secret not in written(log)


def test_links_of_invitations_and_of_confirmations(client: Client, log: io.StringIO) -> None:
    manager = make_user("manager@example.org", is_superuser=True, is_staff=True)
    link = invite(Invitation(email="new@example.org"), manager, timezone.now())
    token = link.rstrip("/").rsplit("/", 1)[1]
    address = reverse("invitation", args=[token])
    assert client.get(address).status_code == 200
    client.post(address, {"name": "New", "password1": NEW, "password2": NEW, "password": NEW})
    client.get(reverse("invitation", args=[token[:-1] + "x"]))
    confirm = "MQ:1aBcDe:q1w2e3r4t5z6"
    client.get(reverse("account_confirm_email", args=[confirm]))
    for secret in (token, token[:-1] + "x", NEW, confirm):
        assert secret not in written(log)


def test_private_links_of_tables(client: Client, log: io.StringIO) -> None:
    match = make_event(2).round("1-2")[0]
    issue_links(match.round, timezone.now())
    link = TableLink.objects.get(match=match)
    token = next(tokens(match.uuid, link.nonce))
    assert client.get(f"/t/{token}").status_code == 200
    client.post(f"/t/{token}", {"nonsense": "1"})
    guess = "AAAAAAAAAAAAAAAAAAAAAA"
    assert client.get(f"/t/{guess}").status_code == 404
    client.get(f"/en/nowhere/?back=/t/{token}", headers={"referer": f"https://canasta.example/t/{token}"})
    for secret in (token, guess):
        assert secret not in written(log)


def test_tokens_of_the_api(client: Client, log: io.StringIO) -> None:
    user = make_user("program@example.org", is_superuser=True, is_staff=True)
    secret = create_token(user, "test", ["submit"])[1]
    match = make_event(2).round("1-2")[0]
    address = f"/api/v1/matches/{match.uuid}/logs"
    for given in (secret, secret[:-1] + "0", "canasta_never-made-0123456789"):
        client.post(
            address, b"{", content_type="application/json", headers={"authorization": f"Token {given}"}
        )
    client.get(f"/api/v1/matches?token={secret}")
    for hidden in (secret, secret[:-1] + "0", "never-made-0123456789"):
        assert hidden not in written(log)


def test_a_fault_of_ours_shows_where_but_not_what_was_asked(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = "AbCdEfGhIjKlMnOpQrStUv"

    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError(f"cannot open https://canasta.example/t/{token}")

    monkeypatch.setattr("tournaments.pages.table.doors.table_of", broken)
    client = Client(raise_request_exception=False)
    assert client.get(f"/t/{token}").status_code == 500
    text = written(log)
    assert "RuntimeError" in text
    assert token not in text


def test_secrets_of_webhooks_in_the_lines_of_their_tasks(
    log: io.StringIO, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody answers there: the attempt fails, and a task says so."""
    monkeypatch.setattr("canasta_site.celery.close_old_connections", lambda: None)  # the test's own is open
    settings.WEBHOOKS_TO_LOOPBACK = True
    url = "http://127.0.0.1:9/services/T0AB/xoxb-4711-path"  # pragma: allowlist secret
    endpoint = Endpoint.objects.create(name="table", url=url, kinds=["ratings"])
    announce(Kind.RATINGS, "a", dict, timezone.now())
    delivery = Delivery.objects.get()
    deliver.apply(args=[delivery.pk])
    delivery.refresh_from_db()
    assert delivery.attempts == 1
    text = log.getvalue()
    assert "webhooks.deliver" in text
    for secret in (endpoint.secret, "xoxb-4711-path", "T0AB"):  # pragma: allowlist secret
        assert secret not in text


# What a library might say of a fault: each with a secret that opens something.
SAID = [
    ("cannot connect to postgres://canasta:{}@db.example/canasta", "h7Vq2x-pw"),
    ("Error 111 connecting to rediss://:{}@cache.example:6379/0", "r3d1s-pw"),
    ("GET https://canasta.example/t/{} failed", "AbCdEfGhIjKlMnOpQrStUv"),
    ("https://canasta.example/en/accounts/password/reset/key/{}/ is over", "4f-c9k2vw-1234567890"),
    ("{{'Cookie': 'session={}; csrf=1'}}", "q1w2e3r4t5z6u7i8"),
    ("Authorization: Token canasta_{}", "n7Xk29sPqLmV0aBcDeFg"),
    ("Endpoint(secret='{}')", "whsec-0815"),
    ("login with password={} refused", "a-pass-phrase"),
]


@pytest.mark.parametrize(("sentence", "secret"), SAID)
def test_a_task_that_fails_is_told_without_the_secret(
    sentence: str, secret: str, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError(sentence.format(secret))

    monkeypatch.setattr("webhooks.services.deliver", broken)
    deliver.apply(args=[1])
    text = log.getvalue()
    assert "RuntimeError" in text
    assert secret not in text


@pytest.mark.parametrize(("sentence", "secret"), SAID)
def test_a_report_of_a_fault_goes_out_without_the_secret(sentence: str, secret: str) -> None:
    said = sentence.format(secret)
    event = {"exception": {"values": [{"type": "RuntimeError", "value": said}]}, "extra": {"seen": [said]}}
    report = repr(scrub(event, {}))
    assert "RuntimeError" in report
    assert secret not in report
