"""CSV for the rows of an answer."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.renderers import BaseRenderer

from ratings.csv_cells import safe


class CsvRenderer(BaseRenderer):
    """One line for each row, the names of the fields first; nested objects as `outer.inner`.

    Text that a spreadsheet would take for a formula is led in by an apostrophe.
    """

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> str:
        rows = [flat(row) for row in rows_of(data)]
        every = list(dict.fromkeys(name for row in rows for name in row))
        # Where an object is null, the columns of the others' fields are empty; it has none of its own.
        names = [name for name in every if not any(other.startswith(f"{name}.") for other in every)]
        written = io.StringIO()
        writer = csv.DictWriter(written, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerows({name: safe(value) for name, value in row.items()} for row in rows)
        return written.getvalue()


def rows_of(data: Any) -> Sequence[Mapping[str, Any]]:
    """The rows of an answer: itself if it is a list, its "results", or the one object it is, opened."""
    if isinstance(data, Mapping):
        inner = data.get("results")
        return inner if isinstance(inner, list) else opened(data)
    return list(data)


def opened(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A row for each object in the lists of this one, each with all else of it; itself if there are none."""
    lists = {name: value for name, value in row.items() if isinstance(value, list)}
    inner = [(name, item) for name, items in lists.items() for item in items if isinstance(item, Mapping)]
    rest = {name: value for name, value in row.items() if name not in lists}
    return [{**rest, name: item} for name, item in inner] or [row]


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
