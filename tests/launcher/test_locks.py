"""One service to a folder, and no lock outlives its holder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from launcher.errors import LauncherError
from launcher.locks import sole_service
from launcher.processes import ROOT

HOLD = """
import pathlib, sys, time
from launcher.locks import sole_service
with sole_service(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_service_is_refused_and_told_who_has_the_folder(tmp_path: Path) -> None:
    with sole_service(tmp_path), pytest.raises(LauncherError, match=f"process {os.getpid()}"):
        sole_service(tmp_path).__enter__()


def test_the_folder_is_free_again_after_the_service(tmp_path: Path) -> None:
    with sole_service(tmp_path):
        pass
    with sole_service(tmp_path):
        assert (tmp_path / "lock").read_text() == f"process {os.getpid()}\n"


def test_a_killed_holder_leaves_no_lock(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LauncherError, match=f"process {holder.pid}"):
            sole_service(tmp_path).__enter__()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with sole_service(tmp_path):
            pass
