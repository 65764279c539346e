#!/usr/bin/env python3
"""Django's command line. `python3 canasta.py run` does the whole set-up; this expects it done."""

import os
import sys


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "canasta_site.settings")
    try:
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ImportError:
        sys.exit("Django is not installed here. Start with: python3 canasta.py run")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
