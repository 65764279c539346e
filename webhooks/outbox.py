"""Which deliveries are due: read by the sweeper, which sends them."""

from datetime import datetime, timedelta

from webhooks.models import Delivery, State
from webhooks.services import TASK, forget_old

# A row that was sent is sent again only after this long, should its message be lost.
RESEND = timedelta(seconds=30)
_sent: dict[int, datetime] = {}


def due(now: datetime, limit: int) -> list[tuple[str, tuple[int]]]:
    """(task name, arguments) of the attempts to make now."""
    waiting = Delivery.objects.filter(state=State.WAITING, next_at__lte=now, endpoint__active=True)
    rows = list(waiting.order_by("next_at").values_list("pk", flat=True)[:limit])
    for pk in [pk for pk, at in _sent.items() if now - at > RESEND]:
        del _sent[pk]
    fresh = [pk for pk in rows if pk not in _sent]
    _sent.update(dict.fromkeys(fresh, now))
    if fresh:
        forget_old(now)
    return [(TASK, (pk,)) for pk in fresh]
