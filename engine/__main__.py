"""The command line: `python -m engine replay` and `play`. Reads files and prints; decides nothing itself."""

from __future__ import annotations

import argparse
import json
import os
import sys

from engine.bots import BOTS
from engine.log import MOST_BYTES
from engine.match import Until
from engine.play import PlayError, play_match
from engine.replay import replay
from engine.rules import RULE_SETS

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


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Referee canasta logs.")
    commands = parser.add_subparsers(dest="command", required=True)
    _add_replay(commands.add_parser("replay", help="print a verdict for each log"))
    player = commands.add_parser("play", help="print the log of a match that bots play")
    _add_play(player)
    chosen = parser.parse_args(arguments)
    if chosen.command == "replay":
        return replay_files(chosen.files)
    try:
        return play(chosen)
    except PlayError as error:
        player.error(str(error))


def _exit_quietly() -> None:
    """Whoever read our output has gone away: leave without a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(NOT_VERIFIED)


if __name__ == "__main__":
    try:
        done = main()
        sys.stdout.flush()
    except BrokenPipeError:
        _exit_quietly()
    sys.exit(done)
