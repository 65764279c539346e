"""What of this app waits for a worker: read by the sweeper, which sends it."""

from datetime import datetime

from ratings.services.lists import LIST_TASK, take_due_lists
from ratings.services.marks import FOLD_TASK, take_due_pools


def due(now: datetime, limit: int) -> list[tuple[str, tuple[int]]]:
    """(task name, arguments) of the folds and official lists to send now."""
    folds = [(FOLD_TASK, (pool_id,)) for pool_id in take_due_pools(now, limit)]
    return folds + [(LIST_TASK, (pool_id,)) for pool_id in take_due_lists(now, limit)]
