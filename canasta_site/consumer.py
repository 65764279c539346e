"""The worker's connection to its broker: when it breaks, the worker waits for it and goes on."""

from typing import Any

from celery.worker import consumer


def _nothing(*_: Any, **__: Any) -> None:
    """What a channel whose connection is gone can do."""


class Consumer(consumer.Consumer):
    """Celery's own, but for what was at hand when the connection broke."""

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Leave it where it is: the broker sends it again, and so does the sweep, should it be lost.

        kombu would put it back, or acknowledge it, by the connection that it has just taken apart; that ended
        the worker.
        """
        for channel in list(getattr(getattr(self.connection, "transport", None), "channels", ())):
            channel.do_restore = False
            # Nor can what is finished from here on be acknowledged by it.
            channel.basic_ack = channel.basic_reject = _nothing
        super().on_connection_error_after_connected(exc)
