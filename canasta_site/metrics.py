"""Figures for Prometheus: requests counted by the web processes, everything else read from the database.

With several web processes PROMETHEUS_MULTIPROC_DIR must name a folder in which they share their counts.
"""

import os
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from canasta_site import health, pulses
from canasta_site.doctor.machine import newest_backup
from ratings.selectors.waiting import replays_done, waiting_pools
from tournaments.selectors.waiting import logs_by_state, replay_tallies, waiting_logs

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
BUCKETS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)

_own = CollectorRegistry()
REQUESTS = Counter("canasta_requests", "Answered requests.", ["view", "method", "status"], registry=_own)
SECONDS = Histogram("canasta_request_seconds", "Time to answer.", ["view"], buckets=BUCKETS, registry=_own)


def count_request(view: str, method: str, status: int, seconds: float) -> None:
    """One answered request."""
    REQUESTS.labels(view, method if method in METHODS else "other", f"{status}").inc()
    SECONDS.labels(view).observe(seconds)


def text() -> bytes:
    """All figures in Prometheus' own form."""
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)
    else:
        registry.register(_Passed(_own))
    registry.register(FromDatabase(timezone.now()))
    return generate_latest(registry)


class _Passed(Collector):
    """What another registry has."""

    def __init__(self, source: CollectorRegistry) -> None:
        self.source = source

    def collect(self) -> Iterator[Metric]:
        yield from self.source.collect()


class FromDatabase(Collector):
    """The state of the work at one moment; without the database only that it is away."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        fault = health.database_fault()
        yield GaugeMetricFamily("canasta_database_up", "The database answers.", value=float(not fault))
        if backup := newest_backup():
            age = (self.now - backup).total_seconds()
            yield GaugeMetricFamily("canasta_backup_age_seconds", "Age of the newest backup.", value=age)
        if fault:
            return
        try:
            found = [*self._queues(), *self._replays(), *self._ratings(), *self._life()]
        except DatabaseError:  # as before the first migration
            return
        yield from found

    def _queues(self) -> Iterator[Metric]:
        depth = GaugeMetricFamily("canasta_queue_depth", "Work that waits or is done now.", labels=["queue"])
        age = GaugeMetricFamily(
            "canasta_queue_age_seconds", "For how long the oldest waits.", labels=["queue"]
        )
        for queue, waiting in (("default", waiting_logs(self.now)), ("ratings", waiting_pools(self.now))):
            depth.add_metric([queue], waiting.count)
            age.add_metric([queue], waiting.oldest.total_seconds())
        yield from (depth, age)

    def _replays(self) -> Iterator[Metric]:
        logs = GaugeMetricFamily("canasta_logs", "Move logs not decided, by state.", labels=["state"])
        for state, count in logs_by_state().items():
            logs.add_metric([state], count)
        verdicts = CounterMetricFamily("canasta_verdicts", "Replays by how they ended.", labels=["verdict"])
        seconds = HistogramMetricFamily("canasta_replay_seconds", "Time to replay a log.", labels=["verdict"])
        for verdict, tally in replay_tallies().items():
            verdicts.add_metric([verdict], tally.count)
            seconds.add_metric([verdict], tally.buckets, tally.seconds)
        yield from (logs, verdicts, seconds)

    def _ratings(self) -> Iterator[Metric]:
        done = replays_done()
        yield CounterMetricFamily("canasta_rating_replays", "Corrections folded.", value=done.count)
        yield CounterMetricFamily("canasta_rating_replay_seconds", "Time they took.", value=done.seconds)
        yield CounterMetricFamily("canasta_rating_replay_games", "Games rated again.", value=done.games)
        failing = waiting_pools(self.now).failed
        yield GaugeMetricFamily("canasta_pool_failures", "Pools whose fold fails.", value=failing)

    def _life(self) -> Iterator[Metric]:
        workers = GaugeMetricFamily("canasta_workers", "Workers alive.", labels=["queue"])
        served = pulses.queues_served(self.now - pulses.ALIVE)
        for queue in ("default",) if settings.EMBEDDED else ("default", "ratings"):
            workers.add_metric([queue], served.get(queue, 0))
        yield workers
        for name, last in (("sweep", pulses.last_sweep()), ("beat", pulses.last(pulses.BEAT))):
            if last:
                age = (self.now - last).total_seconds()
                yield GaugeMetricFamily(f"canasta_{name}_age_seconds", f"Since the last {name}.", value=age)
