"""Every check is run and counted, and the count is the last line."""

from argparse import Namespace
from pathlib import Path

import pytest

from launcher import checks
from launcher.checks import Report, bare_environment
from launcher.checks import pytest as run_pytest
from launcher.servers import MissingError


def missing() -> bool:
    raise MissingError("PostgreSQL is not installed.")


def test_the_last_line_counts_what_passed_failed_and_was_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    report = Report()
    report.run("one", lambda: True)
    report.run("two", lambda: False)
    report.run("three", missing)
    report.run("four", lambda: True)
    assert report.summary().splitlines()[-1] == "2 passed, 1 failed, 1 skipped"


def test_what_is_missing_on_a_laptop_is_skipped_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    report = Report()
    report.run("tests on PostgreSQL", missing)
    assert report.count("skipped") == 1
    assert capsys.readouterr().out == "\n=== tests on PostgreSQL ===\nPostgreSQL is not installed.\n"


def test_what_is_missing_in_ci_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    report = Report()
    report.run("tests on PostgreSQL", missing)
    assert report.count("failed") == 1


def test_checks_do_not_see_the_settings_of_a_service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://canasta@db/canasta")
    monkeypatch.setenv("CELERY_BROKER_URL", "redis://broker/0")
    monkeypatch.setenv("CANASTA_URL", "https://canasta.example")
    monkeypatch.setenv("LANG", "cs_CZ.UTF-8")
    environment = bare_environment(tmp_path)
    assert environment["LANG"] == "cs_CZ.UTF-8"
    assert environment["CANASTA_VAR"] == str(tmp_path)
    assert environment.keys().isdisjoint({"DATABASE_URL", "CELERY_BROKER_URL", "CANASTA_URL"})


@pytest.mark.parametrize(
    ("status", "matching", "passed"), [(0, None, True), (1, None, False), (5, None, False)]
)
def test_tests_pass_when_pytest_says_so(
    monkeypatch: pytest.MonkeyPatch, status: int, matching: str | None, passed: bool
) -> None:
    monkeypatch.setattr(checks, "shown", lambda command, environment: status)
    assert run_pytest(Namespace(all=False, k=matching), {}) is passed


def test_a_pass_in_which_no_test_has_the_wanted_name_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "shown", lambda command, environment: 5)
    assert run_pytest(Namespace(all=False, k="melds"), {})


def test_all_adds_the_simulators_and_every_fault_that_has_a_script() -> None:
    commands = {name: " ".join(command[1:]) for name, command in checks.long_checks().items()}
    assert commands["fault: killed"] == "-m tests.faults.killed"
    assert commands["simulated tournaments"].startswith("manage.py simulate")
    scripts = list(Path("tests/faults").glob("*.py"))
    assert len([name for name in commands if name.startswith("fault: ")]) == len(scripts) > 5


def test_a_script_that_may_not_do_its_work_here_is_skipped_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(checks, "shown", lambda command, environment: checks.SKIPPED)
    report = Report()
    report.run("disk full", lambda: checks.succeeds(["script"], {}))
    assert report.outcomes[0][:2] == ("disk full", "skipped")
