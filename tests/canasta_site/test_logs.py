"""A line of the log says what it has to and no secret, whoever wrote it."""

import json
import logging
import sys
from typing import Any

import pytest

from canasta_site.logs import Json, Plain, logging_settings, masked, request_id


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Gone: /t/abc-DEF_1?x", "Gone: /t/…?x"),
        ("GET /en/account/invitation/q1-W_x/ 200", "GET /en/account/invitation/…/ 200"),
        ("/cs/accounts/password/reset/key/1-c0ffee-1234/", "/cs/accounts/password/reset/key/…/"),
        ("/cs/accounts/confirm-email/MQ:1abc:x_y/", "/cs/accounts/confirm-email/…/"),
        ("sent canasta_0123456789abcdef0123 twice", "sent canasta_… twice"),
        ("Authorization: Token 0123456789abcdef", "Authorization: …"),
        ("{'password': 'a long pass phrase', 'next': '/'}", "{'password': …, 'next': '/'}"),
        ("csrfmiddlewaretoken=abc&login=x", "csrfmiddlewaretoken=…&login=x"),
        ("sessionid=abc; other=1", "sessionid=…; other=1"),
        (
            "DETAIL:  Key (email)=(eva@example.org) already exists.",
            "DETAIL:  Key (email)=(…) already exists.",
        ),
        ("DETAIL:  Failing row contains (7, Eva (Plzeň), 1).", "DETAIL:  Failing row contains (…)."),
        ("redis://:p4ss@host:6379/0 is away", "redis://:…@host:6379/0 is away"),
        ("postgres://canasta:p4ss@db/canasta", "postgres://canasta:…@db/canasta"),  # pragma: allowlist secret
        (
            "a /tournaments/spring/ page, canasta_site.requests",
            "a /tournaments/spring/ page, canasta_site.requests",
        ),
        ("Log 7: verified", "Log 7: verified"),
    ],
)
def test_a_secret_is_masked_and_nothing_else(text: str, shown: str) -> None:
    assert masked(text) == shown


def record(message: str, *args: Any, **extra: Any) -> logging.LogRecord:
    made = logging.LogRecord("canasta.test", logging.WARNING, "", 0, message, args, None)
    vars(made).update(extra)
    return made


def test_a_line_for_programs_carries_request_extras_and_time() -> None:
    before = request_id.set("0123456789abcdef")
    try:
        line = json.loads(
            Json().format(record("%s: %s", "Gone", "/t/abc", log=7, seen={"path": "/t/abc"}, odd=object()))
        )
    finally:
        request_id.reset(before)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "WARNING",
        "logger": "canasta.test",
        "message": "Gone: /t/…",
        "request_id": "0123456789abcdef",
        "log": 7,
        "seen": {"path": "/t/…"},
        "odd": "object",
    }


def test_a_traceback_is_one_line_and_masked() -> None:
    made = record("broken")
    try:
        raise RuntimeError("no such link: /t/abc-DEF_1")
    except RuntimeError:
        made.exc_info = sys.exc_info()
    text = Json().format(made)
    assert "\n" not in text
    assert "no such link: /t/…" in json.loads(text)["exception"]
    assert "abc-DEF_1" not in Plain().format(made)


def test_a_line_for_people_ends_with_the_request() -> None:
    before = request_id.set("0123456789abcdef")
    try:
        assert Plain("{message}", style="{").format(record("Gone")) == "Gone [0123456789abcdef]"
    finally:
        request_id.reset(before)
    assert Plain("{message}", style="{").format(record("Gone")) == "Gone"


def test_the_settings_choose_form_and_level() -> None:
    made = logging_settings("json", "INFO")
    assert made["handlers"]["stderr"]["formatter"] == "json"
    assert made["root"]["level"] == "INFO"
