"""What workers of two versions make of each other's messages while an upgrade is under way."""

from inspect import Parameter, signature
from typing import Any

from celery import Task


class TolerantTask(Task):
    """A task that leaves out what its function does not know: a newer version may say more in its messages.

    A newer version that asks for more than an older one says gives the argument a default.
    """

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        known = signature(self.run).parameters
        places = [name for name, each in known.items() if each.kind is not Parameter.KEYWORD_ONLY]
        named = {name: value for name, value in kwargs.items() if name in known}
        return super().__call__(*args[: len(places)], **named)
