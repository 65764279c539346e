"""What is kept for a while only, and then forgotten; how long is `CANASTA_KEEP_DAYS`."""

import logging
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

from accounts.services.retention import forget_old
from canasta_site import pulses
from webhooks import services as webhooks

logger = logging.getLogger(__name__)


def tidy(now: datetime) -> dict[str, int]:
    """Forget what is old enough; returns how many of each kind. Twice is once."""
    keep = timedelta(days=settings.KEEP_DAYS)
    gone = forget_old(now, keep)
    gone["mails"] = _forget_mails(Path(settings.EMAIL_FILE_PATH), now - keep)
    gone["deliveries"] = webhooks.forget_old(now - keep)
    gone["workers"] = pulses.forget_workers(now)
    pulses.note(pulses.TIDIED, now, gone=gone)
    logger.info("Tidied", extra={"gone": gone})
    return gone


def _forget_mails(folder: Path, limit: datetime) -> int:
    """Mails that were written into files, as they are where no server for them is set."""
    old = [mail for mail in folder.glob("*.log") if mail.stat().st_mtime < limit.timestamp()]
    for mail in old:
        mail.unlink(missing_ok=True)
    return len(old)
