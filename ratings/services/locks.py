"""One writer a pool: an advisory lock on PostgreSQL, the IMMEDIATE transaction on SQLite."""

from django.db import connection

LOCK_SPACE = 0x43414E  # keeps these advisory locks apart from anybody else's


def lock_pool(pool_id: int) -> bool:
    """Whether this transaction is the one that may write the pool; it is until it ends."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [LOCK_SPACE, pool_id])
        return bool(cursor.fetchone()[0])
