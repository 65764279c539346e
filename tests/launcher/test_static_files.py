"""Static files are collected when one of them changed, and not at every start."""

from pathlib import Path

import pytest

from launcher import static_files
from launcher.static_files import collect_changed, sources


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("static/site.css", "tournaments/static/table.js", "var/static/site.css"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text(name)
    monkeypatch.setattr(static_files, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    made: list[str] = []
    monkeypatch.setattr(static_files, "manage", lambda environment, command, *options: made.append(command))
    return made


def test_the_sources_are_those_of_the_site_and_its_apps(root: Path) -> None:
    assert sources(root) == [root / "static/site.css", root / "tournaments/static/table.js"]


def test_files_that_did_not_change_are_collected_once(root: Path, calls: list[str]) -> None:
    collect_changed({}, root / "var")
    collect_changed({}, root / "var")
    assert calls == ["collectstatic"]


def test_a_file_that_changed_is_collected_again(root: Path, calls: list[str]) -> None:
    collect_changed({}, root / "var")
    (root / "static/site.css").write_text("body {}")
    collect_changed({}, root / "var")
    assert calls == ["collectstatic", "collectstatic"]
