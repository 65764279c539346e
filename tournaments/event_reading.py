"""An event's file as it comes from somewhere: read within bounds, every value of its column's kind.

What is refused is refused with the place where it stands. Whether the whole makes an event that can be
scored and ranked, and who its players are here, is the business of `services.event_imports`.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import InputError
from tournaments.event_files import FORMAT, VERSION, Kind

MOST_BYTES = 20_000_000
MOST_VALUES = 2_000_000
YEARS = range(1900, 2201)
HISTORY = ("at", "type", "by", "why")
MOST_REASON = 5_000


PLACES = {
    "clubs": gettext_lazy("club {number}"),
    "players": gettext_lazy("player {number}"),
    "entrants": gettext_lazy("entrant {number}"),
    "stages": gettext_lazy("stage {number}"),
    "rounds": gettext_lazy("round {number}"),
    "matches": gettext_lazy("match {number}"),
    "history": gettext_lazy("change {number}"),
}


class FileError(InputError):
    """The file is no event, or one that can't be (code `bad-file`); the place is told in words, too."""

    def __init__(self, message: str, where: str = "") -> None:
        words = [
            str(PLACES[name]).format(number=int(index) + 1)
            for name, index in re.findall(r"(\w+)\[(\d+)\]", where)
            if name in PLACES
        ]
        place = f"{capfirst(', '.join(words))} ({where})" if words else where
        super().__init__("bad-file", f"{place}: {message}" if place else message)


def read_document(content: bytes) -> "Part":
    """The file's outermost part. Raises FileError for what is no event's file of this version."""
    if len(content) > MOST_BYTES:
        raise FileError(_("This file is too large."))
    try:
        text = content.decode("utf-8-sig")
        document = json.loads(text, parse_float=_no_fraction, parse_constant=_no_fraction)
    except (ValueError, RecursionError) as error:
        raise FileError(_("This is no JSON file, or it is cut off.")) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileError(_("This is no event that a Canasta service has exported."))
    if document.get("version") != VERSION:
        raise FileError(_("This file was made by another version of the service."))
    _check_texts(document)
    return Part(document, "")


def _no_fraction(text: str) -> None:
    raise ValueError(text)


def _check_texts(document: Any) -> None:
    """No more values than an event can have, and no character that no database stores."""
    waiting, seen = [document], 0
    while waiting:
        value = waiting.pop()
        seen += 1
        if seen > MOST_VALUES:
            raise FileError(_("This file is too large."))
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and ("\0" in value or any("\ud800" <= c <= "\udfff" for c in value)):
            raise FileError(_("A text has a character that can't be stored."))


@dataclass(frozen=True)
class Part:
    """An object of the file, and where it stands in it."""

    values: Mapping[str, Any]
    where: str

    def at(self, name: str) -> str:
        return f"{self.where}.{name}" if self.where else name

    def refuse(self, name: str, message: str) -> FileError:
        """The refusal of what stands under this name."""
        return FileError(message, self.at(name))

    def get(self, name: str, *kinds: type) -> Any:
        """What stands under this name, of one of these types; `bool` is no `int`."""
        if name not in self.values:
            raise self.refuse(name, _("this is missing."))
        value = self.values[name]
        if type(value) not in kinds:
            raise self.refuse(name, _("this can't stand here."))
        return value

    def text(self, name: str, most: int) -> str:
        value: str = self.get(name, str)
        if len(value) > most:
            raise self.refuse(name, _("this text is too long."))
        return value

    def part(self, name: str) -> "Part":
        return Part(self.get(name, dict), self.at(name))

    def parts(self, name: str) -> list["Part"]:
        """The objects of a list."""
        found = []
        for place, value in enumerate(self.get(name, list)):
            where = f"{self.at(name)}[{place}]"
            if not isinstance(value, dict):
                raise FileError(_("this can't stand here."), where)
            found.append(Part(value, where))
        return found

    def only(self, names: Collection[str]) -> None:
        """Refuse names that this part can't have: what they mean would be lost."""
        unknown = next((name for name in self.values if name not in names), None)
        if unknown is not None:
            raise self.refuse(unknown[:40], _("nothing of this name can stand here."))

    def row(self, kind: Kind, *lists: str) -> dict[str, Any]:
        """The columns of a row of this kind; beside them only its references and these `lists`."""
        self.only({*kind.columns, *kind.refs, *lists, *(("history",) if kind.told else ())})
        return {name: self._column(kind, name) for name in kind.columns}

    def line(self, kind: Kind) -> dict[str, Any]:
        """The columns of a line of the history of such a row."""
        names = [name for name in kind.columns if name not in kind.unsaid]
        self.only({*names, *kind.refs, *HISTORY})
        return {name: self._column(kind, name) for name in names}

    def _column(self, kind: Kind, name: str) -> Any:
        if name not in self.values:
            raise self.refuse(name, _("this is missing."))
        try:
            return column(kind.model._meta.get_field(name), self.values[name])
        except (ValueError, OverflowError, ValidationError) as error:
            raise self.refuse(name, _("this can't stand here.")) from error

    def moment(self, name: str) -> datetime:
        try:
            return moment(self.get(name, str))
        except (ValueError, OverflowError) as error:
            raise self.refuse(name, _("this can't stand here.")) from error


TYPES: "dict[type[models.Field[Any, Any]], type]" = {
    models.BooleanField: bool,
    models.IntegerField: int,
    models.CharField: str,
    models.TextField: str,
}


def column(field: Any, value: Any) -> Any:
    """A value out of JSON for a column. Raises ValueError or ValidationError where it is none."""
    if value is None and field.null:
        return None
    if isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.DateTimeField):
        value = moment(value)
    elif isinstance(field, models.UUIDField):
        value = UUID(_text(value))
    else:
        wanted = next(kind for of, kind in TYPES.items() if isinstance(field, of))
        if type(value) is not wanted:
            raise ValueError(value)
    if value == "" and not field.blank:
        raise ValueError(value)
    if field.choices and value not in dict(field.flatchoices):
        raise ValueError(value)
    if value not in field.empty_values:
        field.run_validators(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def moment(value: Any) -> datetime:
    """A time with its zone. Raises ValueError for another text, and for a year no club has played in."""
    found = datetime.fromisoformat(_text(value))
    if found.tzinfo is None or found.year not in YEARS:
        raise ValueError(value)
    return found


def fits(kind: Any, value: Any) -> bool:
    """Whether a value out of JSON is of the annotated type: a dataclass, an enum, a tuple of such, itself."""
    if kind is Any:
        return True
    if get_origin(kind) is tuple:
        items = get_args(kind)
        if not isinstance(value, list):
            return False
        kinds = items[:1] * len(value) if items[-1] is Ellipsis else items
        return len(kinds) == len(value) and all(map(fits, kinds, value))
    if get_origin(kind) in (UnionType, Union):
        return any(fits(one, value) for one in get_args(kind))
    if hasattr(kind, "__dataclass_fields__"):
        hints = get_type_hints(kind)
        return (
            isinstance(value, dict)
            and set(value) <= hints.keys()
            and all(fits(hints[name], part) for name, part in value.items())
        )
    if isinstance(kind, type) and issubclass(kind, Enum):
        return isinstance(value, str) and value in {one.value for one in kind}
    return type(value) is kind


def numbers(values: Any, count: int | None, least: int, most: int) -> bool:
    """Whether these are so many whole numbers within the bounds."""
    return (
        isinstance(values, list)
        and (count is None or len(values) == count)
        and all(type(value) is int and least <= value <= most for value in values)
    )


def lines_of(part: Part) -> Iterator[tuple[Part, datetime, str, str, str]]:
    """The lines of a part's history: when, of which type, by whom and why."""
    for line in part.parts("history"):
        yield line, *signature(line)


def signature(line: Part) -> tuple[datetime, str, str, str]:
    """When a line of a history was written, its type, by whom and why."""
    sort = line.text("type", 1)
    if sort not in ("+", "~", "-"):
        raise line.refuse("type", _("this can't stand here."))
    return line.moment("at"), sort, line.text("by", 120), line.text("why", MOST_REASON)
