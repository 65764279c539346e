"""The two commands end with a sentence where something is in the way."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from launcher import cli
from launcher.locks import sole_service
from launcher.processes import ROOT


def test_a_second_run_on_the_same_folder_ends_with_a_sentence(tmp_path: Path) -> None:
    with sole_service(tmp_path):
        command = [sys.executable, "canasta.py", "run", "--var", str(tmp_path)]
        done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(f"canasta: The service already runs on {tmp_path} (process {os.getpid()}).")
    assert "Traceback" not in done.stderr


def test_a_folder_that_may_not_be_written_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path) -> Path:
        raise PermissionError(13, "Permission denied", "/srv/canasta/var")

    monkeypatch.setattr("launcher.service.data_folder", refuse)
    assert cli.main(["run"]) == 1
    assert "may not write /srv/canasta/var" in capsys.readouterr().err


def test_what_the_system_refuses_otherwise_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path) -> Path:
        raise OSError(28, "No space left on device", "/srv/canasta/var")

    monkeypatch.setattr("launcher.service.data_folder", refuse)
    assert cli.main(["run"]) == 1
    assert capsys.readouterr().err == "canasta: /srv/canasta/var: No space left on device.\n"


def test_an_old_python_can_read_the_launcher_far_enough_to_be_refused() -> None:
    ast.parse((ROOT / "canasta.py").read_text(), feature_version=(3, 6))
    assert "3, 11" in (ROOT / "canasta.py").read_text().split("from launcher")[0]


def test_the_demonstration_is_wanted_unless_it_is_refused() -> None:
    assert cli.parser().parse_args(["run"]).demo
    assert not cli.parser().parse_args(["run", "--no-demo"]).demo
