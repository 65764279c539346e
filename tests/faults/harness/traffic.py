"""A program that submits one log after the other while things break, and sends again what was refused."""

import threading
import time
from collections import Counter
from collections.abc import Iterable

from tests.faults.harness.client import PATIENCE, ask
from tests.faults.harness.event import Game


class Traffic:
    """Submits games until `finish`; `accepted` are those that the service has promised to keep.

    `others` counts the games that came in otherwise meanwhile.
    """

    def __init__(self, address: str, token: str, games: Iterable[Game], every: float) -> None:
        self.address, self.token, self.games, self.every = address, token, games, every
        self.accepted: list[Game] = []
        self.others = 0
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
        while True:
            status, log = ask(f"{self.address}/api/v1/matches/{game.uuid}/logs", self.token, game.document)
            if status in (200, 202):
                self.accepted.append(game)
                return int(log["id"])
            self.refusals[str(status)] += 1
            time.sleep(self.every)

    def _run(self) -> None:
        for game in self.games:
            self.submit(game)
            if self._over.wait(self.every):
                return
