"""Faults reported to a collector of the administrator's choice (`CANASTA_SENTRY_DSN`); nothing without it."""

import logging
import re
from typing import Any

from canasta_site.logs import HIDDEN, masked, masked_all, request_id

logger = logging.getLogger(__name__)

# What a report may say of a request; neither headers nor cookies, body, query or who it was.
TOLD = {"method", "url"}
# What a line of the log says of who asked.
WHO = {"address", "user"}
MAILBOX = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)*")


def start(dsn: str) -> bool:
    """Begin to report; whether it does. Without the package sentry-sdk it is only said in the log."""
    if not dsn:
        return False
    try:
        import sentry_sdk.integrations.logging  # noqa: PLC0415
    except ImportError:
        logger.warning("CANASTA_SENTRY_DSN is set, but sentry-sdk is not installed; faults are only logged")
        return False
    # The line of an answered request tells again of a fault that was reported where it happened.
    sentry_sdk.integrations.logging.ignore_logger("canasta_site.requests")
    sentry_sdk.init(
        dsn=dsn,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0,
        before_send=scrub,
    )
    return True


def scrub(event: Any, _hint: Any) -> Any:
    """The report without secrets and persons, with the number of the request."""
    request = event.get("request", {})
    event["request"] = {name: value for name, value in request.items() if name in TOLD}
    event.pop("user", None)
    event["extra"] = {name: value for name, value in event.get("extra", {}).items() if name not in WHO}
    event.setdefault("tags", {})["request_id"] = request_id.get()
    return masked_all(event, without_persons)


def without_persons(text: str) -> str:
    """The text without secrets and without addresses of people."""
    return MAILBOX.sub(HIDDEN, masked(text))
