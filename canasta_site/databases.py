"""The database: SQLite in `var/`, or the server that DATABASE_URL names."""

import warnings
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from canasta_site.environment import Environment

# IMMEDIATE and WAL: with SQLite's defaults half of the writes of six clients fail as locked.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000; "
    "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;",
}
ENGINES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")
# A process that stands still in a transaction must not hold its locks for ever.
POSTGRESQL_OPTIONS = {"options": "-c idle_in_transaction_session_timeout=120s"}


def database(env: Environment, var: Path) -> dict[str, Any]:
    """Django's settings of it; raises ImproperlyConfigured for an address that is none."""
    if not env.str("DATABASE_URL", default=""):
        name = var / "canasta.sqlite3"
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": SQLITE_OPTIONS}
    try:
        with warnings.catch_warnings(action="ignore"):  # it would name the password
            address: dict[str, Any] = env.db("DATABASE_URL")
    except ValueError:  # its port is none
        address = {}
    engine = address.get("ENGINE", "")
    if engine not in ENGINES or not (address["NAME"] or address.get("OPTIONS")):
        raise ImproperlyConfigured("DATABASE_URL is no address like postgres://name@host:5432/database")
    if engine.endswith("postgresql"):
        address["OPTIONS"] = POSTGRESQL_OPTIONS | address.get("OPTIONS", {})
    kept = env.number("CONN_MAX_AGE", default=60)
    return address | {"CONN_MAX_AGE": kept, "CONN_HEALTH_CHECKS": True}
