"""What every answer carries, whoever asks; and what a production's settings must be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments.event import make_user

POLICY = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}
ADDRESSES = [
    "/",
    "/cs/",
    "/en/rules/",
    "/en/nowhere/",
    "/en/accounts/login/",
    "/en/accounts/signup/",
    "/en/accounts/password/reset/",
    "/en/account/",
    "/en/referee/",
    "/healthz",
    "/preferences",
    "/favicon.ico",
]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_forbids_what_is_inline_or_foreign(client: Client, address: str) -> None:
    response = client.get(address)
    assert set(response["Content-Security-Policy"].split("; ")) == POLICY
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.django_db
def test_a_foreign_host_is_refused_with_the_policy(client: Client) -> None:
    response = client.get("/en/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "evil.example" not in response.content.decode()
    assert response["Content-Security-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["x-forwarded-host", "x-original-url"])
def test_forwarding_headers_that_nobody_declared_are_ignored(client: Client, header: str) -> None:
    assert (
        "evil.example"
        not in client.get("/en/accounts/login/", headers={header: "evil.example"}).content.decode()
    )


def test_scripts_cannot_read_the_cookies_and_other_sites_do_not_send_them() -> None:
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.CSRF_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == settings.CSRF_COOKIE_SAMESITE == "Lax"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "view", ["account_login", "account_signup", "account_logout", "account_reset_password"]
)
def test_allauths_pages_are_the_houses(client: Client, view: str) -> None:
    assert (
        '<link rel="stylesheet" href="/static/site.css">'
        in client.get(reverse(view), follow=True).content.decode()
    )


def names(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """The names of all addresses."""
    found: set[str] = set()
    for pattern in patterns:
        found |= names(pattern.url_patterns) if isinstance(pattern, URLResolver) else {pattern.name or ""}
    return found


def test_nobody_signs_in_by_a_third_party() -> None:
    assert not [name for name in names(get_resolver().url_patterns) if name.startswith("socialaccount")]


# --- Production ---


def production(tmp_path: Path, code: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "CANASTA_URL": "https://canasta.example",
        "CANASTA_VAR": str(tmp_path),
        "CANASTA_HSTS_SUBDOMAINS": "1",
        "CANASTA_TRUSTED_PROXIES": "1",
    }
    # Set by tests with a browser in this process; no installation has it.
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
    return subprocess.run(  # noqa: PLW1510
        [sys.executable, *code],
        cwd=settings.BASE_DIR,
        env=environment | more,
        capture_output=True,
        text=True,
    )


def test_djangos_own_check_of_a_production_finds_nothing(tmp_path: Path) -> None:
    done = production(tmp_path, ["manage.py", "check", "--deploy", "--fail-level", "WARNING"])
    assert done.returncode == 0, done.stderr


def test_a_production_speaks_only_https(tmp_path: Path) -> None:
    code = """
import django; django.setup()
from django.test import Client
plain = Client(headers={"host": "canasta.example"}).get("/cs/")
print(plain.status_code, plain["Location"])
safe = Client(headers={"host": "canasta.example", "x-forwarded-proto": "https"}).get("/healthz")
print(safe.status_code, safe["Strict-Transport-Security"])
from django.conf import settings
print(settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE)
print(settings.DEBUG, settings.REQUIRE_TWO_FACTOR)
"""
    done = production(tmp_path, ["-c", code], DJANGO_SETTINGS_MODULE="canasta_site.settings")
    assert done.stdout.splitlines() == [
        "301 https://canasta.example/cs/",
        "200 max-age=31536000; includeSubDomains; preload",
        "__Host-session True True",
        "False True",
    ], done.stderr


# --- Privacy ---


@pytest.mark.django_db
def test_signing_in_leaves_two_cookies_and_reading_leaves_none(client: Client) -> None:
    """The session's and the one that protects forms; a third only remembers what a visitor chose."""
    for address in ("/cs/", "/en/rules/", "/en/calendar/", "/api/v1/tournaments"):
        assert not client.get(address).cookies, address
    make_user("referee@example.org")
    login = reverse("account_login")
    client.get(login)
    client.post(login, {"login": "referee@example.org", "password": "a long pass phrase"})
    assert "_auth_user_id" in client.session
    client.get("/en/account/")
    assert set(client.cookies) == {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
    chosen = Client().post("/preferences", {"theme": "dark", "language": "cs"})
    assert set(chosen.cookies) == {"theme", settings.LANGUAGE_COOKIE_NAME}
