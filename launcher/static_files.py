"""Style sheets, scripts and pictures, collected into `var/static` when one of them changed.

Only with a broker of its own: the embedded service serves them from where they are.
"""

from collections.abc import Mapping
from pathlib import Path

from launcher.database import manage
from launcher.processes import ROOT
from launcher.venv import REQUIREMENTS, fingerprint


def collect_changed(environment: Mapping[str, str], var: Path) -> None:
    """Collects, hashes and compresses the files, unless that was done for just these."""
    stamp = var / "static" / "collected.stamp"
    wanted = fingerprint([*REQUIREMENTS["base"], *sources(ROOT)])
    if not stamp.exists() or stamp.read_text() != wanted:
        print("Collecting static files; this happens only when they changed.", flush=True)
        manage(environment, "collectstatic", "--no-input", "--clear", "--verbosity", "0")
        stamp.write_text(wanted)


def sources(root: Path) -> list[Path]:
    """The files of the site and of its apps; those of packages change with the requirements."""
    found = [path for top in ("", "*/") for path in root.glob(f"{top}static/**/*")]
    return sorted(path for path in found if path.is_file() and path.parts[len(root.parts)] != "var")
