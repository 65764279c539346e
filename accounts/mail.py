"""Mail that fails no page: a server that is away is logged, and whoever waits for the mail is told."""

import logging
from collections.abc import Callable

from django.conf import settings

logger = logging.getLogger(__name__)
FILES = "django.core.mail.backends.filebased.EmailBackend"


def reaches_people() -> bool:
    """Whether mail leaves this machine; by default it is written into files."""
    return bool(settings.EMAIL_BACKEND != FILES)


def sent(send: Callable[[], object]) -> bool:
    """Whether the mail server took it."""
    try:
        send()
    except OSError as error:  # smtplib's faults are such, too; their words can hold addresses
        logger.error("A mail could not be sent: %s", type(error).__name__)
        return False
    return True
