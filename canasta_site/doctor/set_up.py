"""Checks of the settings: what an installation that others reach must not have."""

import secrets
import smtplib
import ssl
import stat
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache as limits
from django.core.mail import get_connection

from accounts.mail import reaches_people
from canasta_site.doctor.findings import Finding, fault, manage, ok

SHORTEST_KEY = 40
HERE = {"127.0.0.1", "localhost", "::1"}
MAIL_SECONDS = 5


def debug(_now: datetime) -> Finding:
    """Pages with details of faults show settings and data to everybody."""
    if settings.DEBUG:
        return fault("debug", "is on: faults are shown to everybody", "Remove CANASTA_DEBUG and restart.")
    return ok("debug", "is off")


def secret_key(_now: datetime) -> Finding:
    """Long, not the example's, and readable by nobody else."""
    key, file = settings.SECRET_KEY, settings.VAR_DIR / "secret_key"
    new = 'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
    if len(key) < SHORTEST_KEY or len(set(key)) < 10 or "put-fifty-letters" in key:
        return fault("secret key", "is easy to guess", f"Set CANASTA_SECRET_KEY to the output of: {new}")
    if file.exists() and file.read_text("ascii").strip() == key and file.stat().st_mode & 0o077:
        mode = stat.filemode(file.stat().st_mode)
        return fault("secret key", f"others may read {file} ({mode})", f"chmod 600 {file}")
    return ok("secret key", "is long and kept to itself")


def hosts(_now: datetime) -> Finding:
    """Under which names the service answers, and whether it knows of the proxy in front."""
    address = urlsplit(settings.CANASTA_URL)
    if "*" in settings.ALLOWED_HOSTS:
        return fault("hosts", "every name is accepted", "Name them in CANASTA_ALLOWED_HOSTS, without *.")
    if settings.HTTPS and not settings.TRUSTED_PROXIES:
        mend = "Set CANASTA_TRUSTED_PROXIES=1 where Caddy stands in front."
        return fault("hosts", "https, but no proxy is declared: every request is redirected for ever", mend)
    if not settings.HTTPS and not settings.EMBEDDED and address.hostname not in HERE:
        mend = "Put Caddy in front (deploy/Caddyfile) and set CANASTA_URL=https://…"
        return fault("hosts", f"{settings.CANASTA_URL} is not encrypted", mend)
    return ok("hosts", f"{settings.CANASTA_URL}")


def cache(_now: datetime) -> Finding:
    """Where all web processes together count limits; while it is away, none holds."""
    if settings.EMBEDDED:
        return ok("cache", "is the web server's own memory")
    if not settings.CACHE_URL:
        mend = "Set CANASTA_CACHE_URL to a number of Redis of its own (docs/operations.md)."
        return fault("cache", "each web process counts limits for itself", mend)
    word = secrets.token_hex(8)
    limits.set(word, word, timeout=60)
    if limits.get(word) != word:
        mend = "Start it (systemctl start redis-server) and look at CANASTA_CACHE_URL."
        return fault("cache", "does not answer: limits are not counted", mend)
    limits.delete(word)
    return ok("cache", "answers")


def static_files(_now: datetime) -> Finding:
    """The collected files are those of this version."""
    if settings.WHITENOISE_USE_FINDERS:
        return ok("static files", "are served from where they are")
    mend = f"Run {manage('collectstatic --no-input')}, then restart the web server."
    root = Path(settings.STATIC_ROOT)
    if not (root / "staticfiles.json").exists():
        return fault("static files", f"are not in {root}", mend)
    source = Path(settings.STATICFILES_DIRS[0])
    files = [path for path in source.rglob("*") if path.is_file()]
    old = [path for path in files if not _same(path, root / path.relative_to(source))]
    if old:
        return fault("static files", f"{len(old)} are of another version", mend)
    return ok("static files", "are collected")


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


def mail(_now: datetime) -> Finding:
    """Invitations and new passwords are sent by mail."""
    if not reaches_people():
        if settings.EMBEDDED:
            return ok("mail", f"is written into {settings.EMAIL_FILE_PATH}")
        mend = "Set CANASTA_EMAIL_BACKEND, _HOST and what else the mail server wants (docs/operations.md)."
        return fault("mail", f"is written into {settings.EMAIL_FILE_PATH} and reaches nobody", mend)
    connection = (
        get_connection(timeout=MAIL_SECONDS) if "smtp" in settings.EMAIL_BACKEND else get_connection()
    )
    try:
        connection.open()
        connection.close()
    except OSError as error:
        return fault("mail", f"the server refuses or is away ({type(error).__name__})", _mend_mail(error))
    return ok("mail", "the server answers")


def _mend_mail(error: OSError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            "Set CANASTA_EMAIL_HOST to the name on its certificate; where it signed that itself, put that "
            "into /usr/local/share/ca-certificates, run update-ca-certificates and restart."
        )
    if isinstance(error, ssl.SSLError | smtplib.SMTPServerDisconnected | TimeoutError):
        return (
            "Look at CANASTA_EMAIL_PORT and at how it is encrypted: CANASTA_EMAIL_TLS=true as on port 587, "
            "CANASTA_EMAIL_SSL=true as on port 465."
        )
    attempt = manage("sendtestemail ADDRESS")
    return f"Look at the settings CANASTA_EMAIL_… (docs/operations.md); try {attempt}."
