"""What tells of holes: bandit over the code, secrets in the repository, known faults of installed packages.

Each finding is answered where it is: `# nosec B608 # why` for bandit, `# pragma: allowlist secret` for a
text that only looks like a secret. What is settled for all of the code stands in pyproject.toml.
"""

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from launcher.errors import SkippedError
from launcher.processes import ROOT, VENV, kept

PROGRAMS = VENV / "bin"
PACKAGES = (
    "accounts",
    "canasta_site",
    "deploy",
    "engine",
    "examples",
    "launcher",
    "ratings",
    "tournaments",
    "webhooks",
)
CODE = (*PACKAGES, "canasta.py", "manage.py")
LOCKS = ("requirements.txt", "requirements-dev.txt")
# Pictures and logs of games hold no text that anybody wrote; catalogues repeat the texts of the code.
NOT_READ = r"\.(png|svg|po|backup)$|^tests/(\w+/)?data/"
# Keys to services that this one has nothing to do with; looking for each in each line takes a second.
ELSEWHERE: tuple[str, ...] = (
    "Artifactory",
    "Cloudant",
    "DiscordBotToken",
    "IbmCloudIam",
    "IbmCosHmac",
    "IPPublic",
)
ELSEWHERE += ("Mailchimp", "Npm", "OpenAI", "Softlayer", "SquareOAuth", "TelegramBotToken", "TwilioKey")
# Pass phrases of tests are words; nothing else that opens something has a space in it.
WORDS = "^(?!BEGIN ).* "
AUDIT_WITHIN = 40
UNREACHABLE = ("connect", "timed out", "timeout", "max retries", "resolve", "proxy")


def no_unanswered_finding() -> bool:
    """Whether bandit finds nothing in the code that is not answered at its line."""
    found = kept([f"{PROGRAMS}/bandit", "-q", "-c", "pyproject.toml", "-r", *CODE])
    print(found.stdout or ("" if found.returncode == 0 else found.stderr), end="", flush=True)
    return found.returncode == 0


def no_secret_in_the_repository() -> bool:
    """Whether no file that git keeps, or would keep, holds a key or a password. Raises SkippedError."""
    listed = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        files = kept(listed)
    except FileNotFoundError:
        raise skipped("git is not installed") from None
    if files.returncode:
        raise skipped(f"git does not list the files: {files.stderr.strip()}")
    return no_secret_in([name for name in files.stdout.split("\0") if name and (ROOT / name).is_file()])


def no_secret_in(files: Sequence[str | Path]) -> bool:
    """The same for some files; what is found is printed, with its place."""
    options = ["--no-verify", "--exclude-files", NOT_READ, "--exclude-secrets", WORDS]
    options += [word for kind in ELSEWHERE for word in ("--disable-plugin", f"{kind}Detector")]
    found = kept([f"{PROGRAMS}/detect-secrets-hook", *options, "--", *map(str, files)])
    print(found.stdout, found.stderr if found.returncode else "", sep="", end="", flush=True)
    return found.returncode == 0


def no_known_fault_of_a_package() -> bool:
    """Whether nothing is reported of the locked packages. Raises SkippedError where nobody could be asked."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [f"{PROGRAMS}/pip-audit", "--no-deps", "--disable-pip", "--progress-spinner", "off"]
        command += ["--timeout", "5", "--format", "json", "--output", str(report)]
        for lock in LOCKS:
            command += ["--requirement", lock]
        try:
            said = subprocess.run(
                command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=AUDIT_WITHIN
            )
        except subprocess.TimeoutExpired:
            raise skipped(f"no answer about known faults within {AUDIT_WITHIN} s") from None
        if not report.exists() or not report.read_text():
            return _no_report(said.stderr)
        return _nothing_reported(json.loads(report.read_text())["dependencies"])


def _no_report(said: str) -> bool:
    """The network may be away; anything else is a fault of the check itself."""
    last = (said.strip().splitlines() or ["pip-audit said nothing"])[-1]
    if any(word in last.lower() for word in UNREACHABLE):
        raise skipped(f"known faults could not be asked for: {last}")
    print(said, flush=True)
    return False


def _nothing_reported(packages: Sequence[dict[str, Any]]) -> bool:
    """Prints every known fault; one of which nobody tells anything is not one without faults."""
    faults = [(each, fault) for each in packages for fault in each.get("vulns", ())]
    for each, fault in faults:
        mended = ", ".join(fault["fix_versions"]) or "no version yet"
        print(f"{each['name']} {each['version']}: {fault['id']}, mended in {mended}", flush=True)
    untold = [each for each in packages if "skip_reason" in each]
    if not faults and untold:
        why = untold[0]["skip_reason"]
        raise skipped(f"of {len(untold)} of {len(packages)} packages nothing is told: {why}")
    return not faults


def skipped(why: str) -> SkippedError:
    """The error that ends this check, once it is told why."""
    print(f"skipped: {why}", flush=True)
    return SkippedError(why)
