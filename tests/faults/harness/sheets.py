"""Players who report their results by account and confirm them, and a referee who corrects each once."""

import threading
from collections import Counter
from typing import Any

from tests.faults.harness.client import ask

PAIRS = 40


class Sheets:
    """Works through tables until `finish`; `totals` are what is official at each in the end."""

    def __init__(self, address: str, every: float) -> None:
        self.address, self.every = address, every
        self.totals: dict[str, list[int]] = {}
        self.refusals: Counter[str] = Counter()
        self._make()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def finish(self) -> int:
        """Stops after the table at hand; how many there were."""
        self._over.set()
        self._thread.join()
        return len(self.totals)

    def _make(self) -> None:
        """An event of its own, with an account for each pair and for a referee."""
        from accounts.models import Scope
        from accounts.services.tokens import create_token
        from tests.tournaments.event import make_event, make_user

        def token(name: str, **fields: Any) -> str:
            return create_token(make_user(f"{name}@example.org", **fields), name, [Scope.RESULTS])[1]

        self.event = make_event(PAIRS, deals=3, slug="sheets")
        self.players = {pair: token(f"pair-{pair}", player=f"p{pair}a") for pair in range(1, PAIRS + 1)}
        self.referee = token("referee", is_superuser=True)

    def _run(self) -> None:
        number = 0
        while True:
            other = 2 * number + 1
            tables = [(home, (home + other - 1) % PAIRS + 1) for home in range(1, PAIRS, 2)]
            matches = self.event.round(*(f"{home}-{guest}" for home, guest in tables))
            for (home, guest), match in zip(tables, matches, strict=True):
                self._played(str(match.uuid), home, guest, [2000 + 5 * len(self.totals), 1500])
                if self._over.wait(self.every):
                    return
            number += 1

    def _played(self, uuid: str, home: int, guest: int, totals: list[int]) -> None:
        """One side reports, the other confirms, and the referee finds that the lines were swapped."""
        self._send(uuid, "results", self.players[home], totals=totals)
        confirmed = self._send(uuid, "results", self.players[guest], totals=totals)
        version = confirmed.get("match", {}).get("version")
        self._send(
            uuid, "decision", self.referee, totals=totals[::-1], version=version, reason="lines swapped"
        )
        self.totals[uuid] = totals[::-1]

    def _send(self, uuid: str, what: str, token: str, **body: Any) -> Any:
        status, answer = ask(f"{self.address}/api/v1/matches/{uuid}/{what}", token, body)
        if status != 200:
            self.refusals[f"{what}: {status} {answer}"] += 1
        return answer or {}
