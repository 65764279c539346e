"""Lines of the log: JSON for programs or plain for people, with the request they belong to, without secrets.

Every line passes `masked` as a whole, with its traceback, whoever wrote it.
"""

import json
import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

# The request (or the task that it caused) that this thread works for.
request_id: ContextVar[str] = ContextVar("request_id", default="")

HIDDEN = "…"
MASKS = [
    # Links that open something: a table, an account, a new password.
    (re.compile(r"(/t/|/invitation/|/password/reset/key/|/confirm-email/)[^/?#\s\"'<>]+"), r"\1" + HIDDEN),
    # API tokens, wherever they stand.
    (re.compile(r"\bcanasta_[A-Za-z0-9]{8,}"), "canasta_" + HIDDEN),
    # name=value and name: value, quoted or not.
    (
        re.compile(
            r"(?i)\b(password\w*|passwd|secret\w*|\w*token|authorization|cookie|session\w*|otp|api_?key)"
            r"(['\"]?\s*[:=]\s*)(?:(['\"]).*?\3|(?:(?:token|bearer|basic)\s+)?[^\s,;&'\"}]+)"
        ),
        r"\1\2" + HIDDEN,
    ),
    # What stood in a row that the database refused.
    (re.compile(r"(Key \(.*?\)=|Failing row contains )\(.*\)"), r"\1(" + HIDDEN + ")"),
    # The password in the address of a database or broker.
    (re.compile(r"(://[^/\s:@]*:)[^/\s@]+@"), r"\1" + HIDDEN + "@"),
]

ORDINARY = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "request"}


def masked(text: str) -> str:
    """The text without what could open anything."""
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text


def masked_all(value: Any, mask: Callable[[str], str] = masked) -> Any:
    """The same for every text inside lists and dictionaries; what JSON cannot carry is named by its type."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {str(key): masked_all(item, mask) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [masked_all(item, mask) for item in value]
    return value if value is None or isinstance(value, bool | int | float) else type(value).__name__


class Plain(logging.Formatter):
    """A line for people, with the request's number at its end."""

    def format(self, record: logging.LogRecord) -> str:
        ident = request_id.get()
        return masked(super().format(record)) + (f" [{ident}]" if ident else "")


class Json(logging.Formatter):
    """A line for programs: time, level, logger, message, request and what else the caller tells."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if ident := request_id.get():
            line["request_id"] = ident
        told = {name: value for name, value in vars(record).items() if name not in ORDINARY}
        line |= masked_all(told)
        if record.exc_info:
            line["exception"] = masked(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def logging_settings(form: str, level: str) -> dict[str, Any]:
    """Django's LOGGING; `form` is "json" or "plain"."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "canasta_site.logs.Json"},
            "plain": {
                "()": "canasta_site.logs.Plain",
                "format": "{levelname} {name}: {message}",
                "style": "{",
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form}},
        "loggers": {
            # It warns of every HEAD request, since Django leaves it to the server to drop the body.
            "gunicorn.http.wsgi": {"level": "ERROR"},
            # Its processes write as we do; it would put lines of its own form beside ours.
            "gunicorn.error": {"handlers": ["stderr"], "propagate": False},
            # Refusals are in our own line for each request, with the status.
            "django.request": {"level": "ERROR"},
            # What a task was and how it ended is in our own line, too.
            "celery.app.trace": {"level": "ERROR"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
        "root": {"handlers": ["stderr"], "level": level},
    }
