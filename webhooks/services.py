"""Telling endpoints: a row in the caller's transaction, then attempts by workers until one is taken."""

import json
import logging
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import override

from webhooks.addresses import RefusedAddressError
from webhooks.models import Delivery, Endpoint, Kind, State
from webhooks.sending import FAILURES, send

logger = logging.getLogger(__name__)

TASK = "webhooks.deliver"
LEASE = timedelta(seconds=120)
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=15), timedelta(hours=6)
MOST_ATTEMPTS = 12  # over about a day
UNTRANSLATED = "en"


def announce(kind: Kind, key: str, data: Callable[[], dict[str, Any] | None], now: datetime) -> None:
    """Tell every endpoint that wants to know, once a key; `data` is asked only then, and None isn't told."""
    wanted = [one for one in Endpoint.objects.filter(active=True) if kind.value in one.kinds]
    if not wanted:
        return
    told = data()
    if told is None:
        return
    for endpoint in wanted:
        name = uuid.uuid4()
        body = json.dumps({"id": str(name), "kind": kind.value, "at": now.isoformat(), "data": told})
        delivery, new = Delivery.objects.get_or_create(
            endpoint=endpoint,
            key=key,
            defaults={"uuid": name, "kind": kind, "body": body, "made_at": now, "next_at": now},
        )
        if new:
            _remind(delivery.pk)


def due(now: datetime) -> QuerySet[Delivery]:
    """What may be attempted now; a time further ahead than its wait is of a clock that was set back."""
    come = Q(next_at__lte=now)
    for attempts in range(MOST_ATTEMPTS):
        come |= Q(attempts=attempts, next_at__gt=now + 2 * max(LEASE, wait_after(attempts)))
    return Delivery.objects.filter(come, state=State.WAITING, endpoint__active=True)


def wait_after(attempts: int) -> timedelta:
    """How long the next attempt is put off."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2 ** max(attempts - 1, 0))


def deliver(delivery_id: int, now: datetime) -> bool:
    """Make one attempt, if it is due and nobody else is at it; whether it was taken."""
    token = uuid.uuid4()
    if (
        not due(now)
        .filter(pk=delivery_id)
        .update(token=token, next_at=now + LEASE, attempts=F("attempts") + 1)
    ):
        return False
    delivery = Delivery.objects.select_related("endpoint").get(pk=delivery_id)
    status, error = _attempt(delivery)
    taken = status is not None and 200 <= status < 300
    over = not taken and delivery.attempts >= MOST_ATTEMPTS
    Delivery.objects.filter(pk=delivery_id, token=token).update(
        token=None,
        status=status,
        last_error=error[:300],
        state=State.DELIVERED if taken else State.GIVEN_UP if over else State.WAITING,
        next_at=None if taken or over else now + wait_after(delivery.attempts),
        done_at=now if taken else None,
    )
    return taken


def _attempt(delivery: Delivery) -> tuple[int | None, str]:
    endpoint = delivery.endpoint
    headers = {"Canasta-Event": delivery.kind, "Canasta-Delivery": str(delivery.uuid)}
    try:
        status = send(endpoint.url, endpoint.secret, delivery.body, **headers)
    except RefusedAddressError as error:
        with override(UNTRANSLATED):  # a worker has no language; whoever reads it has
            return None, str(error.message)
    except FAILURES as error:
        return None, f"{type(error).__name__}: {error}"
    return status, ""


@transaction.atomic
def send_again(delivery_ids: list[int], now: datetime) -> int:
    """Deliver these anew, whatever became of them, word for word; how many there are."""
    again = Delivery.objects.filter(pk__in=delivery_ids)
    count = again.update(state=State.WAITING, attempts=0, next_at=now, token=None, last_error="")
    for delivery_id in delivery_ids:
        _remind(delivery_id)
    return count


def forget_old(limit: datetime) -> int:
    """Remove what was made before, but for what is still to be attempted; returns how many."""
    coming = Q(state=State.WAITING, endpoint__active=True)
    return Delivery.objects.exclude(coming).filter(made_at__lt=limit).delete()[0]


def _remind(delivery_id: int) -> None:
    """Send the task after commit; a broker that is away costs time only, the sweep sends it again."""
    if settings.EMBEDDED:
        return

    def remind() -> None:
        try:
            current_app.send_task(TASK, (delivery_id,))
        except Exception:  # the broker's many ways to be away
            logger.warning("delivery %s was not sent; the sweep will", delivery_id, exc_info=True)

    transaction.on_commit(remind, robust=True)
