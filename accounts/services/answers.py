"""Answers kept for a while, so that a request sent twice is done once."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import AccountError
from accounts.models import IdempotentAnswer, User

KEPT = timedelta(days=1)
MOST_LETTERS = 100


@dataclass(frozen=True)
class Answer:
    """What is answered where something was made: its form as JSON, and its address."""

    body: Any
    location: str
    status: int = 201


@transaction.atomic
def answer_once(user: User, key: str, digest: str, work: Callable[[], Answer], now: datetime) -> Answer:
    """What the work answered when the user first sent this key; it is done together with being remembered.

    Of two at once the second waits for the first; of work that fails nothing is kept.
    Raises AccountError `idempotency-key-reused` where another request had the key.
    """
    IdempotentAnswer.objects.filter(user=user, made_at__lt=now - KEPT).delete()
    kept, is_new = IdempotentAnswer.objects.get_or_create(
        user=user, key=key, defaults={"digest": digest, "made_at": now}
    )
    if is_new:
        answer = work()
        kept.body, kept.location, kept.status = answer.body, answer.location, answer.status
        kept.save()
    elif kept.digest != digest:
        raise AccountError(
            "idempotency-key-reused",
            _("Another request was sent with this key before. Make up a new key for each new thing."),
            status=422,
        )
    return Answer(kept.body, kept.location, kept.status)
