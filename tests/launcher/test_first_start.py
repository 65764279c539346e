"""What a new database needs is done once, even if the first start was interrupted."""

from pathlib import Path

import pytest

from launcher import first_start
from launcher.first_start import DEMO, REFEREE, begin, done, remaining


@pytest.fixture(autouse=True)
def commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_start, "exists", lambda name: True)


def test_nothing_is_left_for_a_database_that_was_there(tmp_path: Path) -> None:
    assert remaining(tmp_path) == []


def test_a_new_database_needs_its_referee_and_the_demonstration(tmp_path: Path) -> None:
    begin(tmp_path, demo=True)
    assert remaining(tmp_path) == [REFEREE, DEMO]


def test_the_demonstration_can_be_left_out(tmp_path: Path) -> None:
    begin(tmp_path, demo=False)
    assert remaining(tmp_path) == [REFEREE]


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    begin(tmp_path, demo=True)
    done(tmp_path, REFEREE)
    assert remaining(tmp_path) == [DEMO]
    done(tmp_path, DEMO)
    assert list(tmp_path.iterdir()) == []
