"""Programs run to their end: what they print is shown, or kept for a sentence about what failed."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = str(VENV / "bin" / "python")


def shown(command: Sequence[str], env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> int:
    """Runs a program that prints to this terminal; returns its exit status."""
    return subprocess.run(command, check=False, cwd=cwd, env=env, stdin=subprocess.DEVNULL).returncode


def kept(
    command: Sequence[str], env: Mapping[str, str] | None = None, cwd: Path = ROOT
) -> "subprocess.CompletedProcess[str]":
    """Runs a program in silence; returns its exit status and what it printed."""
    return subprocess.run(
        command, check=False, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def last_words(printed: str) -> str:
    """The message of an exception without its traceback, and without the name of one that says nothing."""
    lines = printed.strip().splitlines()
    frames = [number for number, line in enumerate(lines) if line.startswith("  ")]
    words = "\n".join(lines[frames[-1] + 1 :] if frames else lines)
    return words.removeprefix("CommandError: ")
