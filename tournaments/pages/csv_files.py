"""Lists as CSV files that spreadsheets open as they are meant."""

import csv
from collections.abc import Iterable

from django.http import HttpResponse

from ratings.csv_cells import safe
from tournaments.figures import Figures


def csv_response(name: str, lines: Iterable[Iterable[object]]) -> HttpResponse:
    """A CSV file: UTF-8 with a byte order mark, for spreadsheets, and no cell that could be a formula.

    Where the comma is the decimal mark spreadsheets part the cells by semicolons.
    """
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    writer = csv.writer(response, delimiter=";" if Figures.of_files().decimal == "," else ",")
    for line in lines:
        writer.writerow([safe(value) for value in line])
    return response
