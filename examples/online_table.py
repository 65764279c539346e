"""An online table in one file: it gets a match, plays it with bots, submits the log, reads the new ratings.

    CANASTA_TOKEN=canasta_… python3 examples/online_table.py --api http://127.0.0.1:8000/api/v1

Needs Python and this project's `engine` package, nothing else. docs/api.md walks through it.
"""

import argparse
import gzip
import json
import os
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import RULE_SETS, Until, play_match

PATIENCE = 120  # how often we ask for a verdict or a rating before we give up
UNDER_WAY = ("queued", "running")


class RefusedError(Exception):
    """The API said no; the text is its `detail` or, for a document that is no log, the verdict's message."""


class Api:
    """The few calls a table needs. Remembers ETags, so that asking again costs next to nothing."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.held: dict[str, tuple[str, Any]] = {}

    def get(self, path: str, **query: str) -> Any:
        """The answer to a question; the one we hold, where it is still true (304)."""
        address = f"{self.address}/{path}" + (f"?{urlencode(query)}" if query else "")
        etag, known = self.held.get(address, ("", None))
        status, headers, body = self._send(Request(address, headers={"If-None-Match": etag} if etag else {}))
        if status == 304:
            return known
        self.held[address] = (headers["ETag"], body)
        return body

    def post_log(self, match: str, log: Any) -> Any:
        """Hand a log in. Sending the same log again is harmless: it is stored once."""
        body = gzip.compress(json.dumps(log).encode())
        headers = {
            "Authorization": f"Token {self.token}",
            "Content-Type": "application/json",
            "Content-Encoding": "gzip",
        }
        return self._send(Request(f"{self.address}/matches/{match}/logs", body, headers, method="POST"))[2]

    def _send(self, request: Request) -> tuple[int, Any, Any]:
        while True:
            try:
                with urlopen(request, timeout=30) as answer:  # nosec B310 # the user's own address
                    return answer.status, answer.headers, json.load(answer)
            except HTTPError as error:
                if error.code == 304:
                    return 304, error.headers, None
                if error.code == 429:
                    pause(int(error.headers.get("Retry-After", "1")))
                    continue
                said = json.loads(error.read() or b"{}")
                raise RefusedError(f"{error.code}: {said.get('detail') or said.get('message')}") from error


def pause(seconds: float) -> None:
    """Wait between two questions."""
    time.sleep(seconds)


def next_match(api: Api, query: dict[str, str]) -> Any:
    """A published match that nothing was reported of, whose players are all named."""
    page = api.get("matches", state="scheduled", **query)
    for match in page["results"]:
        sizes = {len(side["players"]) for side in match["sides"]}
        if len(sizes) == 1 and 0 not in sizes:  # a hidden player isn't named
            return match
    raise RefusedError("no match waits to be played")


def seats(match: Any) -> list[str]:
    """The players' codes in seat order: the sides sit alternately."""
    people = (side["players"] for side in match["sides"])
    return [player["code"] for row in zip(*people, strict=True) for player in row]


def play(match: Any, seed: int, bot: str) -> Any:
    """What your table does: here, bots play the match by its rules up to its end."""
    codes = seats(match)
    return play_match(RULE_SETS[match["rules"]], len(codes), seed, Until(**match["until"]), [bot], codes)


def verdict_on(api: Api, log: Any) -> Any:
    """The log once it was replayed."""
    for _ in range(PATIENCE):
        stored = api.get(f"logs/{log['id']}")
        if stored["state"] not in UNDER_WAY:
            return stored
        pause(0.5)
    raise RefusedError("no verdict yet; ask again later: " + log["url"])


def new_ratings(api: Api, match: Any) -> list[str]:
    """A line for each player; nothing where the game isn't rated."""
    for _ in range(PATIENCE):
        try:
            game = api.get(f"ratings/games/{match['uuid']}")
        except RefusedError:  # the game reaches the ratings a moment after its verdict
            game = None
        if game and (game["not_rated"] or all(seat["after"] is not None for seat in game["results"])):
            return [
                f"{seat['player']['name']}: {seat['before']} → {seat['after']} ({seat['change']:+d})"
                for seat in game["results"]
                if seat["player"] and seat["after"] is not None
            ]
        pause(0.5)
    return []


def main(arguments: list[str] | None = None) -> int:
    """Play one match. 0: verified; 1: not, or refused."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--api", default="http://127.0.0.1:8000/api/v1", help="address of the API")
    parser.add_argument("--tournament", help="only matches of this event, by its address")
    parser.add_argument("--player", help="only matches of this player, by code")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="shuffles the cards")
    parser.add_argument("--bot", default="steady", help="who plays: steady, greedy, cautious, random")
    asked = parser.parse_args(arguments)
    api = Api(asked.api, os.environ.get("CANASTA_TOKEN", ""))
    query = {name: value for name in ("tournament", "player") if (value := getattr(asked, name))}
    try:
        match = next_match(api, query)
        print(f"Round {match['round']}, table {match['table']}: {', '.join(seats(match))}")
        stored = verdict_on(api, api.post_log(match["uuid"], play(match, asked.seed, asked.bot)))
        print(f"The log is {stored['state']}.")
        if stored["state"] != "verified":
            print(stored["verdict"]["message"])
            return 1
        print("\n".join(new_ratings(api, match)) or "Not rated.")
    except RefusedError as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
