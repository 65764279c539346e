"""A setting that means nothing ends in a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "rubbish", "DATABASE_URL is no address"),
        ("DATABASE_URL", "http://db/canasta", "DATABASE_URL is no address"),
        ("DATABASE_URL", "postgres://canasta@db:port/canasta", "DATABASE_URL is no address"),
        ("DATABASE_URL", "postgres://", "DATABASE_URL is no address"),
        ("DATABASE_URL", "oracle://db/canasta", "DATABASE_URL is no address"),
        ("CANASTA_URL", "canasta.example", "CANASTA_URL is no address like https://canasta.example"),
        ("CANASTA_URL", "https://", "CANASTA_URL is no address like https://canasta.example"),
        ("CANASTA_TRUSTED_ORIGINS", "www.canasta.example", "CANASTA_TRUSTED_ORIGINS: one of them is no"),
        ("CELERY_BROKER_URL", "localhost", "CELERY_BROKER_URL is no address like redis://127.0.0.1:6379/0"),
        ("CELERY_BROKER_URL", "redis://127.0.0.1:x/0", "CELERY_BROKER_URL is no address like redis://"),
        ("CANASTA_CACHE_URL", "http://127.0.0.1/", "CANASTA_CACHE_URL is no address like redis://"),
        ("CANASTA_SENTRY_DSN", "key", "CANASTA_SENTRY_DSN is no address like https://"),
        ("CANASTA_METRICS_NETWORKS", "10.0.0.1/8", "“10.0.0.1/8” is no network like 10.0.0.0/8"),
        ("CANASTA_EMAIL_BACKEND", "smtp", "“smtp” is no class like django.core.mail.backends."),
        ("CANASTA_EMAIL_PORT", "99999", "“99999” is no whole number from 1 to 65535"),
        ("CANASTA_EMAIL_FROM", "Canasta club", "“Canasta club” is no address like canasta@canasta.example"),
        ("CANASTA_EMAIL_FROM", "", "CANASTA_EMAIL_FROM: “” is no address like canasta@canasta.example"),
        ("CANASTA_ALLOWED_HOSTS", "a.example b.example", "“a.example b.example” is no name like www."),
        ("CANASTA_ALLOWED_HOSTS", "https://a.example", "“https://a.example” is no name like www.canasta."),
        ("CANASTA_ALLOWED_HOSTS", "a.example:8000", "“a.example:8000” is no name like www.canasta.example"),
        ("CANASTA_EMAIL_TLS", "ano", "CANASTA_EMAIL_TLS: “ano” is neither true nor false"),
        ("CANASTA_REQUIRE_TWO_FACTOR", "ture", "CANASTA_REQUIRE_TWO_FACTOR: “ture” is neither"),
        ("CANASTA_KEEP_DAYS", "month", "CANASTA_KEEP_DAYS: “month” is no whole number of 1 or more"),
        ("CANASTA_KEEP_DAYS", "0", "CANASTA_KEEP_DAYS: “0” is no whole number of 1 or more"),
        ("CANASTA_TRUSTED_PROXIES", "-1", "CANASTA_TRUSTED_PROXIES: “-1” is no whole number of 0"),
        ("CANASTA_SWEEP_SECONDS", "0", "CANASTA_SWEEP_SECONDS: “0” is no number of seconds like 0.15"),
        ("CANASTA_SWEEP_SECONDS", "often", "CANASTA_SWEEP_SECONDS: “often” is no number of seconds"),
        ("CANASTA_SIGN_UP", "opne", "CANASTA_SIGN_UP: “opne” is none of invited, open"),
        ("CANASTA_RATE_ANON", "lots", "CANASTA_RATE_ANON: “lots” is no rate like 1200/min"),
        ("CANASTA_TIME_ZONE", "Europe/Praha", "“Europe/Praha” is no time zone like Europe/Prague"),
        ("CANASTA_LOG_LEVEL", "LOUD", "CANASTA_LOG_LEVEL: “LOUD” is none of DEBUG, "),
    ],
)
def test_a_value_that_means_nothing_is_said_to_mean_none(name: str, value: str, said: str) -> None:
    assert said in last_line_of_a_start(**{name: value})


@pytest.mark.parametrize(
    "started",
    [
        ["manage.py", "check"],
        ["-m", "celery", "-A", "canasta_site", "worker"],
        ["-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "canasta_site.wsgi:application"],
    ],
)
def test_whatever_is_started_ends_with_one_line(started: list[str]) -> None:
    done = run(started, CANASTA_TIME_ZONE="Praha")
    assert done.returncode == 1
    assert done.stderr == "canasta: CANASTA_TIME_ZONE: “Praha” is no time zone like Europe/Prague\n"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("CANASTA_WEB_PROCESSES", "two", "CANASTA_WEB_PROCESSES: “two” is no number like 2"),
        ("CANASTA_WEB_THREADS", "0", "CANASTA_WEB_THREADS: “0” is no number like 8"),
        ("CANASTA_BIND", "127.0.0.1:99999", "CANASTA_BIND: “127.0.0.1:99999” is nothing like 127.0.0.1:8000"),
    ],
)
def test_the_web_server_names_its_own_settings(name: str, value: str, said: str) -> None:
    asked = ["-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "canasta_site.wsgi:application"]
    assert run(asked, **{name: value}).stderr == f"canasta: {said}\n"


def test_the_password_of_a_wrong_address_is_not_told() -> None:
    done = run(["manage.py", "check"], DATABASE_URL="postgre://canasta:geheim@db/canasta")
    said = "canasta: DATABASE_URL is no address like postgres://name@host:5432/database\n"
    assert done.stderr == said


def test_folders_without_a_name_are_the_usual_ones(tmp_path: Path) -> None:
    said = run(
        ["-c", "from canasta_site import settings; print(settings.BACKUPS)"],
        CANASTA_VAR=str(tmp_path),
        CANASTA_BACKUPS="",
    )
    assert said.stdout.strip() == str(tmp_path / "backups")


@pytest.mark.parametrize(
    ("name", "value", "setting", "read"),
    [
        (
            "CANASTA_ALLOWED_HOSTS",
            " a.example , .b.example,",
            "ALLOWED_HOSTS[4:]",
            "['a.example', '.b.example']",
        ),
        ("CANASTA_ALLOWED_HOSTS", "[fd00::1]", "ALLOWED_HOSTS[-1]", "[fd00::1]"),
        (
            "CANASTA_TRUSTED_ORIGINS",
            "https://a.example, ",
            "CSRF_TRUSTED_ORIGINS[1:]",
            "['https://a.example']",
        ),
        ("CANASTA_METRICS_NETWORKS", "10.0.0.0/8, ::1/128", "METRICS_NETWORKS", "['10.0.0.0/8', '::1/128']"),
        ("CANASTA_SECRET_KEY_FALLBACKS", "one, two", "SECRET_KEY_FALLBACKS", "['one', 'two']"),
        ("CANASTA_EMAIL_FROM", "Klub <canasta@intranet>", "DEFAULT_FROM_EMAIL", "Klub <canasta@intranet>"),
    ],
)
def test_blanks_beside_commas_belong_to_no_value(name: str, value: str, setting: str, read: str) -> None:
    said = run(["-c", f"from canasta_site import settings; print(settings.{setting})"], **{name: value})
    assert said.stdout.strip() == read


def test_mail_is_encrypted_in_one_way() -> None:
    both = last_line_of_a_start(CANASTA_EMAIL_TLS="true", CANASTA_EMAIL_SSL="true")
    assert "CANASTA_EMAIL_TLS and CANASTA_EMAIL_SSL" in both
    assert last_line_of_a_start(CANASTA_EMAIL_SSL="true") == ""


def last_line_of_a_start(**variables: str) -> str:
    """What is said at last when the settings are read with these variables."""
    done = run(["-c", "import canasta_site.settings"], **variables)
    return done.stderr.strip().rpartition("\n")[2]


def run(arguments: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """What a start with these variables said."""
    utf8 = {"PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, *arguments],
        check=False,
        env={**os.environ, **utf8, **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
