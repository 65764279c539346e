"""The examples of docs/move-log.md are what the engine really reads and answers."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import Field
from engine.log import MOST_BYTES, MOST_DEALS, MOST_MOVES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "move-log.md").read_text()
FILES = re.findall(r"^```json file=(\S+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
SESSIONS = re.findall(
    r"^```console exit=(\d)\n\$ python -m engine replay (\S+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE
)


def test_each_verdict_has_an_example_and_each_example_is_run() -> None:
    assert [name for name, _ in FILES] == [name for _, name, _ in SESSIONS]
    assert [re.findall(r'"verdict": "(\w+)"', said) for _, _, said in SESSIONS] == [
        ["verified"],
        ["rejected"],
        ["mismatch"],
        ["malformed"],
    ]


@pytest.mark.parametrize(("status", "name", "said"), SESSIONS)
def test_the_command_prints_the_line_and_ends_with_the_status_shown(
    tmp_path: Path, status: str, name: str, said: str
) -> None:
    (tmp_path / name).write_text(dict(FILES)[name])
    run = subprocess.run(
        [sys.executable, "-m", "engine", "replay", name],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr, run.returncode) == (said, "", int(status))


def test_the_limits_are_those_of_the_engine() -> None:
    rows = dict(
        re.findall(
            r"^\| (size of the document|deals in a match|moves in a deal) \| ([^|]+) \|", TEXT, re.MULTILINE
        )
    )
    assert rows == {
        "size of the document": f"4 MB ({MOST_BYTES:,} bytes)".replace(",", " "),
        "deals in a match": f"{MOST_DEALS}",
        "moves in a deal": f"{MOST_MOVES:,}".replace(",", " "),
    }


@pytest.mark.parametrize("field", Field)
def test_every_code_of_a_malformed_log_is_named(field: Field) -> None:
    assert f"`{field}`" in TEXT.partition("### malformed")[2]
