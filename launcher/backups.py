"""Copies of the embedded database: before every migration and once a day, the newest fourteen kept."""

import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from launcher.processes import ROOT

KEPT = 14
DAY = 24 * 3600


def embedded_database(environment: Mapping[str, str], var: Path) -> Path | None:
    """The SQLite file of the service, None where its database is a server."""
    url = urlsplit(environment.get("DATABASE_URL", ""))
    if not url.scheme:
        return var / "canasta.sqlite3"
    return ROOT / url.path.removeprefix("/") if url.scheme == "sqlite" else None


def back_up(database: Path, folder: Path, now: float) -> Path:
    """Copies a database that may be in use, checks the copy, and removes the oldest ones."""
    folder.mkdir(mode=0o700, exist_ok=True)
    copy = folder / time.strftime("canasta-%Y%m%d-%H%M%S.sqlite3", time.localtime(now))
    draft = copy.with_suffix(".part")
    draft.unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(draft)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
        if (verdict := target.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(f"The copy of {database} is damaged: {verdict}")
    draft.rename(copy)
    for old in backups(folder)[:-KEPT]:
        old.unlink()
    return copy


def is_due(folder: Path, now: float) -> bool:
    """Whether the newest copy is a day old."""
    newest = backups(folder)[-1:]
    return not newest or now - newest[0].stat().st_mtime >= DAY


def backups(folder: Path) -> list[Path]:
    """Every copy, the oldest first."""
    return sorted(folder.glob("canasta-*.sqlite3"))
