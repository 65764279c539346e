"""What the scripts of `deploy/` do with the files they are given; the rest of them needs a whole machine."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.files import DEPLOY

SETTINGS = r"""# NAME=value
CANASTA_URL=https://canasta.example
CANASTA_EMAIL_PASSWORD=a$HOME&`touch made`;b"c'(d
CANASTA_EMAIL_FROM=Canasta Club <club@canasta.example>
DATABASE_URL="postgres:///canasta"
CANASTA_SECRET_KEY='it is = so'
CANASTA_ALLOWED_HOSTS=
no setting=at all
CANASTA_EMAIL_USER=a\\b\$c
CANASTA_EMAIL_HOST="a\\b\c\"d"
CANASTA_BIND=127.0.0.1:8010"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The script with a Python that only says with what it was called."""
    (tmp_path / "deploy").mkdir()
    shutil.copy(DEPLOY / "manage", tmp_path / "deploy")
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\nenv -0\nprintf "%s\\0" "$@"\n')
    python.chmod(0o755)
    return tmp_path


def test_settings_are_read_as_systemd_reads_them_and_run_by_nobody(installed: Path) -> None:
    (installed / "canasta.env").write_text(SETTINGS, newline="\r\n")
    ours = {"CANASTA_ENV_FILE": f"{installed}/canasta.env", "CANASTA_USER": "root", "HOME": "/root"}
    done = subprocess.run(
        [installed / "deploy/manage", "doctor", "--json"],
        check=True,
        env={"PATH": os.environ["PATH"], **ours},
        capture_output=True,
        text=True,
    )
    *variables, command, first, second, _ = done.stdout.split("\0")
    assert (done.stderr, command, first, second) == ("", "manage.py", "doctor", "--json")
    names = ("CANASTA_", "DATABASE_")
    given = dict(each.split("=", 1) for each in variables if each.startswith(names))
    assert {name: value for name, value in given.items() if name not in ours} == {
        "CANASTA_URL": "https://canasta.example",
        "CANASTA_EMAIL_PASSWORD": "a$HOME&`touch made`;b\"c'(d",
        "CANASTA_EMAIL_FROM": "Canasta Club <club@canasta.example>",
        "DATABASE_URL": "postgres:///canasta",
        "CANASTA_SECRET_KEY": "it is = so",
        "CANASTA_ALLOWED_HOSTS": "",
        "CANASTA_EMAIL_USER": r"a\b$c",
        "CANASTA_EMAIL_HOST": r'a\b\c"d',
        "CANASTA_BIND": "127.0.0.1:8010",
    }
    assert not (installed / "made").exists()
