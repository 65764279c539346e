"""What the beat asks for at its times; each may run twice, or late."""

from celery import shared_task
from django.utils import timezone

from canasta_site import pulses, tidying

BEAT_TASK = "canasta_site.beat"
TIDY_TASK = "canasta_site.tidy"


@shared_task(name=BEAT_TASK)
def beat() -> None:
    """The beat's message came through the broker to a worker, and from there to the database."""
    pulses.note(pulses.BEAT, timezone.now())


@shared_task(name=TIDY_TASK)
def tidy() -> None:
    """The nightly tidying."""
    tidying.tidy(timezone.now())
