"""CSV for the rows of an answer."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.renderers import BaseRenderer

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


class CsvRenderer(BaseRenderer):
    """One line for each row, the names of the fields first; nested objects as `outer.inner`.

    Text that a spreadsheet would take for a formula is led in by an apostrophe.
    """

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> str:
        rows = [flat(row) for row in rows_of(data)]
        names = list(dict.fromkeys(name for row in rows for name in row))
        written = io.StringIO()
        writer = csv.DictWriter(written, names)
        writer.writeheader()
        writer.writerows({name: safe(value) for name, value in row.items()} for row in rows)
        return written.getvalue()


def rows_of(data: Any) -> Sequence[Mapping[str, Any]]:
    """The rows of an answer: itself if it is a list, its "results", or the one object it is."""
    if isinstance(data, Mapping):
        inner = data.get("results")
        return inner if isinstance(inner, list) else [data]
    return list(data)


def flat(row: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The row without nesting; lists become text."""
    cells: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            cells |= flat(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            cells[prefix + name] = " ".join(str(item) for item in value)
        else:
            cells[prefix + name] = value
    return cells


def safe(value: Any) -> Any:
    """The value, harmless in a spreadsheet."""
    return f"'{value}" if isinstance(value, str) and value.startswith(DANGEROUS) else value
