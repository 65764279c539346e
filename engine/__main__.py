"""The command line: `python -m engine replay FILE...`. Reads files and prints; decides nothing itself."""

from __future__ import annotations

import argparse
import json
import sys

from engine.log import MOST_BYTES
from engine.replay import replay

VERIFIED, NOT_VERIFIED, UNREADABLE = 0, 1, 2


def read_file(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; never much more than a log may have."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open(name, "rb") as file:
        return file.read(MOST_BYTES + 1)


def replay_files(names: list[str]) -> int:
    """Print a line for each file; the exit status."""
    status = VERIFIED
    for name in names:
        try:
            document = read_file(name)
        except (OSError, ValueError) as error:
            print(f"{name}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
            status = UNREADABLE
            continue
        verdict = replay(document)
        print(json.dumps({"file": name, **verdict.as_dict()}))
        if verdict.verdict != "verified":
            status = max(status, NOT_VERIFIED)
    return status


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Referee canasta logs.")
    commands = parser.add_subparsers(dest="command", required=True)
    referee = commands.add_parser("replay", help="print a verdict for each log")
    referee.add_argument("files", nargs="+", metavar="FILE", help="a move log; - reads standard input")
    chosen = parser.parse_args(arguments)
    return replay_files(chosen.files)


if __name__ == "__main__":
    sys.exit(main())
