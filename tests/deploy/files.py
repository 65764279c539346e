"""The files in `deploy/`, read as systemd reads them."""

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
SERVICES = ("canasta-web", "canasta-default", "canasta-ratings", "canasta-beat")


def example(*, commented: bool = False) -> dict[str, str]:
    """The variables of the example of an environment file, with or without those behind a #."""
    found = {}
    for line in (DEPLOY / "canasta.env.example").read_text().splitlines():
        text = line.removeprefix("#") if commented and not line.startswith("# ") else line
        name, equals, value = text.partition("=")
        if equals and name.isupper():
            found[name] = value
    return found


def lines_of(unit: str) -> Iterator[tuple[str, str]]:
    """The settings of a unit, in order."""
    for line in (UNITS / unit).read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            yield name, value


def command_of(service: str) -> list[str]:
    """What a unit starts, with the programs of the Python that runs the tests."""
    command = dict(lines_of(f"{service}.service"))["ExecStart"].replace("%%", "%")
    return [
        word.replace("/opt/canasta/.venv/bin", str(Path(sys.executable).parent))
        for word in shlex.split(command)
    ]
