"""The data of the first release comes back on a new database in one command, whole, in this version.

`first-release.backup` is a demonstration, written by `manage.py backup`; CONTRIBUTING.md tells how.
"""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.deploy.files import ROOT
from tests.deploy.live import scratch_database

pytestmark = pytest.mark.django_db

FIRST = Path(__file__).parent / "first-release.backup"
# What a version makes itself: the names of its models and of what may be done with them.
MADE_ANEW = ("contenttypes.", "auth.permission")
COMMANDS = """
import sys, django
django.setup()
from django.core.management import call_command
call_command("restore", sys.argv[1])
call_command("migrate", check_unapplied=True)
call_command("check_ratings")
call_command("backup", sys.argv[2])
"""


@pytest.fixture
def settings_of_a_new_database(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Of the kind on which the tests run."""
    bare = {
        name: value for name, value in os.environ.items() if not name.startswith(("CANASTA_", "DATABASE_"))
    }
    bare |= {"CANASTA_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "canasta_site.settings"}
    if connection.vendor == "sqlite":
        yield bare
    else:
        with scratch_database() as url:
            yield bare | {"DATABASE_URL": url}


def rows(file: Path) -> dict[tuple[str, Any], dict[str, Any]]:
    """The columns of each row of a backup, by model and key."""
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()[1:-1]]
    kept = [line for line in lines if not line["model"].startswith(MADE_ANEW)]
    return {(line["model"], line["pk"]): line["fields"] for line in kept}


def test_the_first_release_is_brought_up_to_date(
    settings_of_a_new_database: dict[str, str], tmp_path: Path
) -> None:
    written = tmp_path / "newest.backup"
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, str(FIRST), str(written)],
        cwd=ROOT,
        env=settings_of_a_new_database,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "classic-pairs: 21 games, all right" in done.stdout
    before, after = rows(FIRST), rows(written)
    assert len(before) > 900
    assert before.keys() == after.keys()
    changed = [
        (key, name)
        for key, columns in before.items()
        for name, value in columns.items()
        if after[key].get(name, value) != value
    ]
    assert changed == []
