"""Checks of the machine: disk, clock, backups."""

import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.template.defaultfilters import pluralize

from canasta_site.doctor.findings import Finding, fault, manage, ok
from canasta_site.pulses import newest_ahead

ROOM = 1_000_000_000
SHARE = 0.05
SKEW = timedelta(seconds=5)
# One a day, with some minutes of chance and the time it takes.
NEWEST_BACKUP = timedelta(hours=26)


def disk(_now: datetime) -> Finding:
    """Room where files and backups are written."""
    folders = [folder for folder in (settings.VAR_DIR, settings.BACKUPS) if folder.exists()]
    for folder in folders:
        usage = shutil.disk_usage(folder)
        if usage.free < ROOM or usage.free < SHARE * usage.total:
            mend = "Make room: old backups, journalctl --namespace='*' --vacuum-time=7d, apt-get clean."
            return fault("disk", f"{usage.free // 1_000_000} MB are left in {folder}", mend)
    left = min((shutil.disk_usage(folder).free for folder in folders), default=0)
    return ok("disk", f"{left // 1_000_000_000} GB are left")


def newest_backup() -> datetime | None:
    """When the newest backup was written; None without any, or where they may not be looked at."""
    times = [path.stat().st_mtime for path in _backup_files()]
    return datetime.fromtimestamp(max(times), tz=UTC) if times else None


def _backup_files() -> list[Path]:
    folder = settings.BACKUPS
    return [*folder.glob("canasta-*.backup"), *folder.glob("canasta-*.sqlite3")] if folder.exists() else []


def backups(now: datetime) -> Finding:
    """The newest backup is younger than a day."""
    newest = newest_backup()
    mend = f"Run {manage('backup')}; on a server: systemctl enable --now canasta-backup.timer"
    if newest is None:
        return fault("backups", f"there is none in {settings.BACKUPS}", mend)
    hours = round((now - newest) / timedelta(hours=1))
    old = f"{hours} hour{pluralize(hours)} old"
    if now - newest > NEWEST_BACKUP:
        return fault("backups", f"the newest is {old}", mend)
    return ok("backups", f"{len(_backup_files())}, the newest {old}")


def clock(now: datetime) -> Finding:
    """This machine's clock against the database's, and no sign of life from the future."""
    mend = (
        "Let the system keep the time, on every machine: apt-get install systemd-timesyncd; "
        "timedatectl set-ntp true. Then restart."
    )
    if connection.vendor == "postgresql":
        before = time.time()
        with connection.cursor() as cursor:
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float")
            theirs = cursor.fetchone()[0]
        off = theirs - (before + time.time()) / 2
        if abs(off) > SKEW.total_seconds():
            return fault("clock", f"the database's clock is {off:+.0f} s from this machine's", mend)
    if ahead := newest_ahead(now + SKEW):
        return fault("clock", f"{ahead} was seen in the future: a clock was set back", mend)
    return ok("clock", "agrees with the database's")
