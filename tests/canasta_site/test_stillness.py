"""The embedded sweep looks at the database when something was written, and else once a second."""

import os
from pathlib import Path

import pytest

from canasta_site import stillness as module
from canasta_site.stillness import Stillness


class Clock:
    """The seconds that the code under test sees."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(module.time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "canasta.sqlite3"
    file.write_bytes(b"rows")
    monkeypatch.setattr(module, "connection", Connection("sqlite", file))
    return file


class Connection:
    """A database of this kind and name."""

    def __init__(self, vendor: str, name: object) -> None:
        self.vendor, self.settings_dict = vendor, {"NAME": name}


def swept_and_still(clock: Clock) -> Stillness:
    stillness = Stillness()
    stillness.begin()
    clock.now += 1.5
    stillness.begin()
    return stillness


def test_nothing_is_swept_while_nobody_writes(clock: Clock, database: Path) -> None:
    stillness = swept_and_still(clock)
    clock.now += 0.9
    assert not stillness.is_worth_a_sweep()


def test_what_comes_by_time_alone_is_looked_for_once_a_second(clock: Clock, database: Path) -> None:
    stillness = swept_and_still(clock)
    clock.now += 1.0
    assert stillness.is_worth_a_sweep()


@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_write_is_seen_at_once_and_keeps_awake_for_a_second(clock: Clock, database: Path, end: str) -> None:
    stillness = swept_and_still(clock)
    clock.now += 0.1
    Path(f"{database}{end}").write_bytes(b"more rows")
    assert stillness.is_worth_a_sweep()
    for _ in range(3):
        stillness.begin()
        clock.now += 0.3
        assert stillness.is_worth_a_sweep()
    stillness.begin()
    clock.now += 0.3
    assert not stillness.is_worth_a_sweep()


def test_a_write_of_the_same_length_is_seen(clock: Clock, database: Path) -> None:
    stillness = swept_and_still(clock)
    os.utime(database, ns=(0, 1))
    assert stillness.is_worth_a_sweep()


def test_a_write_while_the_sweep_runs_is_not_taken_for_swept(clock: Clock, database: Path) -> None:
    stillness = swept_and_still(clock)
    database.write_bytes(b"written after the sweep has begun")
    clock.now += 0.1
    assert stillness.is_worth_a_sweep()


def test_a_server_is_never_still(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "connection", Connection("postgresql", "canasta"))
    assert swept_and_still(clock).is_worth_a_sweep()
