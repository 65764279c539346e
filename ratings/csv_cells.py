"""Cells of CSV files as spreadsheets take them: text stays text. Pure."""

import re
from typing import Any

# Spreadsheets run a cell that begins like this (some the wide letters too); an apostrophe makes it text.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

_NUMBER = re.compile(r"-[0-9]+([.,][0-9]+)?")


def safe(value: Any) -> Any:
    """The value, harmless in a spreadsheet: text that could be a formula is led in by an apostrophe."""
    if isinstance(value, str) and value.startswith(FORMULA_STARTS) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def meant(text: str) -> str:
    """The text of a cell that `safe` wrote."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text
