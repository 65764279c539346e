"""Replay of bots' matches against python-chess in the same run: python -m benchmarks.engine.

Ours goes from the JSON text to the verdict with every check on; python-chess reads SAN moves and pushes them.
Ends with status 1 if ours is less than five times as fast, needs more memory than its limit, or slows down on
longer matches.
"""

import json
import platform
import random
import subprocess
import sys
from collections.abc import Callable
from time import process_time

import chess

from engine import CLASSIC, Until, replay
from engine.play import play_match

SEEDS, RUNS = range(8), 15
PAIRINGS = (("steady", "greedy"), ("cautious", "random"), ("greedy", "cautious"), ("random", "steady"))
FASTER, MEGABYTES, SLOWER = 5, 30, 1.3
LENGTHS = (10, 20, 40, 80, 160)


def canasta_matches() -> list[str]:
    """Four-player classic matches to 5 000 points, as JSON."""
    return [json.dumps(play_match(CLASSIC, 4, seed, bots=PAIRINGS[seed % len(PAIRINGS)])) for seed in SEEDS]


def chess_games() -> list[list[str]]:
    """Random games in SAN."""
    games = []
    for seed in range(20):
        chance, board, game = random.Random(seed), chess.Board(), []
        while len(game) < 120 and not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            game.append(board.san(move))
            board.push(move)
        games.append(game)
    return games


def push_all(games: list[list[str]]) -> None:
    for game in games:
        board = chess.Board()
        for san in game:
            board.push(board.parse_san(san))


def replay_all(matches: list[str]) -> None:
    for match in matches:
        assert replay(match).verdict == "verified"


def best_rates(
    ours: Callable[[], None], our_moves: int, theirs: Callable[[], None], their_moves: int
) -> tuple[float, float]:
    """Moves a second of processor time: each the best of several runs, taken in turn."""
    times: list[tuple[float, float]] = []
    for _ in range(RUNS):
        start = process_time()
        ours()
        middle = process_time()
        theirs()
        times.append((middle - start, process_time() - middle))
    return our_moves / min(time for time, _ in times), their_moves / min(time for _, time in times)


PEAK = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
REPLAY = (
    "import sys; from engine import replay; assert replay(sys.stdin.buffer.read()).verdict == 'verified'; "
)


def peak(match: str) -> float:
    """Megabytes that a process needs for one replay above those of the bare interpreter."""
    bare, full = (
        int(
            subprocess.run(
                [sys.executable, "-c", code], input=match.encode(), capture_output=True, check=True
            ).stdout
        )
        for code in (PEAK, REPLAY + PEAK)
    )
    return (full - bare) / 1024


def main() -> int:
    matches, games = canasta_matches(), chess_games()
    moves = sum(replay(match).moves or 0 for match in matches)
    ours, theirs = best_rates(
        lambda: replay_all(matches), moves, lambda: push_all(games), sum(len(game) for game in games)
    )
    print(f"{platform.python_implementation()} {platform.python_version()}, one core")
    print(f"{len(matches)} matches, {moves} moves, from JSON to verdict; {len(games)} games of chess")
    print(f"replay        {ours:10,.0f} moves/s")
    print(f"python-chess  {theirs:10,.0f} moves/s")
    print(f"times as fast {ours / theirs:10.1f}  (at least {FASTER})")
    longest, rates = "", []
    for deals in LENGTHS:
        longest = json.dumps(play_match(CLASSIC, 4, 1, Until(deals=deals)))
        played = replay(longest).moves or 0
        seconds = min(timed(longest) for _ in range(RUNS))
        rates.append(seconds / played)
        each = seconds / played * 1e6
        print(f"{deals:4} deals {played:6} moves {seconds * 1e3:8.2f} ms  {each:.2f} µs a move")
    megabytes = peak(longest)
    print(f"peak memory   {megabytes:10.1f} MB for the longest  (at most {MEGABYTES})")
    reached = ours >= FASTER * theirs and megabytes <= MEGABYTES and max(rates) <= SLOWER * rates[0]
    return 0 if reached else 1


def timed(match: str) -> float:
    start = process_time()
    replay(match)
    return process_time() - start


if __name__ == "__main__":
    sys.exit(main())
