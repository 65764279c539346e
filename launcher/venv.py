"""The virtual environment in `.venv`: made once, changed only when Python or the requirements do."""

import hashlib
import importlib.util
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from launcher.errors import LauncherError
from launcher.locks import one_at_a_time
from launcher.processes import PYTHON, ROOT, VENV, shown

REQUIREMENTS = {
    "base": [ROOT / "requirements.txt"],
    "dev": [ROOT / "requirements.txt", ROOT / "requirements-dev.txt"],
}


def prepare(kind: str) -> None:
    """Makes `.venv` hold what the service needs ("base") or what its checks need too ("dev")."""
    with one_at_a_time(ROOT):
        if not Path(PYTHON).exists() or not is_current("python", fingerprint([])):
            create()
        wanted = fingerprint(REQUIREMENTS[kind])
        if not is_current(kind, wanted):
            print("Installing packages into .venv; this happens only when they changed.", flush=True)
            install(REQUIREMENTS[kind])
            stamp(kind).write_text(wanted)


def fingerprint(paths: Iterable[Path]) -> str:
    """The same for the same Python and the same files, and for nothing else."""
    digest = hashlib.sha256(sys.version.encode())
    for path in paths:
        digest.update(f"{path.name} {path.stat().st_size} ".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_current(name: str, wanted: str) -> bool:
    """Whether the stamp says that this was done, and for just this fingerprint."""
    return stamp(name).exists() and stamp(name).read_text() == wanted


def stamp(name: str) -> Path:
    """Where it is noted what was done; written last, so that an interrupted step is done again."""
    return VENV / f"canasta-{name}.stamp"


def create() -> None:
    """Makes an empty virtual environment of this Python, in place of any old one."""
    uv = shutil.which("uv")
    if not uv and importlib.util.find_spec("ensurepip") is None:
        raise LauncherError(
            "This Python cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv"
        )
    if VENV.exists():
        shutil.rmtree(VENV)
    how = [uv, "venv", "-q", "--seed", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
    if shown([*how, str(VENV)]):
        raise LauncherError(f"The virtual environment {VENV} could not be made; the reason is above.")
    stamp("python").write_text(fingerprint([]))


def install(requirements: Iterable[Path]) -> None:
    """Installs the locked packages, with uv where it is on the PATH."""
    uv = shutil.which("uv")
    with_uv = [uv or "", "pip", "install", "-q", "--python", PYTHON]
    # Compiling every module takes longer than all the rest; Python compiles those it imports.
    with_pip = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-input",
        "--no-compile",
        "--disable-pip-version-check",
    ]
    files = [part for path in requirements for part in ("-r", str(path))]
    if shown([*(with_uv if uv else with_pip), "--no-deps", *files]):
        raise LauncherError("The packages could not be installed; the reason is above. Is there a network?")
