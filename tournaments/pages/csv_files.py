"""Lists as CSV files that spreadsheets open as they are meant."""

import csv
import re
from collections.abc import Iterable

from django.http import HttpResponse

# Spreadsheets run a cell that begins like this (some the wide letters too); an apostrophe makes it text.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

NUMBER = re.compile(r"-[0-9]+([.,][0-9]+)?")


def csv_response(name: str, lines: Iterable[Iterable[object]]) -> HttpResponse:
    """A CSV file: UTF-8 with a byte order mark, for spreadsheets, and no cell that could be a formula."""
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    writer = csv.writer(response)
    for line in lines:
        writer.writerow([_cell(value) for value in line])
    return response


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(FORMULA_STARTS) and not NUMBER.fullmatch(value):
        return f"'{value}"
    return value
