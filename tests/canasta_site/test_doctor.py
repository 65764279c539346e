"""The doctor finds each fault, says how to mend it, and never falls over what it examines."""

import errno
import json
import os
import shutil
import smtplib
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import namedtuple
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.conf import settings as real
from django.core.mail.backends import smtp
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from canasta_site import health, pulses
from canasta_site.doctor import examine
from canasta_site.doctor.findings import Finding
from ratings.models import RatingPool
from ratings.services.marks import mark_pool
from ratings.services.pools import pool_for
from tests.tournaments.event import NOW, make_event
from tournaments.models import LogState, MoveLog

REDIS = {"BACKEND": "canasta_site.cache.ForgetfulRedisCache"}
Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def healthy(settings: Any, tmp_path: Path) -> None:
    """An installation with a worker, a beat and a backup, all of this minute."""
    settings.EMBEDDED = False
    settings.VAR_DIR = settings.BACKUPS = tmp_path
    settings.SECRET_KEY = "r7Fq2vXw9LzKp4Ty8Nb3Jm6Hd1Gs5Ca0Ue-Oi_Qx"  # pragma: allowlist secret
    settings.CANASTA_URL, settings.HTTPS, settings.TRUSTED_PROXIES = "https://canasta.example", True, 1
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.WHITENOISE_USE_FINDERS = True
    settings.CACHE_URL = "redis://127.0.0.1/1"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    backup(tmp_path, NOW)


@pytest.fixture
def alive(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "broker_fault", lambda: "")
    monkeypatch.setattr(urllib.request, "urlopen", lambda address, timeout: BytesIO(b"ok"))
    monkeypatch.setattr("django.db.connection.vendor", "sqlite")  # NOW is not the database's
    pulses.note_worker("default@here", ["default"], NOW)
    pulses.note_worker("ratings@here", ["ratings"], NOW)
    pulses.note(pulses.BEAT, NOW)


def backup(folder: Path, when: datetime) -> None:
    file = folder / "canasta-20260314-180000.backup"
    file.touch()
    os.utime(file, (when.timestamp(), when.timestamp()))


def found(name: str, now: datetime = NOW) -> Finding:
    return next(finding for finding in examine(lambda: now) if finding.name == name)


def faults(now: datetime = NOW) -> list[str]:
    return [finding.name for finding in examine(lambda: now) if finding.state == "fault"]


def test_a_sound_installation_has_no_fault(alive: None) -> None:
    assert faults() == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("debug", {"DEBUG": True}),
        ("secret key", {"SECRET_KEY": "short"}),  # pragma: allowlist secret
        (
            "secret key",
            {"SECRET_KEY": "put-fifty-letters-by-chance-here-and-nothing-else"},  # pragma: allowlist secret
        ),
        ("cache", {"CACHE_URL": ""}),
        ("cache", {"CACHES": {"default": {**REDIS, "LOCATION": "redis://127.0.0.1:1/1"}}}),
        ("hosts", {"ALLOWED_HOSTS": ["*"]}),
        ("hosts", {"TRUSTED_PROXIES": 0}),
        ("hosts", {"CANASTA_URL": "http://canasta.example", "HTTPS": False}),
        ("mail", {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend"}),
        ("static files", {"WHITENOISE_USE_FINDERS": False, "STATIC_ROOT": "/nowhere"}),
    ],
)
def test_a_wrong_setting_is_found_with_what_to_do(
    alive: None, settings: Any, name: str, change: dict[str, Any]
) -> None:
    for setting, value in change.items():
        setattr(settings, setting, value)
    assert faults() == [name]
    assert found(name).mend


@pytest.mark.parametrize(
    ("error", "mend"),
    [
        (ssl.SSLCertVerificationError("self-signed certificate"), "update-ca-certificates"),
        (ssl.SSLError("wrong version number"), "CANASTA_EMAIL_SSL=true as on port 465"),
        (smtplib.SMTPServerDisconnected("closed"), "CANASTA_EMAIL_TLS=true as on port 587"),
        (ConnectionRefusedError(), "deploy/manage sendtestemail ADDRESS"),
    ],
)
def test_what_the_mail_server_wants_is_said(
    alive: None, settings: Any, monkeypatch: pytest.MonkeyPatch, error: OSError, mend: str
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(smtp.EmailBackend, "open", Mock(side_effect=error))
    assert mend in found("mail").mend


def test_no_mail_server_is_waited_for_without_end() -> None:
    assert 0 < real.EMAIL_TIMEOUT <= 30


def test_a_key_that_others_can_read_is_found(alive: None, settings: Any, tmp_path: Path) -> None:
    file = tmp_path / "secret_key"
    file.write_text(settings.SECRET_KEY)
    file.chmod(0o644)
    assert faults() == ["secret key"]
    file.chmod(0o600)
    assert faults() == []


def test_static_files_of_another_version_are_found(alive: None, settings: Any, tmp_path: Path) -> None:
    source, root = tmp_path / "source", tmp_path / "static"
    source.mkdir()
    root.mkdir()
    (source / "site.css").write_text("new")
    (root / "site.css").write_text("old")
    (root / "staticfiles.json").write_text("{}")
    settings.WHITENOISE_USE_FINDERS, settings.STATICFILES_DIRS, settings.STATIC_ROOT = False, [source], root
    assert faults() == ["static files"]
    assert "deploy/manage collectstatic --no-input" in found("static files").mend
    (root / "site.css").write_text("new")
    assert faults() == []


def test_static_files_are_collected_whatever_day_they_bear(tmp_path: Path) -> None:
    """A file of an unpacked release is older than the copy of the version before, which was made here."""
    served = {"CANASTA_VAR": str(tmp_path), "CELERY_BROKER_URL": "redis://127.0.0.1:1/0"}
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--no-post-process"]
    subprocess.run(collect, check=True, capture_output=True, env=os.environ | served)
    copy = tmp_path / "static" / "dark.css"
    whole = copy.read_bytes()
    copy.write_text("of the version before")
    subprocess.run(collect, check=True, capture_output=True, env=os.environ | served)
    assert copy.read_bytes() == whole


def test_a_mail_server_that_is_away_is_found(alive: None, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert faults() == ["mail"]


def test_a_web_server_that_does_not_answer_is_found(alive: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def refused(address: str, timeout: float) -> None:
        asked.append(address)
        raise urllib.error.URLError(ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"))

    monkeypatch.setattr(urllib.request, "urlopen", refused)
    assert faults() == ["web server"]
    assert asked == ["https://canasta.example/healthz"]
    assert "canasta-web" in found("web server").mend


def test_a_certificate_that_nobody_believes_leads_to_caddy(
    alive: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(address: str, timeout: float) -> None:
        raise urllib.error.URLError(ssl.SSLCertVerificationError("certificate verify failed"))

    monkeypatch.setattr(urllib.request, "urlopen", refused)
    assert found("web server").mend.endswith("journalctl -u caddy -e")


def test_a_full_disk_is_found(alive: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 0, 999_999_999))
    assert faults() == ["disk"]
    assert "--namespace='*'" in found("disk").mend  # where the service's own journal is
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 0, 49_000_000_000))
    assert faults() == ["disk"]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 0, 51_000_000_000))
    assert faults() == []


def test_a_backup_older_than_a_day_or_none_is_found(alive: None, tmp_path: Path) -> None:
    backup(tmp_path, NOW - timedelta(hours=27))
    assert faults() == ["backups"]
    for file in tmp_path.glob("*.backup"):
        file.unlink()
    assert faults() == ["backups"]


@pytest.mark.parametrize("queue", ["default", "ratings"])
def test_a_queue_that_nobody_serves_is_found(alive: None, queue: str) -> None:
    pulses.note_worker(f"{queue}@here", [queue], NOW - timedelta(seconds=61))
    assert faults() == ["workers"]
    assert found("workers").mend == f"systemctl restart canasta-{queue}"


def test_a_sweep_a_beat_and_a_tidying_that_stopped_are_found(alive: None) -> None:
    pulses.note(pulses.TIDIED, NOW)
    assert faults(NOW + timedelta(seconds=61)) == ["workers", "sweep"]
    assert faults(NOW + timedelta(minutes=6)) == ["workers", "sweep", "beat"]
    assert "tidying" in faults(NOW + timedelta(hours=49))


def test_a_clock_that_was_set_back_is_found(alive: None) -> None:
    assert faults(NOW - timedelta(seconds=6)) == ["clock"]


def test_life_shown_while_slow_checks_ran_is_not_from_the_future(alive: None) -> None:
    every_seven_seconds = (NOW + timedelta(seconds=7 * number) for number in count())
    pulses.note_worker("default@here", ["default"], NOW + timedelta(seconds=40))
    findings = {finding.name: finding.state for finding in examine(lambda: next(every_seven_seconds))}
    assert findings["clock"] == findings["sweep"] == "ok"


@pytest.mark.pg
@pytest.mark.django_db
def test_a_clock_that_is_not_the_databases_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found("clock").state == "ok"
    ahead = time.time() + 6
    monkeypatch.setattr(time, "time", lambda: ahead)
    assert found("clock").says.startswith("the database's clock is -")


def test_a_log_that_waits_or_failed_is_found(alive: None) -> None:
    match = make_event(2).round("1-2")[0]
    log = MoveLog.objects.create(match=match, text="{}", sha256="0", submitted_at=NOW)
    pulses.note_worker("default@here", ["default", "ratings"], NOW + timedelta(minutes=5))
    pulses.note(pulses.BEAT, NOW + timedelta(minutes=5))
    assert faults(NOW + timedelta(minutes=5)) == []
    assert faults(NOW + timedelta(minutes=5, seconds=1)) == ["move logs"]
    MoveLog.objects.filter(pk=log.pk).update(state=LogState.FAILED)
    assert faults(NOW + timedelta(minutes=5)) == ["move logs"]
    assert "replay again" in found("move logs").mend


def test_a_pool_that_fails_or_waits_is_found(alive: None) -> None:
    pool = pool_for("classic", "pairs")
    mark_pool(pool.pk, "0")
    marked = RatingPool.objects.values_list("marked_at", flat=True).get()
    mark_pool(pool.pk, "1")
    pool.refresh_from_db()
    assert pool.marked_at == marked
    RatingPool.objects.update(marked_at=NOW - timedelta(minutes=6))
    assert faults() == ["ratings"]
    RatingPool.objects.update(marked_at=NOW, failures=1)
    assert faults() == ["ratings"]


def test_the_embedded_service_needs_one_queue_and_no_beat(db: None, settings: Any) -> None:
    settings.EMBEDDED = True
    pulses.note_worker("celery@here", ["default"], NOW)
    assert "workers" not in faults()
    assert (found("beat").state, found("broker").state) == ("skipped", "ok")


def test_a_check_that_breaks_is_a_fault_and_hides_no_other(
    alive: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> Any:
        raise RuntimeError("no such disk")

    monkeypatch.setattr(shutil, "disk_usage", broken)
    assert faults() == ["disk"]
    assert "no such disk" in found("disk").says


def test_a_database_of_a_newer_version_is_found_and_not_started_with(alive: None) -> None:
    MigrationRecorder(connection).record_applied("ratings", "0000_taken_back")
    for command in ("showmigrations", "migrate"):
        call_command(command, "--plan", stdout=StringIO())
    MigrationRecorder(connection).record_applied("ratings", "9999_of_the_future")
    assert "ratings.9999_of_the_future" in found("migrations").says
    for command in ("showmigrations", "migrate"):
        with pytest.raises(
            CommandError, match=r"newer version of the service \(ratings.9999_of_the_future\)"
        ):
            call_command(command, "--plan", stdout=StringIO())


def test_missing_migrations_are_found(alive: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "migrations_fault", lambda: "2 migrations are missing")
    assert "migrations" in faults()
    assert found("workers").state == "skipped"
    assert found("workers").says == "mend the migrations first"


@pytest.mark.parametrize(
    ("missing", "said"), [(0, ""), (1, "1 migration is missing"), (2, "2 migrations are missing")]
)
def test_missing_migrations_are_counted(
    db: None, monkeypatch: pytest.MonkeyPatch, missing: int, said: str
) -> None:
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: ["one"] * missing)
    assert health.migrations_fault() == said


def test_the_command_ends_with_what_it_found(alive: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", json=True)
    report = json.loads(capsys.readouterr().out)
    assert (ended.value.code, report["ok"]) == (1, False)
    assert {"name", "state", "says", "mend"} == set(report["checks"][0])


def test_without_a_database_the_rest_is_examined_and_nothing_is_thrown(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        check=False,
        cwd=real.BASE_DIR,
        env=os.environ
        | {
            "DATABASE_URL": "postgres://somebody:a-password@127.0.0.1:9/nothing",  # pragma: allowlist secret
            "CELERY_BROKER_URL": "redis://:a-password@127.0.0.1:9/0",
            "CANASTA_VAR": str(tmp_path),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "FAULT  database      does not answer (OperationalError)" in done.stdout
    assert "FAULT  broker        does not answer (OperationalError)" in done.stdout
    assert "-      workers       mend the database first" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert "a-password" not in done.stdout + done.stderr
