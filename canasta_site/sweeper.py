"""A thread of the worker that sends what is due in the database. It decides nothing and changes no result.

Each app says what is due (`<app>.outbox.due`); a message sent twice is refused by the row it names.
"""

import logging
import math
import os
import threading
import time
from datetime import timedelta
from typing import Any

from celery import Celery, bootsteps
from django.conf import settings
from django.db import close_old_connections, connection
from django.utils import timezone

from canasta_site import pulses
from canasta_site.stillness import Stillness
from ratings import outbox as ratings_outbox
from tournaments import outbox as tournaments_outbox
from webhooks import outbox as webhooks_outbox

logger = logging.getLogger(__name__)

OUTBOXES = (tournaments_outbox.due, ratings_outbox.due, webhooks_outbox.due)
BATCH = 200
# How often a worker notes that it is alive, in seconds.
PULSE_SECONDS = 15
TIDY_EVERY = timedelta(days=1)

# Held while the thread has a database connection: a child forked in between would inherit it half used.
_connected = threading.Lock()
os.register_at_fork(
    before=_connected.acquire, after_in_parent=_connected.release, after_in_child=_connected.release
)


def sweep(app: Celery) -> int:
    """Send every task that is due, at most BATCH an outbox; return how many were sent."""
    now = timezone.now()
    sent = 0
    for due in OUTBOXES:
        for name, args in due(now, BATCH):
            app.send_task(name, args)
            sent += 1
    return sent


def show_life(worker: Any) -> None:
    """Note that this worker sweeps; the embedded one, which has no beat, also tidies once a day."""
    now = timezone.now()
    pulses.note_worker(worker.hostname, list(worker.app.amqp.queues.consume_from), now)
    if settings.EMBEDDED and pulses.is_due(pulses.TIDIED, TIDY_EVERY, now):
        worker.app.send_task("canasta_site.tidy")


class Sweeper(bootsteps.StartStopStep):
    """Runs `sweep` every SWEEP_SECONDS for as long as the worker lives."""

    requires = ("celery.worker.components:Pool",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.stopping = threading.Event()
        self.thread: threading.Thread | None = None

    def start(self, parent: Any) -> None:
        if settings.EMBEDDED:
            # The messages of a worker that died were in its memory only: all that was under way is due again.
            tournaments_outbox.recall(timezone.now())
            connection.close()
        self.thread = threading.Thread(target=self.run, args=(parent,), name="sweeper", daemon=True)
        self.thread.start()

    def stop(self, parent: Any) -> None:
        self.stopping.set()
        if self.thread is not None:
            self.thread.join(timeout=5)

    def run(self, worker: Any) -> None:
        """Sweep until the worker stops. A fault of the database or the broker is waited out."""
        pause = 0.0  # what got lost while no worker ran is looked for at once, and so is who asks for one
        shown_at = -math.inf
        stillness = Stillness()
        while not self.stopping.wait(pause):
            pause = settings.SWEEP_SECONDS
            if not stillness.is_worth_a_sweep():
                continue
            with _connected:
                try:
                    close_old_connections()
                    if time.monotonic() - shown_at >= PULSE_SECONDS:
                        show_life(worker)
                        shown_at = time.monotonic()
                    stillness.begin()
                    sweep(worker.app)
                except Exception:  # whatever failed now is due again at the next round
                    logger.exception("The sweep failed; the next one tries again")
                    pause = min(5.0, 10 * settings.SWEEP_SECONDS)
                finally:
                    connection.close()
