"""The database before the service starts: migrated, after a backup where it holds anything."""

import sqlite3
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from launcher import backups
from launcher.errors import LauncherError, in_words
from launcher.processes import PYTHON, ROOT, kept, last_words

# How the service says that it cannot start with its settings.
SENTENCE = "canasta: "


def bring_up_to_date(environment: Mapping[str, str], var: Path) -> bool:
    """Applies the migrations that are missing; True where the database was new.

    Raises LauncherError where that fails, and for a database that a newer version has used.
    """
    note = var / "migrated"
    form = _form(environment, var)
    if form and note.exists() and note.read_text(encoding="utf-8") == form:
        return False
    plan = manage(environment, "showmigrations", "--plan")
    is_new = "[X]" not in plan
    if "[ ]" in plan:
        print("Preparing the database.", flush=True)
        if not is_new:
            back_up(environment, var)
        manage(environment, "migrate", "--no-input", "--verbosity", "0")
    note.write_text(_form(environment, var), encoding="utf-8")
    return is_new


def _form(environment: Mapping[str, str], var: Path) -> str:
    """What decides whether migrations are missing: those applied, those of the code, the packages.

    Asking Django takes a second of every start. Empty where it must be asked: a new database, or a server.
    """
    database = backups.embedded_database(environment, var)
    try:
        applied = backups.migrations(database) if database else []
    except sqlite3.Error:
        applied = []
    if not applied:
        return ""
    known = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/migrations/*.py"))
    packages = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    return sha256(repr((applied, known, packages)).encode()).hexdigest()


def restore(environment: Mapping[str, str], var: Path, file: Path) -> None:
    """Begins a new database with a backup: a file of `manage.py backup`, or a copy from `var/backups`.

    Raises LauncherError where there is a database in use, or where the file is no whole backup.
    """
    print(f"Restoring {file}.", flush=True)
    database = backups.embedded_database(environment, var)
    if database and (there := backups.files_of(database)):
        names = ", ".join(map(str, there))
        raise LauncherError(f"There is a database already: move {names} away, or choose a folder with --var.")
    if not file.is_file():
        raise LauncherError(f"There is no file {file}.")
    if file.suffix != ".sqlite3":
        try:
            manage(environment, "restore", str(file.absolute()))
        except LauncherError:
            if database:  # begun, and without any table: the next attempt would be refused
                database.unlink(missing_ok=True)
            raise
        return
    if database is None:
        raise LauncherError(f"{file} is a copy of an embedded database; DATABASE_URL names a server.")
    try:
        if not backups.is_ours(file):
            raise LauncherError(f"{file} is no copy of this service's database.")
        backups.copy(file, database)
    except (OSError, sqlite3.Error) as error:
        raise LauncherError(f"{file} could not be restored: {in_words(error)}.") from error


def back_up(environment: Mapping[str, str], var: Path) -> None:
    """Copies the embedded database into `var/backups`. Raises LauncherError where that fails."""
    database = backups.embedded_database(environment, var)
    if database is None:
        print("The database is a server: its backups are its administrator's, for example with pg_dump.")
        return
    try:
        backups.back_up(database, var / "backups", time.time())
    except (OSError, sqlite3.Error) as error:
        raise LauncherError(f"The database could not be backed up: {in_words(error)}.") from error


def back_up_daily(environment: Mapping[str, str], var: Path) -> None:
    """Copies the embedded database if the newest copy is a day old."""
    if backups.embedded_database(environment, var) and backups.is_due(var / "backups", time.time()):
        back_up(environment, var)


def manage(environment: Mapping[str, str], *arguments: str) -> str:
    """What a management command printed. Raises LauncherError with its last words where it failed."""
    done = kept([PYTHON, "manage.py", *arguments], environment)
    if done.returncode:
        said = last_words(done.stderr)
        if done.stderr.startswith("CommandError: "):
            raise LauncherError(said)
        if (last := said.rpartition("\n")[2]).startswith(SENTENCE):
            raise LauncherError(last.removeprefix(SENTENCE))
        raise LauncherError(f"manage.py {arguments[0]} failed: {said}")
    return done.stdout
