"""The Celery app: what is sent where, within which limits.

The row in the database is the truth; a message carries an id and may be lost, late or doubled. Time limits
lie below the leases of the rows, and those below the time after which Redis sends a message again.
"""

import logging
import os
import time
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import beat_init, before_task_publish, setup_logging, task_postrun, task_prerun
from django.conf import settings
from django.db import close_old_connections

from canasta_site import logs
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
# One message at hand while another is worked on; if its worker dies, the sweep sends it again.
PREFETCH = 2

TASKS_A_CHILD = 500

# What one `celery beat` asks for. The embedded service has none: its sweep tidies once a day.
BEAT_SECONDS = 60
SCHEDULE: dict[str, Any] = {
    "beat": {"task": "canasta_site.beat", "schedule": BEAT_SECONDS, "options": {"expires": BEAT_SECONDS}},
    "tidy": {"task": "canasta_site.tidy", "schedule": crontab(hour="4", minute="17")},
}

logger = logging.getLogger(__name__)

app = Celery("canasta")
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL,
    broker_connection_retry_on_startup=True,
    broker_transport_options=TRANSPORT_OPTIONS.get(settings.CELERY_BROKER_URL.split(":")[0], {}),
    worker_enable_remote_control=not settings.EMBEDDED,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_consumer="canasta_site.consumer:Consumer",
    worker_prefetch_multiplier=MEMORY_PREFETCH if settings.EMBEDDED else PREFETCH,
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
    timezone=settings.TIME_ZONE,
    beat_schedule=SCHEDULE,
    beat_schedule_filename=str(settings.VAR_DIR / "beat-schedule"),
    # Celery would open a new database connection for every task, which costs more than most tasks do.
    CELERY_DB_REUSE_MAX=TASKS_A_CHILD,
)
app.task_cls = TolerantTask  # type: ignore[assignment]
app.autodiscover_tasks()


@beat_init.connect
def show_the_beat(sender: Any, **_: Any) -> None:
    """The first sign of life goes out at once, not after the first minute."""
    try:
        app.send_task("canasta_site.beat", expires=BEAT_SECONDS)
    except Exception:  # the broker is away: the next minute tries again
        logger.warning("The beat could not send its first message", exc_info=True)


@task_prerun.connect
def check_connections(**_: Any) -> None:
    """A connection that broke or grew old since the last task is replaced before this one."""
    close_old_connections()


@before_task_publish.connect
def carry_request(headers: dict[str, Any], **_: Any) -> None:
    """A message names the request that caused it."""
    if ident := logs.request_id.get():
        headers["request_id"] = ident


@task_prerun.connect
def begin_task(task: Any, **_: Any) -> None:
    """What the task logs belongs to the request that caused it."""
    logs.request_id.set(getattr(task.request, "request_id", None) or "")
    task.request.began = time.monotonic()


@task_postrun.connect
def end_task(task: Any, task_id: str, args: Any, state: str, **_: Any) -> None:
    """One line for each task."""
    seconds = round(time.monotonic() - getattr(task.request, "began", time.monotonic()), 4)
    told = {
        "task": task.name,
        "task_id": task_id,
        "task_args": list(args),
        "state": state,
        "seconds": seconds,
    }
    logger.info("%s%s %s", task.name, tuple(args), state, extra=told)
    logs.request_id.set("")


@setup_logging.connect
def keep_django_logging(**_: Any) -> None:
    """Celery leaves logging as the settings have it."""
    from logging.config import dictConfig  # noqa: PLC0415

    dictConfig(settings.LOGGING)


@app.on_after_finalize.connect
def add_steps(**_: Any) -> None:
    """The worker sweeps: nothing else has to run for work to be found."""
    from canasta_site.held_locks import FreeHeldLocks  # noqa: PLC0415
    from canasta_site.sweeper import Sweeper  # noqa: PLC0415

    app.steps["worker"].update({FreeHeldLocks, Sweeper})
