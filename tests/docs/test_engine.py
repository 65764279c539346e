"""The examples of docs/engine.md do what the page says, and it names what there is."""

from __future__ import annotations

import doctest
from pathlib import Path

import engine

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"


def test_the_examples_are_right() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_every_bot_is_described() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in text for name in engine.BOTS)
