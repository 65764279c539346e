"""The command line, as a user runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.logs import CASES

ROOT = Path(__file__).parents[2]
GOOD = str(CASES / "tiny-concealed-discard.json")
BAD = str(CASES / "bad-draw-first-1.json")
READABLE = str(CASES / "malformed-json-truncated.bin")


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """`python -m engine` with nothing but the standard library."""
    return subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
         "import runpy; sys.argv[0] = 'engine'; runpy.run_module('engine', run_name='__main__')", *arguments],
        capture_output=True, text=True, timeout=60, check=False, cwd=ROOT, **options,  # type: ignore[call-overload]
    )  # fmt: skip


def test_one_line_of_json_for_each_file() -> None:
    result = run("replay", GOOD, BAD, READABLE)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["file"] for line in lines] == [GOOD, BAD, READABLE]
    assert [line["verdict"] for line in lines] == ["verified", "rejected", "malformed"]
    assert list(lines[0]) == ["file", "verdict", "scores", "winner", "ranks", "deals", "moves"]
    assert list(lines[1]) == ["file", "verdict", "rule", "deal", "move", "seat", "message"]
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("files", "status"), [([GOOD], 0), ([GOOD, GOOD], 0), ([GOOD, BAD], 1), ([READABLE], 1), ([BAD, GOOD], 1)]
)
def test_the_exit_status_says_whether_all_are_verified(files: list[str], status: int) -> None:
    assert run("replay", *files).returncode == status


@pytest.mark.parametrize("arguments", [[], ["replay"], ["shuffle"], ["replay", "--what", GOOD]])
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert "usage" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_file_that_cannot_be_read_is_status_2_and_the_others_are_read(tmp_path: Path) -> None:
    for missing in (str(tmp_path / "missing.json"), str(tmp_path), f"{GOOD}/x"):
        result = run("replay", BAD, missing, GOOD)
        assert result.returncode == 2
        assert len(result.stdout.splitlines()) == 2
        assert missing in result.stderr
        assert "Traceback" not in result.stderr


def test_standard_input() -> None:
    result = run("replay", "-", input=Path(GOOD).read_text())
    assert json.loads(result.stdout)["file"] == "-"
    assert result.returncode == 0


@pytest.mark.parametrize(
    "octets",
    [b"", b"\x00\xff" * 100, b"[" * 100_000_000, b" " * 5_000_000 + b"{}"],
    ids=["empty", "binary", "deep", "large"],
)
def test_any_bytes_are_answered(octets: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(octets)
    result = run("replay", str(path))
    assert json.loads(result.stdout)["rule"] == "json"
    assert result.returncode == 1
    assert result.stderr == ""


def test_an_endless_file_is_not_read_to_its_end() -> None:
    if not os.path.exists("/dev/zero"):
        pytest.skip("no /dev/zero here")
    assert json.loads(run("replay", "/dev/zero").stdout)["rule"] == "json"


def test_a_reader_that_goes_away_makes_no_noise() -> None:
    files = " ".join([os.path.relpath(GOOD, ROOT)] * 1500)
    shell = f"'{sys.executable}' -m engine replay {files} | head -1"
    result = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False, cwd=ROOT)
    assert result.stderr == ""
    assert json.loads(result.stdout)["verdict"] == "verified"


PLAY = "play --rules classic --players 4 --seed 1 --deals 1"


def in_shell(command: str) -> subprocess.CompletedProcess[str]:
    """A command line with the redirections of a shell; PYTHONUNBUFFERED would write at another moment."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m engine {command}"],
        capture_output=True, text=True, timeout=60, check=False, cwd=ROOT, env=environment,
    )  # fmt: skip


@pytest.mark.parametrize("command", [f"replay '{GOOD}'", f"show '{GOOD}'", f"show --json '{GOOD}'", PLAY])
def test_output_that_cannot_be_written_is_status_2_and_a_line(command: str) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    result = in_shell(f"{command} > /dev/full")
    assert result.stderr == "standard output: No space left on device\n"
    assert result.returncode == 2


@pytest.mark.parametrize("command", ["replay -", "show -"])
def test_a_closed_standard_input_is_a_file_that_cannot_be_read(command: str) -> None:
    result = in_shell(f"{command} <&-")
    assert result.stderr == "-: standard input is closed\n"
    assert result.returncode == 2


@pytest.mark.parametrize(
    ("command", "status"), [(f"replay '{GOOD}'", 0), (f"replay '{BAD}'", 1), (f"show '{GOOD}'", 0), (PLAY, 0)]
)
def test_without_any_output_the_status_still_tells(command: str, status: int) -> None:
    result = in_shell(f"{command} >&-")
    assert result.stderr == ""
    assert result.returncode == status


@pytest.mark.parametrize("nowhere", ["2>&-", "2>/dev/full"])
def test_a_file_that_cannot_be_read_is_status_2_even_if_nobody_can_be_told(nowhere: str) -> None:
    result = in_shell(f"replay '{BAD}/missing' '{GOOD}' {nowhere}")
    assert json.loads(result.stdout)["verdict"] == "verified"
    assert result.returncode == 2
