#!/usr/bin/env python3
"""Django's command line. `python3 canasta.py run` does the whole set-up; this expects it done."""

import os
import sys


def main() -> None:
    """Run one management command and write out what it printed.

    Where whoever read that has gone (`manage.py backtest | head`), the command ends quietly with status 1.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "canasta_site.settings")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415
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
