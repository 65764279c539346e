"""A setting that means nothing ends in a sentence."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "rubbish", "DATABASE_URL is no address"),
        ("DATABASE_URL", "http://db/canasta", "DATABASE_URL is no address"),
        ("CANASTA_KEEP_DAYS", "month", "CANASTA_KEEP_DAYS: invalid literal"),
        ("CANASTA_SIGN_UP", "opne", "CANASTA_SIGN_UP: “opne” is none of invited, open"),
        ("CANASTA_RATE_ANON", "lots", "CANASTA_RATE_ANON: “lots” is no rate like 1200/min"),
        ("CANASTA_TIME_ZONE", "Europe/Praha", "“Europe/Praha” is no time zone like Europe/Prague"),
        ("CANASTA_LOG_LEVEL", "LOUD", "CANASTA_LOG_LEVEL: “LOUD” is none of DEBUG, "),
    ],
)
def test_a_value_that_means_nothing_is_said_to_mean_none(name: str, value: str, said: str) -> None:
    assert said in last_line_of_a_start(**{name: value})


def test_mail_is_encrypted_in_one_way() -> None:
    both = last_line_of_a_start(CANASTA_EMAIL_TLS="true", CANASTA_EMAIL_SSL="true")
    assert "CANASTA_EMAIL_TLS and CANASTA_EMAIL_SSL" in both
    assert last_line_of_a_start(CANASTA_EMAIL_SSL="true") == ""


def last_line_of_a_start(**variables: str) -> str:
    """What is said at last when the settings are read with these variables."""
    asked = [sys.executable, "-c", "import canasta_site.settings"]
    utf8 = {"PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        asked,
        check=False,
        env={**os.environ, **utf8, **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return done.stderr.strip().rpartition("\n")[2]
