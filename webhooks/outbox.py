"""Which deliveries are due: read by the sweeper, which sends them."""

from datetime import datetime, timedelta

from webhooks import services
from webhooks.services import TASK

# A row that was sent is sent again only after this long, should its message be lost.
RESEND = timedelta(seconds=30)
_sent: dict[int, datetime] = {}


def due(now: datetime, limit: int) -> list[tuple[str, tuple[int]]]:
    """(task name, arguments) of the attempts to make now."""
    rows = list(services.due(now).order_by("next_at").values_list("pk", flat=True)[:limit])
    for pk in [pk for pk, at in _sent.items() if not timedelta() <= now - at <= RESEND]:
        del _sent[pk]
    fresh = [pk for pk in rows if pk not in _sent]
    _sent.update(dict.fromkeys(fresh, now))
    return [(TASK, (pk,)) for pk in fresh]
