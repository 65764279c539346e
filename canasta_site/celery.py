"""The Celery app: what is sent where, within which limits.

The row in the database is the truth; a message carries an id and may be lost, late or doubled. Time limits
lie below the leases of the rows, and those below the time after which Redis sends a message again.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_prerun
from django.conf import settings
from django.db import close_old_connections

from canasta_site.messages import TolerantTask

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "canasta_site.settings")

# With a broker that is down a publish must fail at once: the request goes on, the sweep sends again.
REDIS_OPTIONS: dict[str, Any] = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 10,
    "socket_connect_timeout": 3,
    "socket_keepalive": True,
    "health_check_interval": 25,
    "max_retries": 0,
    "interval_start": 0,
    "global_keyprefix": "canasta:",
}

# The worker's own memory is looked into so often (seconds); the default would be once a second.
MEMORY_OPTIONS: dict[str, Any] = {"polling_interval": 0.05}
TRANSPORT_OPTIONS = {"memory": MEMORY_OPTIONS, "redis": REDIS_OPTIONS, "rediss": REDIS_OPTIONS}
# What waits in the worker's memory is never lost with it (`outbox.recall`), so it may hold a few at hand.
MEMORY_PREFETCH = 8

TASKS_A_CHILD = 500

app = Celery("canasta")
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL,
    broker_connection_retry_on_startup=True,
    broker_transport_options=TRANSPORT_OPTIONS.get(settings.CELERY_BROKER_URL.split(":")[0], {}),
    worker_enable_remote_control=not settings.EMBEDDED,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=MEMORY_PREFETCH if settings.EMBEDDED else 1,
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    task_publish_retry=False,
    worker_send_task_events=False,
    worker_max_tasks_per_child=TASKS_A_CHILD,
    task_soft_time_limit=60,
    task_time_limit=90,
    task_default_queue="default",
    # The embedded worker reads one queue; a queue of their own keeps long folds from holding up verdicts.
    task_routes={} if settings.EMBEDDED else {"ratings.*": {"queue": "ratings"}},
    worker_hijack_root_logger=False,
    timezone="UTC",
    # Celery would open a new database connection for every task, which costs more than most tasks do.
    CELERY_DB_REUSE_MAX=TASKS_A_CHILD,
)
app.task_cls = TolerantTask
app.autodiscover_tasks()


@task_prerun.connect
def check_connections(**_: Any) -> None:
    """A connection that broke or grew old since the last task is replaced before this one."""
    close_old_connections()


@setup_logging.connect
def keep_django_logging(**_: Any) -> None:
    """Celery leaves logging as the settings have it."""
    from logging.config import dictConfig  # noqa: PLC0415

    dictConfig(settings.LOGGING)


@app.on_after_finalize.connect
def add_sweeper(**_: Any) -> None:
    """The worker sweeps: nothing else has to run for work to be found."""
    from canasta_site.sweeper import Sweeper  # noqa: PLC0415

    app.steps["worker"].add(Sweeper)
