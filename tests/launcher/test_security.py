"""What is planted is found, what nobody could tell is skipped by name, and neither passes in silence."""

import sys
from pathlib import Path

import pytest

from launcher import security
from launcher.errors import SkippedError

PROGRAMS = Path(sys.executable).parent
# Put together here, so that this file itself holds none.
KEYS = {
    "key of a cloud": "aws = " + '"AKIA' + 'IOSFODNN7EXAMPLQ"',
    "private key": "-----BEGIN " + "RSA PRIVATE KEY-----",
    "secret key of Django": "SECRET"
    + '_KEY = "r7Fq2vXw9LzKp4Ty8Nb3Jm6Hd1Gs5Ca0Ue"',  # pragma: allowlist secret
    "address of a database": "postgres://canasta:" + "h7Vq2x" + "@db/canasta",
}


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "PROGRAMS", PROGRAMS)


def test_every_planted_key_is_found_with_its_place(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for number, text in enumerate(KEYS.values()):
        (tmp_path / f"settings{number}.py").write_text(f"# a comment\n{text}\n")
    assert not security.no_secret_in(sorted(tmp_path.iterdir()))
    said = capfd.readouterr().out
    assert [name for number, name in enumerate(KEYS) if f"settings{number}.py:2" not in said] == []


def test_words_and_answered_lines_are_no_secret(tmp_path: Path) -> None:
    plain = tmp_path / "plain.py"
    answer = "# pragma: allow" + "list secret"
    plain.write_text(f'PASSWORD = "a long pass phrase"\n{KEYS["secret key of Django"]}  {answer}\n')
    assert security.no_secret_in([plain])


def test_an_unanswered_finding_of_bandit_fails_and_an_answered_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    code = tmp_path / "shell.py"
    monkeypatch.setattr(security, "CODE", (str(code),))
    call = 'import subprocess\nsubprocess.run("ls " + name, shell=True)'
    code.write_text(f"{call}\n")
    assert not security.no_unanswered_finding()
    assert "B602" in capfd.readouterr().out
    code.write_text(f"{call}  # nosec B602 # a test\n")
    assert security.no_unanswered_finding()


FAULTY = {"name": "django", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": ["1.1", "2.0"]}]}
SOUND = {"name": "celery", "version": "5.7", "vulns": []}
UNTOLD = {"name": "rules", "skip_reason": "nobody answers"}


def test_a_known_fault_of_a_package_fails_and_says_what_mends_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert security._nothing_reported([SOUND])
    assert not security._nothing_reported([FAULTY, SOUND, UNTOLD])
    assert capsys.readouterr().out == "django 1.0: CVE-1, mended in 1.1, 2.0\n"


def test_a_package_nobody_told_anything_of_is_skipped_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SkippedError):
        security._nothing_reported([SOUND, UNTOLD])
    assert capsys.readouterr().out == "skipped: of 1 of 2 packages nothing is told: nobody answers\n"


def test_a_network_that_is_away_is_a_skip_and_any_other_trouble_a_failure() -> None:
    with pytest.raises(SkippedError):
        security._no_report("Traceback\nConnectionError: Failed to resolve 'pypi.org'")
    assert not security._no_report("ERROR: requirement is not pinned")
