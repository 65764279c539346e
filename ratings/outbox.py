"""What of this app waits for a worker: read by the sweeper, which sends it."""

from datetime import datetime

from ratings.services.marks import FOLD_TASK, take_due_pools


def due(now: datetime, limit: int) -> list[tuple[str, tuple[int]]]:
    """(task name, arguments) of the folds to send now."""
    return [(FOLD_TASK, (pool_id,)) for pool_id in take_due_pools(now, limit)]
