"""Real move logs with other people in the seats: verified, rejected and forfeited ones."""

import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent.parent / "data" / "engine"


def log_of(case: str, players: list[str], **changes: Any) -> bytes:
    """The log of an engine case, played by `players`; `changes` replace fields, None removes one."""
    document = json.loads((CASES / f"{case}.json").read_text())
    document["players"] = players
    for name, value in changes.items():
        if value is None:
            document.pop(name, None)
        else:
            document[name] = value
    return json.dumps(document).encode()


def expected(case: str) -> dict[str, Any]:
    """The verdict that the case names."""
    for line in (CASES / "expected.jsonl").read_text().splitlines():
        answer: dict[str, Any] = json.loads(line)
        if answer["file"] == f"{case}.json":
            return answer
    raise LookupError(case)
