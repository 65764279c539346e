"""How a service asks for a task: by name, with an id, after commit, and never failing for it."""

import logging
from collections.abc import Callable

from celery import current_app
from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)


def publish(task: str, key: int) -> None:
    """Send the task once this transaction is committed. The embedded worker finds the row by itself.

    A broker that is down costs time only: the sweep sends what is due again.
    """
    if not settings.EMBEDDED:
        transaction.on_commit(_sender(task, key), robust=True)


def _sender(task: str, key: int) -> Callable[[], None]:
    def send() -> None:
        try:
            current_app.send_task(task, (key,))
        except Exception:  # the broker's many ways to be away
            logger.warning("%s(%s) was not sent; the sweep will", task, key, exc_info=True)

    return send
