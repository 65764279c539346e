#!/usr/bin/env python3
"""Django's command line. `python3 canasta.py run` does the whole set-up; this expects it done."""

import os
import sys

WHERE = {
    "postgresql": "DATABASE_URL and at whether PostgreSQL runs",
    "sqlite": "CANASTA_VAR, where it lies without a DATABASE_URL",
}


def main() -> None:
    """Run one management command and write out what it printed.

    Where whoever read that has gone (`manage.py backtest | head`), the command ends quietly with status 1;
    where there is no way to the database, in one sentence.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "canasta_site.settings")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415
        from django.db import OperationalError, connection  # noqa: PLC0415
    except ImportError:
        sys.exit("Django is not installed here. Start with: python3 canasta.py run")
    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        if not nobody_reads():
            raise
        sys.exit(1)
    except OperationalError as error:
        if connection.connection:
            raise
        first, *_ = str(error).splitlines()
        sys.exit(f"canasta: the database cannot be reached: {first}; look at {WHERE[connection.vendor]}.")


def nobody_reads() -> bool:
    """Whether it was the output that broke, and not a server's connection: another line tells."""
    try:
        print(flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return True
    return False


if __name__ == "__main__":
    main()
