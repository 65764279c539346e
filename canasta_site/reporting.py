"""Faults reported to a collector of the administrator's choice (`CANASTA_SENTRY_DSN`); nothing without it."""

import logging
from typing import Any

from canasta_site.logs import masked_all, request_id

logger = logging.getLogger(__name__)

# What a report may say of a request; neither headers nor cookies, body, query or who it was.
TOLD = {"method", "url"}


def start(dsn: str) -> bool:
    """Begin to report; whether it does. Without the package sentry-sdk it is only said in the log."""
    if not dsn:
        return False
    try:
        import sentry_sdk  # noqa: PLC0415
    except ImportError:
        logger.warning("CANASTA_SENTRY_DSN is set, but sentry-sdk is not installed; faults are only logged")
        return False
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
    event.setdefault("tags", {})["request_id"] = request_id.get()
    return masked_all(event)
