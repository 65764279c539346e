"""A broker that breaks off while a message is worked on costs the worker that message, not its life."""

from contextlib import ExitStack, suppress
from types import SimpleNamespace

import pytest
from kombu import Connection, Consumer, Queue
from kombu.utils.imports import symbol_by_name

from canasta_site.celery import REDIS_OPTIONS, app
from launcher.servers import throw_away_redis

pytestmark = pytest.mark.redis


def test_a_worker_outlives_a_broker_that_breaks_off_with_a_message_at_hand() -> None:
    at_hand = []
    with ExitStack() as server:
        connection = Connection(throw_away_redis(server), transport_options=REDIS_OPTIONS)
        channel = connection.default_channel
        Consumer(channel, [Queue("default")], callbacks=[lambda _, got: at_hand.append(got)]).consume()
        connection.Producer().publish({"log": 1}, routing_key="default")
        connection.drain_events(timeout=5)
        assert len(at_hand) == 1
        # Like a worker it listens for the next one, and for its neighbours on a channel of their own.
        other = connection.channel()
        Consumer(other, [Queue("neighbours")]).consume()
        with suppress(TimeoutError):
            connection.drain_events(timeout=0.1)
    worker = object.__new__(symbol_by_name(app.conf.worker_consumer))
    pool, blueprint = SimpleNamespace(num_processes=1), SimpleNamespace(human_state=str)
    vars(worker).update(connection=connection, app=app, pool=pool, prefetch_multiplier=2, blueprint=blueprint)
    worker.qos_global = False
    worker.on_connection_error_after_connected(ConnectionError("closed by server"))
    assert worker.connection is None
    at_hand[0].ack()
    assert at_hand[0].acknowledged
