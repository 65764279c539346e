"""Copies of the embedded database: whole, checked, and no more than fourteen."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from launcher.backups import DAY, back_up, backups, embedded_database, is_due
from launcher.processes import ROOT

NOW = 1_800_000_000.0


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "canasta.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE player (name TEXT)")
    return path


def test_a_copy_holds_what_was_committed_while_the_database_is_in_use(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as user:
        user.execute("INSERT INTO player VALUES ('Adam')")
        user.commit()
        user.execute("INSERT INTO player VALUES ('Eve')")
        copy = back_up(database, tmp_path / "backups", NOW)
    with closing(sqlite3.connect(copy)) as reader:
        assert reader.execute("SELECT name FROM player").fetchall() == [("Adam",)]
    assert sorted(path.name for path in copy.parent.iterdir()) == [copy.name]


def test_others_may_not_look_into_the_backups(database: Path, tmp_path: Path) -> None:
    back_up(database, tmp_path / "backups", NOW)
    assert (tmp_path / "backups").stat().st_mode & 0o777 == 0o700


def test_the_newest_fourteen_are_kept(database: Path, tmp_path: Path) -> None:
    made = [back_up(database, tmp_path / "backups", NOW + day * DAY) for day in range(16)]
    assert backups(tmp_path / "backups") == made[2:]


def test_a_draft_of_a_killed_process_is_removed_and_that_of_a_busy_one_is_not(
    database: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    left, busy = folder / "canasta-20260301-180000.part", folder / "canasta-20260302-180000.backup.part"
    for draft, age in ((left, 3601), (busy, 10)):
        draft.touch()
        os.utime(draft, (NOW - age, NOW - age))
    made = back_up(database, folder, NOW)
    assert sorted(folder.iterdir()) == sorted([busy, made])


def test_a_damaged_database_is_not_copied_over_the_good_ones(database: Path, tmp_path: Path) -> None:
    good = back_up(database, tmp_path / "backups", NOW)
    database.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        back_up(database, tmp_path / "backups", NOW + DAY)
    assert backups(tmp_path / "backups") == [good]


def test_a_backup_is_due_when_there_is_none_or_the_newest_is_a_day_old(
    database: Path, tmp_path: Path
) -> None:
    assert is_due(tmp_path / "backups", NOW)
    copy = back_up(database, tmp_path / "backups", NOW)
    os.utime(copy, (NOW, NOW))
    assert not is_due(tmp_path / "backups", NOW + DAY - 1)
    assert is_due(tmp_path / "backups", NOW + DAY)


@pytest.mark.parametrize(
    ("url", "path"),
    [
        (None, Path("/var/canasta/canasta.sqlite3")),
        ("sqlite:////srv/club.sqlite3", Path("/srv/club.sqlite3")),
        ("sqlite:///club.sqlite3", ROOT / "club.sqlite3"),
        ("postgres://canasta@db/canasta", None),
    ],
)
def test_only_a_database_in_a_file_is_copied(url: str | None, path: Path | None) -> None:
    environment = {"DATABASE_URL": url} if url else {}
    assert embedded_database(environment, Path("/var/canasta")) == path
