"""The secret key of an embedded installation: made once, kept in `var/`, readable by its owner only."""

import contextlib
import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def secret_key(given: str, var: Path) -> str:
    """The key from the environment, else the one in `var/secret_key`, which is made if it is not there.

    Raises ImproperlyConfigured where the file can neither be read nor made.
    """
    if given:
        return given
    path = var / "secret_key"
    try:
        var.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        key = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The secret key cannot be kept in {path} ({error.strerror}). "
            "Make that folder writable, or set CANASTA_SECRET_KEY."
        ) from error
    if not key:
        raise ImproperlyConfigured(f"{path} is empty. Remove it, and a new key is made.")
    return key


def _make(path: Path) -> None:
    """Write a new key. Of two processes that start together one makes it, complete from the first moment."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(
        os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii"
    ) as file:
        file.write(secrets.token_urlsafe(50))
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()
