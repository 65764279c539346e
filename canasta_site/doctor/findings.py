"""What one check found."""

from dataclasses import asdict, dataclass
from enum import StrEnum

from django.conf import settings


class State(StrEnum):
    """How it is; `skipped`: it does not apply here, or could not be asked."""

    OK = "ok"
    FAULT = "fault"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    name: str
    state: State
    says: str
    mend: str = ""

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


def ok(name: str, says: str) -> Finding:
    return Finding(name, State.OK, says)


def fault(name: str, says: str, mend: str) -> Finding:
    return Finding(name, State.FAULT, says, mend)


def skipped(name: str, says: str) -> Finding:
    return Finding(name, State.SKIPPED, says)


def manage(command: str) -> str:
    """How a command is given here: on a server with its settings and as its user."""
    return f"{'.venv/bin/python manage.py' if settings.EMBEDDED else 'deploy/manage'} {command}"
