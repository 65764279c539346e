"""The doors for workers: an id in, nothing out; each calls one service."""

from celery import shared_task

from tournaments.services import referee


@shared_task(name="tournaments.referee_log")
def referee_log(log_id: int) -> None:
    """Replay one stored log."""
    referee.referee_log(log_id)
