"""The order of the checks; those that read the database are left out while it is away."""

from collections.abc import Callable
from datetime import datetime

from canasta_site import health
from canasta_site.doctor import machine, set_up, work
from canasta_site.doctor.findings import Finding, fault, manage, ok, skipped

Check = Callable[[datetime], Finding]

WITHOUT_DATABASE: dict[str, Check] = {
    "debug": set_up.debug,
    "secret key": set_up.secret_key,
    "hosts": set_up.hosts,
    "cache": set_up.cache,
    "static files": set_up.static_files,
    "mail": set_up.mail,
    "disk": machine.disk,
    "backups": machine.backups,
    "web server": work.web,
    "broker": work.broker,
}
WITH_DATABASE: dict[str, Check] = {
    "clock": machine.clock,
    "workers": work.workers,
    "sweep": work.sweep,
    "beat": work.beat,
    "tidying": work.tidying,
    "move logs": work.move_logs,
    "ratings": work.ratings,
}


def examine(clock: Callable[[], datetime]) -> list[Finding]:
    """Every check; one that breaks is a fault of its own and hides no other.

    The clock is read for each: while a server is waited for, the workers go on showing life.
    """
    findings = [_run(name, check, clock()) for name, check in WITHOUT_DATABASE.items()]
    database = _database()
    findings += database
    if any(finding.mend for finding in database):
        why = "mend the database first" if database[0].mend else "mend the migrations first"
        return findings + [skipped(name, why) for name in WITH_DATABASE]
    return findings + [_run(name, check, clock()) for name, check in WITH_DATABASE.items()]


def _database() -> list[Finding]:
    if wrong := health.database_fault():
        mend = "Start it (systemctl start postgresql), and look at DATABASE_URL and at the disk."
        return [
            fault("database", f"does not answer ({wrong})", mend),
            skipped("migrations", "the database could not be asked"),
        ]
    reached = ok("database", "answers")
    if wrong := health.migrations_fault():
        return [reached, fault("migrations", wrong, f"Run {manage('migrate')}, then restart the service.")]
    if newer := health.newer_migrations():
        mend = "Run that version, or restore a backup made before the upgrade."
        return [reached, fault("migrations", f"a newer version of the service applied {newer[0]}", mend)]
    return [reached, ok("migrations", "all are applied")]


def _run(name: str, check: Check, now: datetime) -> Finding:
    try:
        return check(now)
    except Exception as error:  # the doctor reports a check that broke, too
        return fault(name, f"could not be checked: {type(error).__name__}: {error}", "See the log.")
