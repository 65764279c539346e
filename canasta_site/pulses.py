"""Signs of life in the database: written by what has to go on, read by `manage.py doctor` and the metrics."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from canasta_site.models import Pulse

WORKER = "worker:"
BEAT = "beat"
TIDIED = "tidied"
# A worker sweeps every few seconds and notes it four times a minute.
ALIVE = timedelta(seconds=60)
FORGOTTEN_AFTER = timedelta(days=1)


def note(name: str, now: datetime, **detail: object) -> None:
    """It happened just now."""
    Pulse.objects.update_or_create(name=name, defaults={"at": now, "detail": detail})


def note_worker(host: str, queues: Sequence[str], now: datetime) -> None:
    """A worker swept; it serves these queues."""
    note(f"{WORKER}{host}", now, queues=sorted(queues))


def is_due(name: str, every: timedelta, now: datetime) -> bool:
    """Whether it last happened that long ago, never, or (the clock was wrong) in the far future."""
    return not Pulse.objects.filter(Q(at__gt=now - every) & Q(at__lte=now + every), name=name).exists()


def forget_workers(now: datetime) -> int:
    """Workers that are gone for good, as after each start under another name; returns how many."""
    gone = Pulse.objects.filter(name__startswith=WORKER, at__lt=now - FORGOTTEN_AFTER)
    return gone.delete()[0]


def last(name: str) -> datetime | None:
    """When it last happened."""
    return Pulse.objects.filter(name=name).values_list("at", flat=True).first()


def last_sweep() -> datetime | None:
    """When a worker last swept."""
    swept = Pulse.objects.filter(name__startswith=WORKER).order_by("-at")
    return swept.values_list("at", flat=True).first()


def queues_served(since: datetime) -> dict[str, int]:
    """How many workers, of those that swept since then, serve each queue."""
    alive = Pulse.objects.filter(name__startswith=WORKER, at__gte=since)
    return Counter(queue for detail in alive.values_list("detail", flat=True) for queue in detail["queues"])


def newest_ahead(now: datetime) -> str:
    """The name of a sign of life from the future, if there is one."""
    return Pulse.objects.filter(at__gt=now).values_list("name", flat=True).first() or ""
