"""Every golden log in tests/data/engine gets the verdict that expected.jsonl names for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import replay

CASES = Path(__file__).parent.parent / "data" / "engine"
EXPECTED = [json.loads(line) for line in (CASES / "expected.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda expected: expected["file"])
def test_a_golden_log_gets_its_verdict(expected: dict[str, object]) -> None:
    answer = replay((CASES / str(expected["file"])).read_bytes()).as_dict()
    rule = expected.pop("rule", None)
    assert answer.get("rule") in (rule if isinstance(rule, list) else [rule])
    assert {key: answer.get(key) for key in expected if key not in ("file", "note")} == {
        key: value for key, value in expected.items() if key not in ("file", "note")
    }


def test_every_golden_log_is_expected() -> None:
    files = {path.name for path in CASES.iterdir()} - {"expected.jsonl"}
    assert files == {expected["file"] for expected in EXPECTED}
