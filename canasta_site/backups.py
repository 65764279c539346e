"""The whole database as one file, the same for SQLite and PostgreSQL, made while the service runs.

A gzip of lines of JSON: a head, a line a row, a foot with the number of rows and a SHA-256 over all before.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

FORMAT = "canasta-backup/1"
SUFFIX = ".backup"
# Who is signed in is not worth keeping, and restored sessions would sign people in again; nor are the signs
# of life of processes that are no more.
LEFT_OUT = {"sessions.session", "usersessions.usersession", "canasta_site.pulse"}


class Exact(DjangoJSONEncoder):
    """Writes times to the microsecond, where Django's own stops at milliseconds."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


class BackupError(Exception):
    """The file is no complete backup, or not one of this version of the service."""


@dataclass(frozen=True)
class Contents:
    """What a checked backup holds."""

    made_at: str
    rows: int


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


def _models() -> Iterator[type[models.Model]]:
    tables = set(connection.introspection.table_names())
    for model in apps.get_models():
        options = model._meta
        stored = options.managed and not options.proxy and options.db_table in tables
        if stored and options.label_lower not in LEFT_OUT:
            yield model


@contextmanager
def _snapshot() -> Iterator[None]:
    """Everything read inside is of one moment, and nobody who writes has to wait."""
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if postgres else "BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def next_file(folder: Path, now: datetime) -> Path:
    """Where the backup of this moment belongs in the folder, which is made, for this user alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"canasta-{now:%Y%m%d-%H%M%S}{SUFFIX}"


def remove_oldest(folder: Path, kept: int) -> None:
    """Keep the newest backups of the folder; their names sort by time."""
    for old in sorted(folder.glob(f"canasta-*{SUFFIX}"))[:-kept]:
        old.unlink()


def back_up(path: Path, now: datetime) -> Contents:
    """Write the backup and check it; a file that is there already is replaced only by a whole one."""
    draft = path.with_name(path.name + ".part")
    with draft.open("wb") as raw, gzip.open(raw, "wb") as out, _snapshot():
        _write(out, now)
    draft.chmod(0o600)
    contents = verify(draft)
    draft.replace(path)
    return contents


def _write(out: gzip.GzipFile, now: datetime) -> None:
    digest, rows = hashlib.sha256(), 0

    def put(line: str) -> None:
        data = line.encode() + b"\n"
        digest.update(data)
        out.write(data)

    put(json.dumps({"format": FORMAT, "made_at": now.isoformat(), "migrations": _migrations()}))
    for model in _models():
        found = model._base_manager.order_by("pk").iterator(chunk_size=500)
        for row in found:
            put(serializers.serialize("jsonl", [row], cls=Exact).strip())
            rows += 1
    out.write(json.dumps({"rows": rows, "sha256": digest.hexdigest()}).encode() + b"\n")


def _lines(path: Path) -> Iterator[str]:
    """The rows of a backup; raises BackupError at its end if the file is not whole."""
    digest, rows, held = hashlib.sha256(), -1, b""
    try:
        with gzip.open(path, "rb") as lines:
            for line in lines:
                if held:
                    digest.update(held)
                    if rows >= 0:
                        yield held.decode()
                    rows += 1
                held = line
        foot = json.loads(held)
        whole = foot == {"rows": rows, "sha256": digest.hexdigest()}
    except (OSError, EOFError, ValueError) as error:
        raise BackupError(f"{path} is not a whole backup: {error}") from error
    if not whole:
        raise BackupError(f"{path} was changed or is cut off.")


def _head(path: Path) -> dict[str, Any]:
    try:
        with gzip.open(path, "rb") as lines:
            head = json.loads(lines.readline())
    except (OSError, EOFError, ValueError) as error:
        raise BackupError(f"{path} is not a backup: {error}") from error
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BackupError(f"{path} is not a backup of the form {FORMAT}.")
    return head


def verify(path: Path) -> Contents:
    """Read the whole file and check it: its sum, its rows, and that this version can read each of them."""
    head = _head(path)
    if head["migrations"] != _migrations():
        raise BackupError(f"{path} is of another version of the service; restore it with that one.")
    rows = sum(1 for _row in serializers.deserialize("jsonl", _lines(path)))
    return Contents(head["made_at"], rows)


def restore(path: Path) -> Contents:
    """Replace everything in the database by the backup, all or nothing."""
    contents = verify(path)
    with transaction.atomic():
        call_command("flush", interactive=False, inhibit_post_migrate=True, verbosity=0)
        with connection.constraint_checks_disabled():
            for row in serializers.deserialize("jsonl", _lines(path)):
                row.save(force_insert=True)
        connection.check_constraints()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(_models())):
                cursor.execute(statement)
    return contents
