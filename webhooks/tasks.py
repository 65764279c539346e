"""Celery's door to the services: an id in, nothing out."""

from celery import shared_task
from django.utils import timezone

from webhooks import services


@shared_task(name="webhooks.deliver")
def deliver(delivery_id: int) -> None:
    """One attempt."""
    services.deliver(delivery_id, timezone.now())
