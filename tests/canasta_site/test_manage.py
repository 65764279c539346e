"""The command line of the site: how a command ends whose output nobody reads to its end."""

import os
import subprocess
import sys

import pytest
from django.core import management
from django.db import OperationalError, connection

import manage

# The command lists itself: no database is needed, and all of it is written at its end.
COMMAND = [sys.executable, "manage.py", "help", "--commands"]


def test_a_command_whose_reader_has_gone_ends_without_a_traceback():
    ran = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    ran.stdout.close()
    assert ran.stderr.read() == ""
    assert ran.wait() == 1
    ran.stderr.close()


def test_a_command_that_is_read_to_its_end_ends_well():
    ran = subprocess.run(COMMAND, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "rebuild_ratings" in ran.stdout


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}, "DATABASE_URL and at whether PostgreSQL"),
        ({"DATABASE_URL": "", "CANASTA_VAR": "/dev/null/nowhere"}, "CANASTA_VAR"),
    ],
)
def test_a_database_that_is_away_is_named_in_one_sentence(settings: dict[str, str], names: str):
    ran = subprocess.run(
        [sys.executable, "manage.py", "check_ratings"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"CANASTA_SECRET_KEY": "for nobody to sign in with"} | settings,
    )
    (line,) = ran.stderr.splitlines()
    assert line.startswith("canasta: the database cannot be reached: ")
    assert names in line
    assert ran.returncode == 1


def test_a_fault_of_a_database_that_is_there_is_shown_whole(monkeypatch, db):
    connection.ensure_connection()

    def broken(_arguments: list[str]) -> None:
        raise OperationalError("the disk is full")

    monkeypatch.setattr(management, "execute_from_command_line", broken)
    with pytest.raises(OperationalError, match="the disk is full"):
        manage.main()


def test_a_broken_connection_to_a_server_is_no_reader_that_has_gone(monkeypatch):
    def broken(_arguments: list[str]) -> None:
        raise BrokenPipeError("the database has gone")

    monkeypatch.setattr(management, "execute_from_command_line", broken)
    with pytest.raises(BrokenPipeError, match="the database has gone"):
        manage.main()
