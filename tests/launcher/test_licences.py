"""docs/licences.md names each package that is locked, with its licence, and nothing else."""

from pathlib import Path

import pytest

from launcher import licences
from launcher.errors import LauncherError

PAGE = "# Licences\n\nWords.\n\n| package | licence |\n| --- | --- |\n| amqp | BSD License |\n| old | MIT |\n"


def test_the_page_names_every_package_of_the_lock() -> None:
    listed = licences.rows_of(licences.PAGE.read_text(encoding="utf-8"))
    assert list(listed) == licences.locked(licences.LOCK)
    assert listed["django"] == "BSD-3-Clause"


def test_what_is_missing_not_required_or_changed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, lock = tmp_path / "licences.md", tmp_path / "requirements.txt"
    page.write_text(PAGE)
    lock.write_text("amqp==5.4.2\n    # via kombu\ncelery==5.7.0 ; python_version > '3'\n")
    monkeypatch.setattr(licences, "PAGE", page)
    monkeypatch.setattr(licences, "LOCK", lock)
    monkeypatch.setattr(licences, "installed", lambda names: {"amqp": "MIT", "celery": "BSD-3-Clause"})
    assert not licences.are_listed()
    named = [line.removeprefix("docs/licences.md: ") for line in capsys.readouterr().out.splitlines()[:-1]]
    wanted = ["celery is missing", "old is not required any more", "amqp is under MIT, not BSD License"]
    assert named == wanted
    page.write_text(licences.renewed(PAGE, licences.locked(lock), licences.installed([])))
    assert licences.are_listed()
    assert page.read_text().startswith("# Licences\n\nWords.\n\n| package")


def test_a_package_of_other_systems_keeps_its_line_and_an_unknown_one_is_asked_for() -> None:
    assert "| old | MIT |" in licences.renewed(PAGE, ["old"], {})
    with pytest.raises(LauncherError, match="winsound"):
        licences.renewed(PAGE, ["amqp", "winsound"], {})
