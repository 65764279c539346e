"""systemd and Caddy read what is in `deploy/` without a word; nothing runs with more rights than it needs."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.files import DEPLOY, SERVICES, UNITS, command_of, lines_of

ALL = sorted(
    path.name for path in UNITS.glob("canasta*.*") if path.suffix in (".service", ".timer", ".target")
)
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
needs_caddy = pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as they are installed, with programs that are on this machine."""
    for path in UNITS.rglob("*"):
        if path.is_file():
            copy = tmp_path / path.relative_to(UNITS)
            copy.parent.mkdir(exist_ok=True)
            text = path.read_text().replace("file:///opt/canasta", f"file://{DEPLOY.parent}")
            for program in ("gunicorn", "celery", "python"):
                text = text.replace(f"/opt/canasta/.venv/bin/{program}", "/bin/true")
            copy.write_text(text)
    return tmp_path


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_units(installed: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(installed / name for name in ALL)],
        check=False,
        env={"SYSTEMD_UNIT_PATH": f"{installed}:", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    ours = [line for line in done.stderr.splitlines() if "canasta" in line]
    assert (done.returncode, ours) == (0, [])


@needs_systemd
@pytest.mark.parametrize("service", [*SERVICES, "canasta-backup"])
def test_a_service_is_exposed_as_little_as_systemd_can_arrange(installed: Path, service: str) -> None:
    """systemd's own measure from 0 (closed) to 10 (open); the network of the machine costs one and a half."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", f"{service}.service"],
        check=False,
        env={"SYSTEMD_UNIT_PATH": f"{installed}:", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-400:] + done.stderr


@needs_caddy
def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    done = subprocess.run(
        ["caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
        check=False,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert "Valid configuration" in done.stdout + done.stderr
    assert "not formatted" not in done.stderr


def test_every_queue_has_a_worker_and_there_is_one_beat() -> None:
    from canasta_site.celery import app  # noqa: PLC0415

    words = [command_of(service) for service in SERVICES]
    served = {command[command.index("-Q") + 1] for command in words if "-Q" in command}
    routed = {"default", "ratings"}
    assert served == routed
    assert app.conf.task_default_queue in routed
    assert sum("beat" in command for command in words) == 1


@pytest.mark.parametrize("service", SERVICES)
def test_a_process_that_dies_is_started_again_within_a_limit_of_memory(service: str) -> None:
    lines = dict(lines_of(f"{service}.service"))
    assert lines["Restart"] == "always"
    assert lines["MemoryMax"]


def test_a_worker_has_more_time_to_stop_than_a_task_may_take() -> None:
    from canasta_site.celery import app  # noqa: PLC0415

    seconds = int(dict(lines_of("canasta-default.service"))["TimeoutStopSec"])
    assert seconds > app.conf.task_time_limit


def test_the_target_wants_every_service_and_the_backups() -> None:
    wanted = dict(lines_of("canasta.target"))["Wants"].split()
    assert wanted == [*(f"{service}.service" for service in SERVICES), "canasta-backup.timer"]


@pytest.mark.parametrize("script", ["install", "manage", "restore"])
def test_the_scripts_can_be_run_and_read(script: str) -> None:
    path = DEPLOY / script
    assert path.stat().st_mode & 0o111
    subprocess.run(["sh", "-n", path], check=True)
