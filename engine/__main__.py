"""The command line: `python -m engine replay`, `play` and `show`.

Reads files and prints; decides nothing itself.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from typing import TextIO

from engine.bots import BOTS
from engine.log import MOST_BYTES
from engine.match import Until
from engine.play import PlayError, play_match
from engine.replay import replay
from engine.rules import RULE_SETS
from engine.show import Ink, NoSuchPlace, show, write

VERIFIED, NOT_VERIFIED, UNREADABLE = 0, 1, 2


def read_file(name: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; never much more than a log may have."""
    if name == "-":
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
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
            status = _unreadable(name, error)
            continue
        verdict = replay(document)
        print(json.dumps({"file": name, **verdict.as_dict()}))
        if verdict.verdict != "verified":
            status = max(status, NOT_VERIFIED)
    return status


def show_file(chosen: argparse.Namespace) -> int:
    """Print a log, or a part of it, to read; the exit status. Raises NoSuchPlace."""
    try:
        document = read_file(chosen.file)
    except (OSError, ValueError) as error:
        return _unreadable(chosen.file, error)
    ink = None if chosen.json else Ink.of(sys.stdout, os.environ)
    text, verdict = show(document, ink, chosen.deal, chosen.move)
    write(text, sys.stdout)
    return VERIFIED if verdict.verdict == "verified" else NOT_VERIFIED


def _unreadable(name: str, error: OSError | ValueError) -> int:
    """Say why a file can't be read or written, if anybody listens; the exit status."""
    if sys.stderr is not None:
        try:
            print(f"{name}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        except OSError:
            _drop(sys.stderr)
    return UNREADABLE


def play(chosen: argparse.Namespace) -> int:
    """Print the log of a match that bots play; the exit status. Raises PlayError."""
    given = chosen.points is not None or chosen.deals is not None
    log = play_match(
        RULE_SETS[chosen.rules],
        chosen.players,
        chosen.seed,
        Until(chosen.points, chosen.deals) if given else None,
        bots=chosen.bots.split(","),
        codes=chosen.player_codes.split(",") if chosen.player_codes else None,
        forfeit=chosen.forfeit,
    )
    sys.stdout.buffer.write(json.dumps(log).encode() + b"\n")
    return VERIFIED


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a move log; - reads standard input")


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", required=True, choices=RULE_SETS)
    parser.add_argument("--players", required=True, type=int, metavar="N")
    parser.add_argument("--seed", required=True, type=int, metavar="S", help="the same seed, the same log")
    end = parser.add_mutually_exclusive_group()
    end.add_argument("--points", type=int, metavar="P", help="to so many points; the rules' own if left out")
    end.add_argument("--deals", type=int, metavar="D", help="so many deals")
    known = ", ".join(BOTS)
    parser.add_argument(
        "--bots", default="steady", metavar="A,B", help=f"one for all, one a side or one a seat, of: {known}"
    )
    parser.add_argument("--player-codes", metavar="A,B", help="the players' codes in seat order")
    parser.add_argument("--forfeit", type=int, metavar="SEAT", help="this player gives up during the match")


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a move log; - reads standard input")
    parser.add_argument("--deal", type=int, metavar="D", help="only this deal, from 0")
    parser.add_argument("--move", type=int, metavar="M", help="the position after so many moves of the deal")
    parser.add_argument("--json", action="store_true", help="one line of JSON instead of text")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Referee canasta logs.")
    commands = parser.add_subparsers(dest="command", required=True)
    _add_replay(commands.add_parser("replay", help="print a verdict for each log"))
    _add_play(commands.add_parser("play", help="print the log of a match that bots play"))
    _add_show(commands.add_parser("show", help="print a match, a deal or a position to read"))
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "replay":
            return replay_files(chosen.files)
        return play(chosen) if chosen.command == "play" else show_file(chosen)
    except (PlayError, NoSuchPlace) as error:
        commands.choices[chosen.command].error(str(error))


def _drop(stream: TextIO) -> None:
    """Forget what a stream has not taken, so that nothing more is said about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def run() -> int:
    """Run one command and write out what it printed; the exit status, whatever becomes of the output."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open as long as the program
    try:
        try:
            return main()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)
        return NOT_VERIFIED
    except OSError as error:
        _drop(sys.stdout)
        return _unreadable("standard output", error)


if __name__ == "__main__":
    sys.exit(run())
