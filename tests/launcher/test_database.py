"""The database is migrated when it has to be, and backed up first when it holds anything."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from launcher import database
from launcher.database import bring_up_to_date
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
