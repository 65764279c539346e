"""Spoil golden logs for some minutes: `python -m tests.engine.fuzz MINUTES [SEED]`.

Whatever the document, there is a verdict, the same one each time, it fits the positions, and no card is lost
or made. A document that breaks this is written to the present directory; fixed, it becomes a case in
tests/data/engine.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

from engine import LogError, Verdict, positions, replay
from engine.cards import pack
from tests.engine.logs import CASES
from tests.engine.mutations import mutated, mutated_bytes
from tests.engine.table import all_cards

FIELDS = {
    "verified": {"verdict", "scores", "winner", "ranks", "deals", "moves"},
    "rejected": {"verdict", "rule", "deal", "move", "seat", "message"},
    "mismatch": {"verdict", "rule", "scores", "winner", "message"},
    "malformed": {"verdict", "rule", "deal", "move", "message"},
}


def check(document: bytes) -> Verdict:
    """Everything that holds for every document."""
    verdict = replay(document)
    answer = json.loads(json.dumps(verdict.as_dict()))
    assert set(answer) <= FIELDS[verdict.verdict]
    assert verdict == replay(document)
    assert verdict.verdict == "verified" or verdict.message
    if verdict.verdict == "malformed":
        return verdict
    try:
        text = document.decode()
        assert replay(text) == verdict
        assert replay(json.loads(text)) == verdict
        walked = list(positions(document))
    except LogError as error:
        raise AssertionError("positions of a readable log can't be read") from error
    for last in {position.deal: position for position in walked}.values():
        state = last.state()
        assert all_cards(state) == pack(state.table.packs)
    if verdict.verdict == "rejected" and verdict.seat is not None:
        assert (walked[-1].deal, walked[-1].move) == (verdict.deal, verdict.move)
        assert walked[-1].seat == verdict.seat
    return verdict


def main(minutes: float, seed: int) -> int:
    """Run until the time is over; the exit status."""
    golden = [path.read_bytes() for path in sorted(CASES.glob("*.json"))]
    end = time.monotonic() + 60 * minutes
    seen: Counter[str] = Counter()
    number = 0
    while time.monotonic() < end:
        chance = random.Random(f"{seed} {number}")
        octets = chance.choice(golden)
        document = mutated_bytes(octets, chance)
        if chance.random() < 0.8:
            document = json.dumps(mutated(octets.decode(), chance)).encode()
        try:
            verdict = check(document)
        except Exception:
            Path(f"found-{seed}-{number}.json").write_bytes(document)
            raise
        seen[f"{verdict.verdict} {verdict.rule or ''}"] += 1
        number += 1
    for what, times in sorted(seen.items()):
        print(f"{times:8} {what}")
    print(f"{number:8} documents, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
