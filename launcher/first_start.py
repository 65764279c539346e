"""What a new database still needs, noted in `var/`: an interrupted first start goes on at the next."""

from pathlib import Path

from launcher.processes import ROOT

REFEREE = "first_referee"
DEMO = "demo"


def begin(var: Path, *, demo: bool) -> None:
    """Notes what a new database needs: its first referee, and the demonstration club where it is wanted."""
    write(var, [REFEREE, DEMO] if demo else [REFEREE])


def remaining(var: Path) -> list[str]:
    """The management commands that are still to run."""
    return [name for name in read(var) if exists(name)]


def done(var: Path, name: str) -> None:
    """Takes a command off the list, if it is on it."""
    write(var, [other for other in read(var) if other != name])


def read(var: Path) -> list[str]:
    """The list as it was noted."""
    return note(var).read_text().split() if note(var).exists() else []


def write(var: Path, names: list[str]) -> None:
    """Replaces the list; no file means that nothing is left."""
    if names:
        note(var).write_text("\n".join(names))
    else:
        note(var).unlink(missing_ok=True)


def note(var: Path) -> Path:
    """The file with the list."""
    return var / "first-start"


def exists(command: str) -> bool:
    """Whether one of the service's apps has this management command."""
    return any(ROOT.glob(f"*/management/commands/{command}.py"))
