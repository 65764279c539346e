"""The two commands end with a sentence where something is in the way."""

import ast
import errno
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


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "/srv/var"), "may not write /srv/var"),
        (
            OSError(errno.ENOSPC, "No space left on device", "/srv/var"),
            "/srv/var: No space left on device.\n",
        ),
    ],
)
def test_what_the_system_refuses_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: OSError, said: str
) -> None:
    def refuse(path: Path) -> Path:
        raise error

    monkeypatch.setattr("launcher.service.data_folder", refuse)
    assert cli.main(["run"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("canasta: ")
    assert said in told
    assert "Errno" not in told


def test_an_old_python_can_read_the_launcher_far_enough_to_be_refused() -> None:
    ast.parse((ROOT / "canasta.py").read_text(), feature_version=(3, 6))
    assert "3, 11" in (ROOT / "canasta.py").read_text().split("from launcher")[0]


def test_the_demonstration_is_wanted_unless_it_is_refused() -> None:
    assert cli.parser().parse_args(["run"]).demo
    assert not cli.parser().parse_args(["run", "--no-demo"]).demo
