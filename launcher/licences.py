"""The licences of what the service is built on: docs/licences.md, made by pip-licenses and compared with it.

    .venv/bin/python -m launcher.licences       makes the table anew, after a change of requirements.txt

A package that only other systems need is not installed here; its line is written by hand and kept.
"""

import json
import re
import sys
from pathlib import Path

from launcher.errors import LauncherError
from launcher.processes import PYTHON, ROOT, VENV, kept

PAGE = ROOT / "docs" / "licences.md"
LOCK = ROOT / "requirements.txt"
# Whoever runs or passes on the service has nothing to do for these but to name them, as the page does.
FREE = "MIT;BSD;Apache;Mozilla Public License 2.0;LGPL;PSF-2.0;Python Software Foundation;ISC;HPND;Unlicense"
ROW = re.compile(r"^\| ([\w.-]+) \| (.+) \|$", re.MULTILINE)


def are_listed() -> bool:
    """Whether the page names each package of the lock, no other, and the licence that it has."""
    listed, wanted = rows_of(PAGE.read_text(encoding="utf-8")), locked(LOCK)
    wrong = [f"{name} is missing" for name in wanted if name not in listed]
    wrong += [f"{name} is not required any more" for name in listed if name not in wanted]
    try:
        found = installed(wanted)
    except LauncherError as error:
        print(error, flush=True)
        return False
    for name, licence in found.items():
        if name in listed and listed[name] != licence:
            wrong.append(f"{name} is under {licence}, not {listed[name]}")
    for each in wrong:
        print(f"docs/licences.md: {each}", flush=True)
    if wrong:
        print("Make it anew: .venv/bin/python -m launcher.licences", flush=True)
    return not wrong


def locked(lock: Path) -> list[str]:
    """The names of the packages of a lock file, in order."""
    return sorted(set(re.findall(r"^([\w.-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE)))


def rows_of(page: str) -> dict[str, str]:
    """Package and licence of each row of the table."""
    return {name: licence for name, licence in ROW.findall(page) if name not in ("package", "---")}


def installed(names: list[str]) -> dict[str, str]:
    """The licence of each package that is installed here. Raises LauncherError where one is not free."""
    command = [f"{VENV}/bin/pip-licenses", f"--python={PYTHON}", "--from=mixed", "--format=json"]
    allowed = ["--partial-match", f"--allow-only={FREE}"]
    done = kept([*command, "--with-system", *allowed, "--packages", *names])
    if done.returncode:
        raise LauncherError(f"pip-licenses: {done.stderr.strip() or done.stdout.strip()}")
    found = {normal(each["Name"]): each["License"] for each in json.loads(done.stdout)}
    return {name: found[name] for name in names if name in found}


def normal(name: str) -> str:
    """A package's name as lock files spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def renewed(page: str, wanted: list[str], found: dict[str, str]) -> str:
    """The page with a table of these packages. Raises LauncherError for one whose licence is not known."""
    table = rows_of(page) | found
    if unknown := [name for name in wanted if name not in table]:
        raise LauncherError(f"Not installed on this system, so write a line by hand: {', '.join(unknown)}")
    head, _, _ = page.partition("| package |")
    rows = "".join(f"| {name} | {table[name]} |\n" for name in wanted)
    return f"{head}| package | licence |\n| --- | --- |\n{rows}"


if __name__ == "__main__":
    names = locked(LOCK)
    try:
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), names, installed(names)), encoding="utf-8")
    except LauncherError as error:
        sys.exit(str(error))
