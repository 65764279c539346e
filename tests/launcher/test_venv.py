"""The virtual environment is changed when Python or the requirements did, and only then."""

from pathlib import Path

import pytest

from launcher import venv
from launcher.errors import LauncherError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(venv, "VENV", tmp_path)
    return tmp_path


def test_other_requirements_have_another_fingerprint(tmp_path: Path) -> None:
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("django==5.2.18")
    before = venv.fingerprint([requirements])
    assert venv.fingerprint([requirements]) == before
    requirements.write_text("django==5.2.19")
    assert venv.fingerprint([requirements]) != before


def test_another_python_has_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = venv.fingerprint([])
    monkeypatch.setattr("sys.version", "3.14.0 (another build)")
    assert venv.fingerprint([]) != before


def test_what_was_not_finished_is_not_current(folder: Path) -> None:
    assert not venv.is_current("base", "abc")
    venv.stamp("base").write_text("abc")
    assert venv.is_current("base", "abc")
    assert not venv.is_current("base", "abd")
    assert not venv.is_current("dev", "abc")


def test_a_python_without_ensurepip_gets_the_name_of_the_package(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(LauncherError, match="apt-get install python3-venv"):
        venv.create()
    assert folder.exists()


def test_packages_that_cannot_be_installed_end_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venv, "shown", lambda command: 1)
    with pytest.raises(LauncherError, match="could not be installed"):
        venv.install([])
