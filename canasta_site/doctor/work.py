"""Checks of what goes on: broker, workers, beat, and whether anything waits too long."""

import ssl
import urllib.request
from datetime import datetime, timedelta

from django.conf import settings
from django.template.defaultfilters import pluralize

from canasta_site import health, pulses
from canasta_site.doctor.findings import Finding, fault, manage, ok, skipped
from ratings.selectors.waiting import waiting_pools
from tournaments.selectors.waiting import waiting_logs

BEATS = timedelta(minutes=5)
TIDIED = timedelta(days=2)
PATIENCE = timedelta(minutes=5)
WEB_SECONDS = 5
RUN = "Run python3 canasta.py run."


def web(_now: datetime) -> Finding:
    """The web server answers under the address that people know."""
    if settings.EMBEDDED:
        return skipped("web server", "python3 canasta.py run watches over it")
    address = f"{settings.CANASTA_URL}/healthz"
    try:
        urllib.request.urlopen(address, timeout=WEB_SECONDS).close()  # noqa: S310 # nosec B310 # our own
    except (OSError, ValueError) as error:
        if isinstance(getattr(error, "reason", None), ssl.SSLError):
            mend = "Look at why Caddy has no certificate that everybody believes: journalctl -u caddy -e"
        else:
            mend = "Look at systemctl status canasta-web caddy, and whether the name leads to this machine."
        return fault("web server", f"{address} does not answer ({error})", mend)
    return ok("web server", f"answers at {settings.CANASTA_URL}")


def broker(_now: datetime) -> Finding:
    """Messages can be sent."""
    if settings.EMBEDDED:
        return ok("broker", "the worker finds its work by itself")
    if wrong := health.broker_fault():
        mend = "Start it (systemctl start redis-server) and look at CELERY_BROKER_URL."
        return fault("broker", f"does not answer ({wrong})", mend)
    return ok("broker", "answers")


def workers(now: datetime) -> Finding:
    """Every queue has a worker that showed life within the last minute."""
    alive = pulses.queues_served(now - pulses.ALIVE)
    needed = {"default"} if settings.EMBEDDED else {"default", "ratings"}
    if lacking := sorted(needed - alive.keys()):
        names = ", ".join(lacking)
        restart = "systemctl restart " + " ".join(f"canasta-{name}" for name in lacking)
        return fault("workers", f"nobody serves: {names}", RUN if settings.EMBEDDED else restart)
    return ok("workers", "; ".join(f"{queue}: {alive[queue]}" for queue in sorted(alive)))


def sweep(now: datetime) -> Finding:
    """How long ago a worker last looked for work that got lost."""
    last = pulses.last_sweep()
    mend = RUN if settings.EMBEDDED else "systemctl restart canasta-default canasta-ratings"
    if last is None:
        return fault("sweep", "no worker has looked for lost work yet", mend)
    if now - last > pulses.ALIVE:
        return fault("sweep", f"the last one was {_age(now - last)} ago", mend)
    return ok("sweep", f"{_age(now - last)} ago")


def beat(now: datetime) -> Finding:
    """The beat's messages come through the broker to a worker and to the database."""
    if settings.EMBEDDED:
        return skipped("beat", "not needed here")
    last = pulses.last(pulses.BEAT)
    mend = "systemctl restart canasta-beat, on one machine only"
    if last is None:
        return fault("beat", "was never heard", mend)
    if now - last > BEATS:
        return fault("beat", f"was last heard {_age(now - last)} ago", mend)
    return ok("beat", f"heard {_age(now - last)} ago")


def tidying(now: datetime) -> Finding:
    """What is kept for a while only was forgotten on time."""
    last = pulses.last(pulses.TIDIED)
    if last is None:
        return ok("tidying", "the first one comes tonight")
    if now - last > TIDIED:
        mend = "See the worker's log for the task canasta_site.tidy; restart worker and beat."
        return fault("tidying", f"was last done {_age(now - last)} ago", mend)
    return ok("tidying", f"done {_age(now - last)} ago")


def move_logs(now: datetime) -> Finding:
    """No log waits for long, and none was given up."""
    waiting = waiting_logs(now)
    if waiting.failed:
        mend = "Read the reason on the referees' site, mend it, and choose “replay again” there."
        return fault("move logs", f"{waiting.failed} failed by the service's own fault", mend)
    logs = f"{waiting.count} wait{pluralize(waiting.count, 's,')}"
    return _soon_done("move logs", logs, waiting.oldest, "canasta-default")


def ratings(now: datetime) -> Finding:
    """No pool waits for its fold for long, or fails in it."""
    waiting = waiting_pools(now)
    if waiting.failed:
        mend = (
            "Read the reason under Rating pools on the referees' site; "
            f"then {manage('rebuild_ratings --reason WHY')}."
        )
        failing = f"{waiting.failed} pool{pluralize(waiting.failed, ' fails,s fail')}"
        return fault("ratings", f"{failing} to be folded", mend)
    pools = f"{waiting.count} pool{pluralize(waiting.count, ' waits,s wait')}"
    return _soon_done("ratings", pools, waiting.oldest, "canasta-ratings")


def _soon_done(name: str, waiting: str, oldest: timedelta, unit: str) -> Finding:
    if oldest > PATIENCE:
        mend = RUN if settings.EMBEDDED else f"systemctl restart {unit}; see its log."
        return fault(name, f"{waiting}, the oldest for {_age(oldest)}", mend)
    return ok(name, waiting)


def _age(age: timedelta) -> str:
    seconds = age.total_seconds()
    for size, unit in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    whole = round(max(seconds, 0))
    return f"{whole} second{pluralize(whole)}"
