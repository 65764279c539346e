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
# A draft that nobody went on with for so many seconds was left behind by a process that was killed.
ABANDONED = 3600


def embedded_database(environment: Mapping[str, str], var: Path) -> Path | None:
    """The SQLite file of the service, None where its database is a server."""
    url = urlsplit(environment.get("DATABASE_URL", ""))
    if not url.scheme:
        return var / "canasta.sqlite3"
    return ROOT / url.path.removeprefix("/") if url.scheme == "sqlite" else None


def back_up(database: Path, folder: Path, now: float) -> Path:
    """Copies a database that may be in use, checks that, and removes the oldest ones and abandoned drafts."""
    folder.mkdir(mode=0o700, exist_ok=True)
    made = folder / time.strftime("canasta-%Y%m%d-%H%M%S.sqlite3", time.localtime(now))
    copy(database, made)
    for old in backups(folder)[:-KEPT]:
        old.unlink()
    for draft in folder.glob("canasta-*.part*"):
        if draft.stat().st_mtime < now - ABANDONED:
            draft.unlink()
    return made


def copy(database: Path, target: Path) -> None:
    """Copies a database; the copy is there under its name only once it is whole and checked."""
    draft = target.with_suffix(".part")
    draft.unlink(missing_ok=True)
    try:
        with closing(opened(database)) as source, closing(sqlite3.connect(draft)) as copied:
            source.backup(copied)
            copied.execute("PRAGMA journal_mode = DELETE")
            if (verdict := copied.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(f"The copy of {database} is damaged: {verdict}")
        draft.chmod(0o600)
        draft.rename(target)
    finally:
        draft.unlink(missing_ok=True)


def files_of(database: Path) -> list[Path]:
    """Those of a database's files that are there.

    A killed service leaves a journal with its last changes: SQLite would put them into any database that
    gets the name of the old one.
    """
    files = [database.with_name(database.name + end) for end in ("", "-wal", "-journal")]
    return [file for file in files if file.exists()]


def opened(database: Path) -> sqlite3.Connection:
    """A database to read from; it is never made."""
    return sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)


def is_ours(database: Path) -> bool:
    """Whether this service once migrated it. Raises sqlite3.Error for what is no database."""
    tables = "SELECT 1 FROM sqlite_master WHERE name = 'tournaments_tournament'"
    with closing(opened(database)) as source:
        return source.execute(tables).fetchone() is not None


def migrations(database: Path) -> list[tuple[str, str]]:
    """The applied migrations, by app and name. Raises sqlite3.Error where there is no such table."""
    with closing(opened(database)) as source:
        return source.execute("SELECT app, name FROM django_migrations ORDER BY app, name").fetchall()


def is_due(folder: Path, now: float) -> bool:
    """Whether the newest copy is a day old."""
    newest = backups(folder)[-1:]
    return not newest or now - newest[0].stat().st_mtime >= DAY


def backups(folder: Path) -> list[Path]:
    """Every copy, the oldest first."""
    return sorted(folder.glob("canasta-*.sqlite3"))
