"""One file holds everything and brings it back, on SQLite and on PostgreSQL; a damaged one is refused."""

import errno
import gzip
import hashlib
import json
import os
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection

from canasta_site import backups
from canasta_site.backups import migrations
from ratings.models import Player, RatedGame
from tests.tournaments.event import NOW, make_event, make_user
from tournaments.models import GameRecord, Match, Tournament
from tournaments.selectors.standings import StageStandings
from tournaments.services.reports import Report, report
from webhooks.models import Endpoint

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup of an event with a result and a referee."""
    event = make_event(4, scoring={"table": "vp-3-deals"})
    event.tournament.referees.add(make_user("referee@example.org"))
    match = event.round("1-2", "3-4")[0]
    report(match.pk, Report(0, (2450, 1980)), None, NOW)
    report(match.pk, Report(1, (2450, 1980)), None, NOW)
    file = tmp_path / "evening.backup"
    call_command("backup", file, verbosity=0)
    return file


def test_everything_comes_back_as_it_was(file: Path) -> None:
    event = Tournament.objects.get()
    before = StageStandings(event.stages.get()).shown()
    created, history = event.created_at, [model.history.count() for model in (Tournament, GameRecord)]
    event.name = "Changed since"
    event.because("test").save()
    make_user("later@example.org")
    call_command("restore", file, replace=True, verbosity=0)
    event = Tournament.objects.get()
    assert (event.name, event.created_at) == ("Spring event", created)
    assert StageStandings(event.stages.get()).shown() == before
    assert [user.email for user in event.referees.all()] == ["referee@example.org"]
    assert [model.history.count() for model in (Tournament, GameRecord)] == history
    assert RatedGame.objects.get().uuid == Match.objects.get(table=1).uuid
    assert Player.objects.create(code="new", name="New after restoring").pk


def rewritten(file: Path, head: dict[str, Any], without: str = "nothing") -> None:
    """Say other things in a backup's head, and leave out the rows of an app."""
    first, *rows, _ = gzip.decompress(file.read_bytes()).splitlines()
    rows = [row for row in rows if not json.loads(row)["model"].startswith(f"{without}.")]
    body = b"".join(line + b"\n" for line in (json.dumps(json.loads(first) | head).encode(), *rows))
    foot = {"rows": len(rows), "sha256": hashlib.sha256(body).hexdigest()}
    file.write_bytes(gzip.compress(body + json.dumps(foot).encode() + b"\n"))


def test_a_backup_of_an_older_version_comes_back_and_is_brought_up_to_date(file: Path) -> None:
    """Of a version in which nobody was told of anything: it had no `webhooks`."""
    before = StageStandings(Tournament.objects.get().stages.get()).shown()
    newest = migrations()
    rewritten(file, {"migrations": [each for each in newest if not each.startswith("webhooks.")]}, "webhooks")
    Endpoint.objects.create(name="since", url="https://hook.example/")
    call_command("restore", file, replace=True, verbosity=0)
    assert migrations() == newest
    assert not Endpoint.objects.exists()
    assert StageStandings(Tournament.objects.get().stages.get()).shown() == before
    assert Player.objects.create(code="new", name="New after restoring").pk


def test_an_older_backup_that_fails_half_way_leaves_everything_as_it_was(file: Path) -> None:
    Endpoint.objects.create(name="told", url="https://hook.example/")
    call_command("backup", file, verbosity=0)
    rewritten(file, {"migrations": [each for each in migrations() if not each.startswith("webhooks.")]})
    make_user("later@example.org")
    tables = sorted(connection.introspection.table_names())
    with pytest.raises(CommandError, match="cannot read"):  # that version had no `webhooks`
        call_command("restore", file, replace=True, verbosity=0)
    assert sorted(connection.introspection.table_names()) == tables
    assert get_user_model().objects.filter(email="later@example.org").exists()


def test_a_backup_of_a_newer_version_is_refused(file: Path) -> None:
    rewritten(file, {"migrations": [*migrations(), "tournaments.9999_not_yet"]})
    with pytest.raises(CommandError, match="upgrade first"):
        call_command("restore", file, replace=True)


def test_a_backup_is_not_put_over_a_database_in_use(file: Path) -> None:
    get_user_model().objects.all().delete()  # a demonstration has no accounts
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", file)


def test_a_disk_that_fills_up_keeps_the_older_backup_and_no_half_of_the_newer(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = file.read_bytes()
    modes = []

    def full(out: gzip.GzipFile, _now: datetime) -> None:
        modes.extend(each.stat().st_mode & 0o777 for each in file.parent.glob("*.part"))
        out.write(b"half of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(backups, "_write", full)
    with pytest.raises(CommandError, match=r"evening.backup could not be written: No space left on device"):
        call_command("backup", file)
    assert modes == [0o600]
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    assert file.read_bytes() == whole


def test_verifying_changes_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("restore", file, verify=True)
    assert "is whole" in capsys.readouterr().out


def test_a_damaged_backup_is_refused_and_everything_stays(file: Path) -> None:
    whole = gzip.decompress(file.read_bytes())
    damaged = {
        "changed": whole.replace(b"Spring event", b"Winter event"),
        "cut off": whole[: len(whole) // 2],
        "nothing": b"",
        "other": b'{"format": "else"}\n',
    }
    for name, content in damaged.items():
        file.write_bytes(gzip.compress(content))
        with pytest.raises(CommandError):
            call_command("restore", file, replace=True)
        assert Tournament.objects.get().name == "Spring event", name
    file.write_bytes(b"no gzip")
    with pytest.raises(CommandError):
        call_command("restore", file, verify=True)


def test_a_file_that_is_no_whole_backup_is_refused_in_words_of_people(file: Path) -> None:
    whole = file.read_bytes()
    for kind, data, says in (
        ("cut off", whole[: len(whole) // 2], "not a whole backup: it ends too early"),
        (
            "spoilt",
            gzip.compress(b"")[:10] + b"\xff" * 300,
            "not a backup: it is empty, spoilt or something else",
        ),
        ("empty", b"", "not a backup: it is empty, spoilt or something else"),
        ("a text", b"nothing compressed", "not a backup: it is empty, spoilt or something else"),
    ):
        file.write_bytes(data)
        with pytest.raises(CommandError) as refused:
            call_command("restore", file, verify=True)
        assert says in str(refused.value), kind


def test_of_a_file_with_a_row_that_was_changed_is_said_that_it_was(file: Path) -> None:
    whole = gzip.decompress(file.read_bytes())
    for there, instead in ((b'"fields"', b'fields"'), (b'"fields"', b'"field"')):
        assert there in whole
        file.write_bytes(gzip.compress(whole.replace(there, instead)))
        with pytest.raises(CommandError, match="was changed or is cut off"):
            call_command("restore", file, verify=True)


def test_the_newest_are_kept_and_no_draft_of_a_killed_backup(settings: Any, tmp_path: Path) -> None:
    settings.BACKUPS, settings.KEEP_BACKUPS = tmp_path, 2
    for name in ("20200101-000000.backup", "20200102-000000.backup", "20200103-000000.backup.part"):
        (tmp_path / f"canasta-{name}").touch()
    os.utime(tmp_path / "canasta-20200103-000000.backup.part", (time.time() - 3700, time.time() - 3700))
    (tmp_path / "canasta-20200104-000000.backup.part").touch()  # somebody writes it right now
    call_command("backup", verbosity=0)
    oldest, draft, newest = sorted(file.name for file in tmp_path.iterdir())
    assert (oldest, draft) == ("canasta-20200102-000000.backup", "canasta-20200104-000000.backup.part")
    assert newest > "canasta-2026"
