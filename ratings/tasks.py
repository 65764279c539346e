"""Celery's door to the services: an id in, nothing out."""

from celery import shared_task
from django.utils import timezone

from ratings.services import folding, lists

# A full replay of a large pool takes longer than the other tasks may.
SOFT_LIMIT, HARD_LIMIT = 900, 960


@shared_task(name="ratings.fold_pool", soft_time_limit=SOFT_LIMIT, time_limit=HARD_LIMIT)
def fold_pool(pool_id: int) -> None:
    """Bring the ledger of one pool up to date."""
    folding.fold_pool(pool_id, timezone.now())


@shared_task(name="ratings.publish_list")
def publish_list(pool_id: int) -> None:
    """Freeze the table of the month that has ended."""
    lists.publish_due_list(pool_id, timezone.now())
