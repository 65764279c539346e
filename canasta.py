#!/usr/bin/env python3
"""The two commands: `python3 canasta.py run` and `python3 canasta.py test`.

The work is in `launcher/`. This file alone is readable by any Python 3, so that an old one gets a sentence
instead of a syntax error.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(f"canasta: Python 3.11 or newer is needed; {sys.executable} is {sys.version.split()[0]}.")

from launcher.cli import main

if __name__ == "__main__":
    sys.exit(main())
