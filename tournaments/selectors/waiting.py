"""How much replaying is still to be done, for those who watch the service."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min

from tournaments.models import LogState, MoveLog, ReplayTally
from tournaments.models.tallies import BOUNDS, FOREVER


@dataclass(frozen=True)
class Waiting:
    """Work that is not done yet: how much, for how long, and how much was given up."""

    count: int
    oldest: timedelta
    failed: int


def waiting_logs(now: datetime) -> Waiting:
    """Move logs that wait for a worker or are being replayed."""
    under_way = MoveLog.objects.filter(state__in=[LogState.QUEUED, LogState.RUNNING])
    found = under_way.aggregate(count=Count("pk"), since=Min("submitted_at"))
    oldest = now - found["since"] if found["since"] else timedelta()
    return Waiting(found["count"], oldest, MoveLog.objects.filter(state=LogState.FAILED).count())


@dataclass(frozen=True)
class Tally:
    """Replays that ended alike: `buckets` are (bound, how many took at most so long), as Prometheus wants."""

    count: int
    seconds: float
    buckets: list[tuple[str, float]]


def logs_by_state() -> dict[str, int]:
    """How many logs are queued, running or failed; of the others there is no end, the tallies count them."""
    states = [LogState.QUEUED, LogState.RUNNING, LogState.FAILED]
    counts = dict.fromkeys(map(str, states), 0)
    found = MoveLog.objects.filter(state__in=states).order_by().values_list("state")
    return counts | dict(found.annotate(Count("pk")))


def replay_tallies() -> dict[str, Tally]:
    """The replays since the service began, by how they ended."""
    rows: dict[str, dict[float, tuple[int, float]]] = {}
    for row in ReplayTally.objects.all():
        rows.setdefault(row.verdict, {})[row.within] = (row.count, row.seconds)
    tallies = {}
    for verdict, found in rows.items():
        upto, buckets = 0, []
        for bound in BOUNDS:
            upto += found.get(bound, (0, 0.0))[0]
            buckets.append(("+Inf" if bound == FOREVER else str(bound), float(upto)))
        tallies[verdict] = Tally(upto, sum(seconds for _count, seconds in found.values()), buckets)
    return tallies
