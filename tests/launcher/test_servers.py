"""Servers for the tests: those that are named come first, and what is missing is named."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from launcher import servers
from launcher.servers import MissingError


def test_servers_that_are_named_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://tester@db/canasta")
    monkeypatch.setenv("TEST_REDIS_URL", "redis://cache/7")
    with ExitStack() as stack:
        assert servers.postgresql(stack) == "postgres://tester@db/canasta"
        assert servers.redis(stack) == "redis://cache/7"


def test_a_running_redis_gives_its_highest_empty_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_REDIS_URL", raising=False)
    sizes = {"SELECT 15": ":3", "SELECT 14": ":0"}
    monkeypatch.setattr(servers, "redis_answer", lambda port, select, size: sizes[select])
    with ExitStack() as stack:
        assert servers.redis(stack) == "redis://127.0.0.1:6379/14"


def test_nobody_answers_where_no_redis_is() -> None:
    assert servers.redis_answer(servers.free_port(), "PING") == ""


def test_a_machine_without_redis_gets_the_name_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with ExitStack() as stack, pytest.raises(MissingError, match="apt-get install redis-server"):
        servers.throw_away_redis(stack)


def test_a_machine_without_postgresql_gets_the_name_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(servers, "POSTGRESQL_FOLDERS", ())
    with pytest.raises(MissingError, match="apt-get install postgresql"):
        servers.postgresql_binaries()


def test_initdb_on_the_path_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: "/opt/postgresql/bin/initdb")
    assert servers.postgresql_binaries() == Path("/opt/postgresql/bin")
