"""Logs to change: small ones that are verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent.parent / "data" / "engine"


def case(name: str) -> dict[str, Any]:
    """A golden log, parsed."""
    log: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return log


def classic() -> dict[str, Any]:
    """One deal of four in classic, won 680 to -110 by a concealed hand."""
    return case("tiny-concealed-discard")


def ten_thousand() -> dict[str, Any]:
    """One deal of four in ten-thousand, won 680 to -110."""
    return case("tiny-tt-natural-out")
