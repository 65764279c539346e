"""A result typed in one line: the table, then a total a side. Nothing is looked up or decided here."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.errors import InputError

# A comma or a colon between the totals is as good as a space; a minus belongs to its number.
PARTS = re.compile(r"[\s,;:/]+")
NUMBER = re.compile(r"[-−–]?[0-9]{1,6}")


@dataclass(frozen=True)
class Line:
    """What was typed: "3 2450 1980"."""

    table: int
    totals: tuple[int, ...]


def read_deals(text: str) -> int | None:
    """How many deals a match had; None where the field was left empty. Raises InputError `deals`."""
    if not text.strip():
        return None
    if not re.fullmatch(r"\s*[0-9]{1,3}\s*", text, re.ASCII):
        raise InputError("deals", _("Give the number of deals that were played, 1 or more."))
    return int(text)


def read_line(text: str) -> Line:
    """The table and totals of a line; raises InputError `line`."""
    parts = [part for part in PARTS.split(text.strip()) if part]
    if len(parts) < 3 or not all(NUMBER.fullmatch(part) for part in parts):
        said = _("Type the table and the points of each side, such as: 3 2450 1980")
        if re.search(r"[^\W\d_]", text):
            said += ". " + _("What was not played out is decided on the page of its table, by “Decide”.")
        raise InputError("line", said)
    table, *totals = (int(part.replace("−", "-").replace("–", "-")) for part in parts)
    return Line(table, tuple(totals))
