"""The translations: compiled when they changed, and compared with the code by a check.

Compiling takes Babel, which is among the packages; only the comparison needs GNU gettext, for makemessages.
"""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from launcher.errors import LauncherError
from launcher.processes import PYTHON, ROOT, kept, last_words, shown
from launcher.servers import MissingError

LANGUAGES = ("cs",)
NOT_SOURCE = shutil.ignore_patterns(".*", "var", "node_modules", "__pycache__", "*.pyc", "*.mo")


def compile_changed() -> None:
    """Writes the .mo file of every .po file that is newer."""
    for catalog in filter(is_newer, catalogs(ROOT)):
        command = [PYTHON, "-m", "babel.messages.frontend", "compile", "-l", catalog.parts[-3]]
        done = kept([*command, "-i", str(catalog), "-o", str(compiled(catalog))])
        if done.returncode:
            raise LauncherError(
                f"The translations in {catalog} could not be compiled: {last_words(done.stderr)}"
            )


def catalogs(root: Path) -> list[Path]:
    """The .po files of the site and of its apps."""
    return sorted(path for top in ("", "*/") for path in root.glob(f"{top}locale/*/LC_MESSAGES/*.po"))


def compiled(catalog: Path) -> Path:
    """The file that Django reads."""
    return catalog.with_suffix(".mo")


def is_newer(catalog: Path) -> bool:
    """Whether a catalog was never compiled, or changed since."""
    return not compiled(catalog).exists() or compiled(catalog).stat().st_mtime < catalog.stat().st_mtime


def are_up_to_date(environment: Mapping[str, str]) -> bool:
    """Whether every string of the code is translated, and no string is translated that the code lacks."""
    if shutil.which("msgmerge") is None:
        raise MissingError("GNU gettext is not installed. On Debian and Ubuntu: apt-get install gettext")
    with tempfile.TemporaryDirectory(prefix="canasta-") as folder:
        fresh = Path(folder) / "source"
        shutil.copytree(ROOT, fresh, ignore=NOT_SOURCE)
        languages = [part for language in LANGUAGES for part in ("-l", language)]
        collect = [PYTHON, "manage.py", "makemessages", "--no-location", "--no-wrap", "-v", "0", *languages]
        if shown(collect, environment, cwd=fresh):
            return False
        names = sorted({path.relative_to(root) for root in (ROOT, fresh) for path in catalogs(root)})
        pairs = [str(root / name) for name in names for root in (ROOT, fresh)]
        return shown([PYTHON, "-m", "launcher.compare_catalogs", *pairs]) == 0
