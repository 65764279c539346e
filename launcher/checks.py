"""Every check that CI runs, in order; all of them run, and the exit status tells whether all passed.

Style, types, import contracts, missing migrations, translations, holes (`launcher/security.py`), licences,
then the tests: the whole suite on the embedded database, and the tests that touch a database again on
PostgreSQL with Redis. Where a program or a server is missing, its check is skipped and says so; with CI=true
in the environment that is a failure, but for a network that is not there to ask about faults of packages.
With --all the slow tests, the simulators and the faults of tests/faults run as well.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from launcher import catalogs, licences, security, servers, venv
from launcher.errors import SkippedError
from launcher.processes import PYTHON, ROOT, VENV, shown
from launcher.servers import MissingError
from launcher.service import data_folder

Environment = Mapping[str, str]
SERVICE_VARIABLES = ("DATABASE_URL", "CELERY_BROKER_URL")
NO_TEST_MATCHED = 5
# The exit status of a script that could not do its work here; its last line says why.
SKIPPED = 77


@dataclass
class Report:
    """What became of each check, in the order in which they ran."""

    outcomes: list[tuple[str, str, float]] = field(default_factory=list)

    def run(self, name: str, check: Callable[[], bool]) -> None:
        """Runs one check under its heading and keeps what became of it."""
        print(f"\n=== {name} ===", flush=True)
        started = time.monotonic()
        try:
            outcome = "passed" if check() else "failed"
        except MissingError as missing:
            outcome = "failed" if in_ci() else "skipped"
            print(missing, flush=True)
        except SkippedError:
            outcome = "skipped"
        self.outcomes.append((name, outcome, time.monotonic() - started))

    def count(self, outcome: str) -> int:
        """How many checks ended like this."""
        return sum(each == outcome for _, each, _ in self.outcomes)

    def summary(self) -> str:
        """One line a check, and the counts in the last line."""
        lines = [f"{outcome:8}{seconds:7.1f} s  {name}" for name, outcome, seconds in self.outcomes]
        counts = [f"{self.count(outcome)} {outcome}" for outcome in ("passed", "failed", "skipped")]
        return "\n".join([*lines, "", ", ".join(counts)])


def test(options: argparse.Namespace) -> int:
    """Runs the checks and returns the exit status."""
    venv.prepare("dev")
    catalogs.compile_changed()
    report = Report()
    with ExitStack() as stack:
        var = stack.enter_context(tempfile.TemporaryDirectory(prefix="canasta-"))
        environment = bare_environment(data_folder(Path(var)))
        if not options.k:
            for name, command in code_checks().items():
                report.run(name, partial(succeeds, command, environment))
            report.run("translations", partial(catalogs.are_up_to_date, environment))
            for name, check in audits().items():
                report.run(name, check)
        report.run("tests on SQLite", partial(tests_on_sqlite, options, environment))
        report.run("tests on PostgreSQL and Redis", partial(tests_on_servers, options, environment, stack))
        for name, command in long_checks().items() if options.all and not options.k else ():
            report.run(name, partial(succeeds, command, environment))
    print(f"\n=== summary ===\n{report.summary()}", flush=True)
    return 1 if report.count("failed") else 0


def code_checks() -> dict[str, list[str]]:
    """The checks that read the code; what each one covers is set in pyproject.toml."""
    return {
        "ruff check": tool("ruff", "check"),
        "ruff format": tool("ruff", "format", "--check"),
        "mypy": tool("mypy"),
        "import contracts": tool("lint-imports", "--no-logo"),
        "missing migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    }


def audits() -> dict[str, Callable[[], bool]]:
    """What tells of holes, and of what others may ask of whoever runs this."""
    return {
        "bandit": security.no_unanswered_finding,
        "secrets": security.no_secret_in_the_repository,
        "pip-audit": security.no_known_fault_of_a_package,
        "licences": licences.are_listed,
    }


def tests_on_sqlite(options: argparse.Namespace, environment: Environment) -> bool:
    """The whole suite as it runs on the embedded database, with the tests in the browser."""
    required = {"CANASTA_REQUIRE": "browser"} if in_ci() else {}
    return pytest(options, {**environment, **required})


def tests_on_servers(options: argparse.Namespace, environment: Environment, stack: ExitStack) -> bool:
    """The tests that touch a database; pure ones and the browser's would only tell the same again."""
    urls = {"DATABASE_URL": servers.postgresql(stack), "CELERY_BROKER_URL": servers.redis(stack)}
    required = {"CANASTA_REQUIRE": "pg,redis"}
    return pytest(options, {**environment, **urls, **required}, "--database-only", "-m", "not browser")


def pytest(options: argparse.Namespace, environment: Environment, *more: str) -> bool:
    """Runs tests on two processes; those with Redis stay together on one, since they share its database."""
    slow = ["--slow"] if options.all else []
    matching = ["-k", options.k] if options.k else []
    command = tool("pytest", "-q", "-rs", "-n", "2", "--dist", "loadgroup", *more, *slow, *matching)
    status = shown(command, environment)
    return status == 0 or (status == NO_TEST_MATCHED and bool(options.k))


def long_checks() -> dict[str, list[str]]:
    """What takes minutes: simulated tournaments, spoilt logs, and scripts that break things on purpose."""
    simulators = {
        "simulated tournaments": [PYTHON, "manage.py", "simulate", "--runs", "300", "--seed", "1"],
        "spoilt logs": [PYTHON, "-m", "tests.engine.fuzz", "2"],
    }
    scripts = sorted(script.stem for script in ROOT.glob("tests/faults/*.py"))
    return simulators | {f"fault: {name}": [PYTHON, "-m", f"tests.faults.{name}"] for name in scripts}


def bare_environment(var: Path) -> dict[str, str]:
    """This process's environment without the settings of a service, and with a `var/` that is thrown away."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in SERVICE_VARIABLES and not name.startswith("CANASTA_")
    }
    return {**kept, "CANASTA_VAR": str(var)}


def tool(name: str, *arguments: str) -> list[str]:
    """The command line of a program of the virtual environment."""
    return [str(VENV / "bin" / name), *arguments]


def succeeds(command: list[str], environment: Environment) -> bool:
    """Whether the command ends with status 0; it prints the report. Raises SkippedError where it says so."""
    status = shown(command, environment)
    if status == SKIPPED:
        raise SkippedError
    return status == 0


def in_ci() -> bool:
    """Whether a missing program or server is a failure."""
    return os.environ.get("CI") == "true"
