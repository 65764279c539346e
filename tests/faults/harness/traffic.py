"""A program that submits one log after the other while things break, and sends again what was refused."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.faults.harness.event import Game

PATIENCE = 60


class Traffic:
    """Submits games until `finish`; `accepted` are those that the service has promised to keep."""

    def __init__(self, address: str, token: str, games: Iterable[Game], every: float) -> None:
        self.address, self.token, self.games, self.every = address, token, games, every
        self.accepted: list[Game] = []
        self.refusals: Counter[str] = Counter()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Stops after the log that is being submitted, which must be accepted now that all is well."""
        self._over.set()
        self._thread.join(4 * PATIENCE)
        assert not self._thread.is_alive(), f"the last log is not accepted: {self.refusals}"

    def wait_for(self, more: int) -> None:
        """Waits until so many more logs are accepted."""
        wanted, deadline = len(self.accepted) + more, time.monotonic() + 4 * PATIENCE
        while len(self.accepted) < wanted:
            assert self._thread.is_alive(), "there are too few games for this fault"
            assert time.monotonic() < deadline, f"no log is accepted any more: {self.refusals}"
            time.sleep(0.1)

    def submit(self, game: Game) -> int:
        """Submits one more game now, beside the others; the id of its log."""
        while (log := self._submitted(game)) is None:
            time.sleep(self.every)
        self.accepted.append(game)
        return int(log["id"])

    def _run(self) -> None:
        for game in self.games:
            self.submit(game)
            if self._over.wait(self.every):
                return

    def _submitted(self, game: Game) -> Any:
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        address = f"{self.address}/api/v1/matches/{game.uuid}/logs"
        try:
            with urlopen(Request(address, game.document, headers), timeout=PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as error:
            self.refusals[str(error.code)] += 1
        except OSError as error:
            self.refusals[type(error).__name__] += 1
        return None
