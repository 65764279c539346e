"""The whole database as one file, the same for SQLite and PostgreSQL, made while the service runs.

A gzip of lines of JSON: a head, a line a row, a foot with the number of rows and a SHA-256 over all before.
"""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.core import serializers
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.core.serializers.json import DjangoJSONEncoder
from django.core.serializers.python import Deserializer
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

FORMAT = "canasta-backup/1"
SUFFIX = ".backup"
DRAFT = ".part"
# A draft that grows no more for so long was left behind by a process that was killed.
ABANDONED = timedelta(hours=1)
# What reading a file may end with that is none of ours, or no longer whole.
UNREADABLE = (OSError, EOFError, ValueError, zlib.error)
# Who is signed in is not worth keeping, and restored sessions would sign people in again; nor are the signs
# of life of processes that are no more, nor what made pages are known by.
LEFT_OUT = {"sessions.session", "usersessions.usersession", "canasta_site.pulse", "ratings.edition"}


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


def migrations() -> list[str]:
    """What was applied to the database."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


def stored_models() -> Iterator[type[Model]]:
    """The models of which a backup has the rows."""
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


def remove_oldest(folder: Path, kept: int, now: datetime) -> None:
    """Keep the newest backups of the folder, whose names sort by time, and no abandoned draft."""
    for old in sorted(folder.glob(f"canasta-*{SUFFIX}"))[:-kept]:
        old.unlink()
    for draft in folder.glob(f"canasta-*{SUFFIX}{DRAFT}"):
        if draft.stat().st_mtime < (now - ABANDONED).timestamp():
            draft.unlink()


def back_up(path: Path, now: datetime) -> Contents:
    """Write the backup and check it; a file that is there already is replaced only by a whole one.

    Nobody else may read it, from its first byte on. Raises BackupError, and leaves nothing of it behind.
    """
    draft = path.with_name(path.name + DRAFT)
    try:
        draft.unlink(missing_ok=True)
        with open(draft, "xb", opener=_for_us_alone) as raw, gzip.open(raw, "wb") as out, _snapshot():
            _write(out, now)
        contents = verify(draft)
        draft.replace(path)
    except OSError as error:
        raise BackupError(f"{path} could not be written: {error.strerror or error}") from error
    finally:
        draft.unlink(missing_ok=True)
    return contents


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, mode=0o600)


def _write(out: gzip.GzipFile, now: datetime) -> None:
    digest, rows = hashlib.sha256(), 0

    def put(line: str) -> None:
        data = line.encode() + b"\n"
        digest.update(data)
        out.write(data)

    put(json.dumps({"format": FORMAT, "made_at": now.isoformat(), "migrations": migrations()}))
    for model in stored_models():
        found = model._base_manager.order_by("pk").iterator(chunk_size=500)
        for row in found:
            put(serializers.serialize("jsonl", [row], cls=Exact).strip())
            rows += 1
    out.write(json.dumps({"rows": rows, "sha256": digest.hexdigest()}).encode() + b"\n")


def lines_of(path: Path) -> Iterator[str]:
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
    except UNREADABLE as error:
        raise BackupError(f"{path} is not a whole backup: {_words(error)}") from error
    if not whole:
        raise BackupError(f"{path} was changed or is cut off.")


def _head(path: Path) -> dict[str, Any]:
    try:
        with gzip.open(path, "rb") as lines:
            head = json.loads(lines.readline())
    except UNREADABLE as error:
        raise BackupError(f"{path} is not a backup: {_words(error)}") from error
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BackupError(f"{path} is not a backup of the form {FORMAT}.")
    return head


def _words(error: Exception) -> str:
    """What is wrong with a file, without its number and name."""
    if isinstance(error, EOFError):
        return "it ends too early"
    if isinstance(error, ValueError | zlib.error | gzip.BadGzipFile):
        return "it is empty, spoilt or something else"
    return getattr(error, "strerror", None) or str(error)


def made_by(path: Path) -> list[str]:
    """The migrations of the service that made it. Raises BackupError where this version lacks one of them."""
    named = _head(path).get("migrations", [])
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if unknown := sorted(set(named) - known):
        raise BackupError(f"{path} was made by a newer version of the service ({unknown[0]}): upgrade first.")
    return list(named)


def verify(path: Path) -> Contents:
    """Read the whole file and check it: its sum, and its rows where they are those of this version."""
    ours = made_by(path) == migrations()
    # The sum first: a row of a file that was changed may be anything.
    rows = sum(1 for _line in lines_of(path))
    if ours:
        rows = sum(1 for _row in rows_of(path, apps))
    return Contents(_head(path)["made_at"], rows)


def rows_of(path: Path, models: Apps) -> Iterator[DeserializedObject]:
    """The rows as these models have them. Raises BackupError where they have other columns."""
    try:
        yield from _Rows(map(json.loads, lines_of(path)), models)
    except DeserializationError as error:
        raise BackupError(f"{path} holds a row that this version cannot read: {error}") from error


class _Rows(Deserializer):
    """Reads rows into the models of any time, where Django's own knows those of today alone."""

    def __init__(self, rows: Iterator[Any], models: Apps) -> None:
        super().__init__(rows)
        self.models = models

    def _get_model_from_node(self, model_identifier: str) -> type[Model]:
        try:
            return self.models.get_model(model_identifier)
        except LookupError as error:
            raise DeserializationError(f"there is no {model_identifier}") from error
