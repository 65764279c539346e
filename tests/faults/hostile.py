"""What strangers and broken programs send: spoilt logs, bombs, slow bodies, guesses. Nothing but 4xx.

python -m tests.faults.hostile --logs 10000
"""

import argparse
import gzip
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.engine.mutations import mutated, mutated_bytes
from tests.faults.harness import Service, Traffic, endure
from tests.faults.harness.client import ask
from tests.faults.harness.event import Game, make_unrated_games
from tests.faults.harness.processes import memory
from tests.faults.harness.promises import settle

GUESSES = 3000
MOST_LOST_TO_MISTYPING = 60  # 30 in ten minutes, and those under way when the limit was reached
SLOW = 24  # three times as many as there are threads
SLOWEST_ANSWER = 10
BOMB = gzip.compress(bytes(1 << 30), 9)
MEGABYTES = 60  # a body of 13 MB in each of the four threads


class Hostile:
    """Everything at once would hide which it was: one kind after the other."""

    def __init__(self, logs: int) -> None:
        self.logs = logs

    def __call__(self, service: Service, traffic: Traffic) -> Iterator[str]:
        games = make_unrated_games(40)
        yield from guesses(service)
        yield from bombs(service, traffic, games[0])
        yield from slow_senders(service, traffic, games[0])
        yield from spoilt_logs(traffic, games, self.logs)


def guesses(service: Service) -> Iterator[str]:
    """Private links tried one after the other, as fast as four connections allow."""

    def guess(number: int) -> int:
        try:
            with urlopen(f"{service.address}/t/{number:032x}", timeout=60) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code

    started = time.monotonic()
    with ThreadPoolExecutor(4) as guessers:
        seen = Counter(guessers.map(guess, range(GUESSES)))
    print(f"{GUESSES / (time.monotonic() - started):.0f} guesses a second: {dict(seen)}", flush=True)
    if set(seen) != {404, 429} or seen[404] > MOST_LOST_TO_MISTYPING:
        yield f"guesses of private links were answered {dict(seen)}"


def bombs(service: Service, traffic: Traffic, game: Game) -> Iterator[str]:
    """A gigabyte of zeros in a megabyte: refused, and never held in memory."""
    before = memory(service.web.pid)
    for _bomb in range(5):
        address = f"{traffic.address}/api/v1/matches/{game.uuid}/logs"
        status, _answer = ask(address, traffic.token, BOMB, **{"Content-Encoding": "gzip"})
        if status != 400:
            yield f"a compressed bomb was answered {status}"
    grown = (memory(service.web.pid) - before) / 1024
    print(f"bombs refused, the web server has {grown:.0f} MB more", flush=True)
    if grown > MEGABYTES:
        yield f"bombs made the web server {grown:.0f} MB larger"


def slow_senders(service: Service, traffic: Traffic, game: Game) -> Iterator[str]:
    """Heads and bodies that come a byte a second and never end; pages are answered all the same."""
    port = int(service.address.rsplit(":", 1)[1])
    head = f"POST /api/v1/matches/{game.uuid}/logs HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    head += f"Authorization: Token {traffic.token}\r\nContent-Length: 1000000\r\n\r\n"
    senders = [socket.create_connection(("127.0.0.1", port)) for _sender in range(SLOW)]
    for number, sender in enumerate(senders):
        sender.sendall(head.encode() if number % 2 else head[:40].encode())
    slowest = 0.0
    for _second in range(10):
        for sender in senders:
            with suppress(OSError):  # those let go of
                sender.sendall(b" ")
        started = time.monotonic()
        with urlopen(f"{service.address}/api/v1/tournaments", timeout=60):
            slowest = max(slowest, time.monotonic() - started)
        time.sleep(1)
    for sender in senders:
        sender.close()
    print(f"{SLOW} slow senders; meanwhile the slowest answer took {slowest:.1f} s", flush=True)
    if slowest > SLOWEST_ANSWER:
        yield f"among slow senders an answer took {slowest:.1f} s"
    traffic.wait_for(3)


def spoilt(games: list[Game]) -> Iterator[tuple[Game, bytes]]:
    """Logs with anything in them, for one match after the other, without end."""
    chance = random.Random(1)
    while True:
        game = chance.choice(games)
        if chance.random() < 0.8:
            yield game, json.dumps(mutated(game.document.decode(), chance)).encode()
        else:
            yield game, mutated_bytes(game.document, chance)


def spoilt_logs(traffic: Traffic, games: list[Game], count: int) -> Iterator[str]:
    """Each is refused at the door or gets the engine's verdict from a worker; none fails."""
    import engine
    from tournaments.models import LogState, MoveLog

    seen: Counter[int | str] = Counter()
    work = islice(spoilt(games), count)
    lock = threading.Lock()

    def submit() -> None:
        while True:
            with lock:
                sent = next(work, None)
            if sent is None:
                return
            address = f"{traffic.address}/api/v1/matches/{sent[0].uuid}/logs"
            status, _answer = ask(address, traffic.token, sent[1])
            with lock:
                seen[status] += 1

    senders = [threading.Thread(target=submit) for _sender in range(4)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    settle(600)
    stored = MoveLog.objects.filter(match__round__stage__tournament__rated=False)
    states = Counter(stored.values_list("state", flat=True))
    print(f"{count} spoilt logs: answers {dict(seen)}, verdicts {dict(states)}", flush=True)
    bad = {status: times for status, times in seen.items() if not str(status).startswith(("2", "4"))}
    if bad:
        yield f"spoilt logs were answered {bad}"
    for state in set(states) - {LogState.VERIFIED, LogState.REJECTED, LogState.MISMATCH}:
        yield f"{states[state]} spoilt logs are {state}"
    for log in stored.iterator(chunk_size=100):
        if log.verdict != engine.replay(log.text).as_dict():
            yield f"log {log.pk} has the verdict {log.verdict}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=10_000)
    options = parser.parse_args()
    rates = {"CANASTA_RATE_USER": "1000000/min"}
    endure(Hostile(options.logs), every=5, games=100, more=rates, pages=True)
