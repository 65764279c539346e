"""The database is migrated when it has to be, and backed up first when it holds anything."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from launcher import database
from launcher.database import bring_up_to_date, restore
from launcher.errors import LauncherError


class Manage:
    """Stands in for manage.py with a given plan of migrations."""

    def __init__(self, plan: str) -> None:
        self.plan = plan
        self.calls: list[str] = []

    def __call__(self, environment: object, command: str, *options: str) -> str:
        self.calls.append(command)
        return self.plan


@pytest.fixture
def manage(monkeypatch: pytest.MonkeyPatch) -> Manage:
    stand_in = Manage("")
    monkeypatch.setattr(database, "manage", stand_in)
    return stand_in


@pytest.fixture
def var(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "canasta.sqlite3")) as connection:
        connection.execute("CREATE TABLE player (name TEXT)")
    return tmp_path


def test_a_new_database_is_migrated_without_a_backup(manage: Manage, var: Path) -> None:
    manage.plan = "[ ]  accounts.0001_initial\n[ ]  ratings.0001_initial\n"
    assert bring_up_to_date({}, var)
    assert manage.calls == ["showmigrations", "migrate"]
    assert not (var / "backups").exists()


def test_an_old_database_is_backed_up_before_it_is_migrated(manage: Manage, var: Path) -> None:
    manage.plan = "[X]  accounts.0001_initial\n[ ]  ratings.0001_initial\n"
    assert not bring_up_to_date({}, var)
    assert manage.calls == ["showmigrations", "migrate"]
    assert len(list((var / "backups").iterdir())) == 1


def test_a_database_that_is_up_to_date_is_left_alone(manage: Manage, var: Path) -> None:
    manage.plan = "[X]  accounts.0001_initial\n[X]  ratings.0001_initial\n"
    assert not bring_up_to_date({}, var)
    assert manage.calls == ["showmigrations"]
    assert not (var / "backups").exists()


def note_migration(file: Path, *names: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS django_migrations (app TEXT, name TEXT)")
        connection.executemany(
            "INSERT INTO django_migrations VALUES ('ratings', ?)", [(name,) for name in names]
        )
        connection.commit()


def test_django_is_asked_again_only_when_database_or_code_changed(
    manage: Manage, var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = tmp_path / "code"
    (code / "ratings" / "migrations").mkdir(parents=True)
    (code / "requirements.txt").write_text("django\n")
    monkeypatch.setattr(database, "ROOT", code)
    manage.plan = "[X]  ratings.0001_initial\n"
    note_migration(var / "canasta.sqlite3", "0001_initial")

    def asked() -> bool:
        manage.calls.clear()
        assert not bring_up_to_date({}, var)
        return manage.calls == ["showmigrations"]

    assert asked()
    assert not asked()
    (code / "ratings" / "migrations" / "0002_more.py").touch()
    assert asked()
    assert not asked()
    (code / "requirements.txt").write_text("django==9\n")
    assert asked()
    note_migration(var / "canasta.sqlite3", "0003_of_a_newer_version")
    assert asked()
    assert not asked()


def test_a_server_is_asked_at_every_start(manage: Manage, var: Path) -> None:
    manage.plan = "[X]  ratings.0001_initial\n"
    for _start in range(2):
        manage.calls.clear()
        assert not bring_up_to_date({"DATABASE_URL": "postgres://canasta@db/canasta"}, var)
        assert manage.calls == ["showmigrations"]


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("CommandError: A newer version did this.\n", "A newer version did this."),
        ("Traceback:\n  File\n    line\nOSError: no disk\n", "manage.py migrate failed: OSError: no disk"),
    ],
)
def test_what_a_command_refuses_is_said_as_it_says_it(
    monkeypatch: pytest.MonkeyPatch, printed: str, said: str
) -> None:
    done = subprocess.CompletedProcess([], 1, stdout="", stderr=printed)
    monkeypatch.setattr(database, "kept", lambda command, environment: done)
    with pytest.raises(LauncherError) as refused:
        database.manage({}, "migrate")
    assert str(refused.value) == said


def test_there_is_no_migration_without_its_backup(manage: Manage, var: Path) -> None:
    manage.plan = "[X]  accounts.0001_initial\n[ ]  ratings.0001_initial\n"
    (var / "canasta.sqlite3").write_bytes(b"not a database, yet long enough to be one" * 100)
    with pytest.raises(LauncherError, match="could not be backed up"):
        bring_up_to_date({}, var)
    assert manage.calls == ["showmigrations"]


def test_for_a_server_the_backup_is_left_to_its_administrator(
    manage: Manage, var: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manage.plan = "[X]  accounts.0001_initial\n[ ]  ratings.0001_initial\n"
    bring_up_to_date({"DATABASE_URL": "postgres://canasta@db/canasta"}, var)
    assert "pg_dump" in capsys.readouterr().out
    assert manage.calls == ["showmigrations", "migrate"]


def players(database: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT name FROM player").fetchall()


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    copied = tmp_path / "canasta-20261130-120000.sqlite3"
    with closing(sqlite3.connect(copied)) as connection:
        connection.execute("CREATE TABLE player (name TEXT)")
        connection.execute("CREATE TABLE tournaments_tournament (id INTEGER)")
        connection.execute("INSERT INTO player VALUES ('Adam')")
        connection.commit()
    return copied


def test_a_new_service_begins_with_a_copy_from_the_backups(copied: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    restore({}, new, copied)
    assert players(new / "canasta.sqlite3") == [("Adam",)]
    assert [path.name for path in new.iterdir()] == ["canasta.sqlite3"]


def test_nothing_is_put_over_a_database(manage: Manage, var: Path, copied: Path) -> None:
    for file in (copied, copied.with_suffix(".backup")):
        with pytest.raises(LauncherError, match="a database already"):
            restore({}, var, file)
    assert manage.calls == []
    assert players(var / "canasta.sqlite3") == []


def test_what_a_killed_service_left_beside_its_database_gets_into_no_other(
    manage: Manage, copied: Path, tmp_path: Path
) -> None:
    old, new = tmp_path / "old.sqlite3", tmp_path / "new"
    new.mkdir()
    old.write_bytes(copied.read_bytes())
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO player VALUES ('Eve')")
        connection.commit()
        # Killed here, and only the database itself moved away.
        (new / "canasta.sqlite3-wal").write_bytes((tmp_path / "old.sqlite3-wal").read_bytes())
    for file in (copied, copied.with_suffix(".backup")):
        with pytest.raises(LauncherError, match="sqlite3-wal"):
            restore({}, new, file)
    assert manage.calls == []
    assert [path.name for path in new.iterdir()] == ["canasta.sqlite3-wal"]


def test_a_damaged_copy_is_refused_and_nothing_begins(copied: Path, tmp_path: Path) -> None:
    copied.write_bytes(b"not a database, yet long enough to be one" * 100)
    new = tmp_path / "new"
    new.mkdir()
    with pytest.raises(LauncherError, match="could not be restored"):
        restore({}, new, copied)
    assert list(new.iterdir()) == []


@pytest.mark.parametrize("name", ["missing.sqlite3", "missing.backup", "."])
def test_a_backup_that_is_not_there_is_said_in_words_alone(tmp_path: Path, name: str) -> None:
    with pytest.raises(LauncherError) as caught:
        restore({}, tmp_path, tmp_path / name)
    assert str(caught.value) == f"There is no file {tmp_path / name}."
    assert list(tmp_path.iterdir()) == []


def test_what_the_system_says_of_a_backup_is_said_in_words_alone(
    monkeypatch: pytest.MonkeyPatch, copied: Path, tmp_path: Path
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path / "canasta.part"))

    monkeypatch.setattr(database.backups, "copy", refuse)
    new = tmp_path / "new"
    new.mkdir()
    with pytest.raises(LauncherError) as caught:
        restore({}, new, copied)
    assert str(caught.value) == f"{copied} could not be restored: No space left on device."


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as connection:
        connection.execute("CREATE TABLE player (name TEXT)")
    with pytest.raises(LauncherError, match="no copy of this service's database"):
        restore({}, tmp_path, tmp_path / "other.sqlite3")
    assert not (tmp_path / "canasta.sqlite3").exists()


def test_a_backup_that_is_refused_leaves_no_database_that_would_refuse_the_next_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object) -> str:
        (tmp_path / "canasta.sqlite3").touch()
        raise LauncherError("not a backup")

    monkeypatch.setattr(database, "manage", refuse)
    (tmp_path / "wrong.backup").touch()
    with pytest.raises(LauncherError, match="not a backup"):
        restore({}, tmp_path, tmp_path / "wrong.backup")
    assert not (tmp_path / "canasta.sqlite3").exists()


def test_a_copy_of_an_embedded_database_is_nothing_for_a_server(copied: Path, tmp_path: Path) -> None:
    with pytest.raises(LauncherError, match="names a server"):
        restore({"DATABASE_URL": "postgres://canasta@db/canasta"}, tmp_path, copied)


def test_every_other_backup_is_restored_by_the_service_itself(manage: Manage, tmp_path: Path) -> None:
    (tmp_path / "canasta-20261130-120000.backup").touch()
    restore({}, tmp_path, tmp_path / "canasta-20261130-120000.backup")
    assert manage.calls == ["restore"]


def test_a_wrong_setting_is_said_in_the_words_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "a warning\ncanasta: CANASTA_KEEP_DAYS: “month” is no whole number of 1 or more\n"
    failed = subprocess.CompletedProcess([], 1, stdout="", stderr=said)
    monkeypatch.setattr(database, "kept", lambda *_: failed)
    with pytest.raises(LauncherError) as raised:
        database.manage({}, "showmigrations")
    assert str(raised.value) == "CANASTA_KEEP_DAYS: “month” is no whole number of 1 or more"
