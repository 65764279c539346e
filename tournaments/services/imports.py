"""A list of entries out of a spreadsheet: read, looked at, and only then stored, once.

Each line is a player or a pair. What a line would do is found anew when it is stored, with the event locked:
so the same list confirmed twice finds everybody entered already, and one line never is stored by half.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from ratings.csv_cells import meant
from ratings.errors import RatingError
from ratings.models import Player
from ratings.names import search_key, written
from ratings.services.people import create_player
from tournaments.errors import InputError, TournamentError
from tournaments.models import EntrantMember, EntryKind, EntryStatus, Tournament
from tournaments.selectors.people import People
from tournaments.services.entries import MEMBERS, enter
from tournaments.services.events import lock_event

if TYPE_CHECKING:
    from accounts.models import User

DELIMITERS = {";": ";", ",": ",", "tab": "\t"}
ENCODINGS = ("utf-8", "cp1250", "latin-1", "utf-16")
CODE = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$")
# Control characters but for tab and the ends of lines.
NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
MOST_BYTES = 500_000
MOST_ROWS = 2000
NAMES = {"name", "jmeno", "player", "hrac", "partner", "spoluhrac", "name 1", "name 2", "jmeno 1", "jmeno 2"}
NAMES |= {f"{word} {place}" for word in ("player", "hrac") for place in (1, 2)}
CODES = {"code", "kod", "number", "cislo", "membership number", "clenske cislo"}
CODES |= {"code 1", "code 2", "kod 1", "kod 2", "number 1", "number 2", "cislo 1", "cislo 2"}
ENTRIES = {"no", "c"}


class Fate(StrEnum):
    """What a line would do."""

    NEW = "new"
    LINKED = "linked"
    ERROR = "error"


@dataclass
class Person:
    """A name of a line, and the known player it is linked to."""

    name: str
    code: str = ""
    player: Player | None = None
    by_name: bool = False


@dataclass
class Line:
    """A line of the list, numbered as in the file after its head; `error` says why it is left out.

    `unread` are its cells beyond the columns that are read.
    """

    number: int
    people: list[Person] = field(default_factory=list)
    error: str = ""
    unread: list[str] = field(default_factory=list)

    @property
    def fate(self) -> Fate:
        if self.error:
            return Fate.ERROR
        return Fate.LINKED if all(person.player for person in self.people) else Fate.NEW


@dataclass(frozen=True)
class Sheet:
    """A list that was read: its text's encoding and delimiter, its lines; `unread` names columns left out.

    `headed` if it begins with the names of its columns; `entered` have a place in the event already.
    """

    encoding: str
    delimiter: str
    lines: list[Line]
    unread: list[str] = field(default_factory=list)
    headed: bool = False
    entered: int = 0

    @property
    def total(self) -> int:
        """How many would have a place once this list is stored."""
        return self.entered + sum(not line.error for line in self.lines)

    def count(self, fate: Fate) -> int:
        return sum(line.fate is fate for line in self.lines)

    @property
    def numbers(self) -> dict[str, int]:
        """How many lines are new, linked and wrong."""
        return {fate.value: self.count(fate) for fate in Fate}


def read_sheet(event: Tournament, content: bytes, encoding: str = "", delimiter: str = "") -> Sheet:
    """What storing this list would do. UTF-8, or else CP1250, unless an encoding is given.

    Raises InputError `too-large`, `bad-encoding`, `no-list` or `empty`.
    """
    if len(content) > MOST_BYTES:
        raise InputError("too-large", _("This list is too large."))
    text, encoding = _decoded(content, encoding)
    mark = DELIMITERS.get(delimiter) or _delimiter(text)
    rows = _rows(text, mark)
    if not rows or len(rows) > MOST_ROWS:
        raise InputError("empty", _("This list has no lines, or too many."))
    members = MEMBERS[EntryKind(event.entry_kind)]
    head = next(iter(rows.values()))
    lines = list(_lines(rows, head, members))
    _link(event, lines)
    _check_twice(event, lines)
    delimiter = next(name for name, known in DELIMITERS.items() if known == mark)
    entered = event.entrants.filter(status=EntryStatus.ENTERED).count()
    return Sheet(encoding, delimiter, lines, _unread_columns(head, members), _is_head(head, members), entered)


def _rows(text: str, mark: str) -> dict[int, list[str]]:
    """The rows with anything in them by their number in the file, whatever ends a line."""
    if NO_TEXT.search(text):
        raise InputError("no-list", _("This file is no text. Save the sheet as CSV."))
    try:
        return {
            number: row
            for number, row in enumerate(csv.reader(io.StringIO(text, newline=None), delimiter=mark), start=1)
            if any(map(str.strip, row))
        }
    except csv.Error as error:
        raise InputError("no-list", _("This list can't be read. Save the sheet as CSV again.")) from error


def _decoded(content: bytes, encoding: str) -> tuple[str, str]:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):  # "Unicode text" of a spreadsheet
        encoding = "utf-16"
    for name in [encoding] if encoding in ENCODINGS else ["utf-8", "cp1250", "latin-1"]:
        try:
            return content.decode("utf-8-sig" if name == "utf-8" else name), name
        except UnicodeDecodeError:
            continue
    raise InputError("bad-encoding", _("The list is not written in this encoding."))


def _delimiter(text: str) -> str:
    """The mark that stands most often in the first line."""
    first = text.strip().splitlines()[0] if text.strip() else ""
    return max(DELIMITERS.values(), key=first.count)


def _lines(rows: dict[int, list[str]], head: list[str], members: int) -> Iterator[Line]:
    columns, entry = _columns(head, members), _entry_column(head, members)
    if _is_head(head, members):
        first, *others = rows
        rows = {number - first: rows[number] for number in others}
    if entry is not None:
        yield from _by_entry(rows, entry, *(_columns(head, 1) or ([], [])), members)
        return
    names, codes = columns or (list(range(members)), [members + i for i in range(members)])
    width = len(head) if columns else 2 * members
    for number, row in rows.items():
        cells = [meant(written(cell)) for cell in row]

        def cell(column: int, cells: list[str] = cells) -> str:
            return cells[column] if 0 <= column < len(cells) else ""

        codes_of = [cell(column) for column in codes] + [""] * members
        people = [Person(cell(name)[:120], codes_of[i]) for i, name in enumerate(names)]
        yield Line(number, people, unread=list(filter(None, cells[width:])))


def _columns(head: list[str], members: int) -> tuple[list[int], list[int]] | None:
    """Where names and codes stand, if the first line is a head."""
    keys = [search_key(cell) for cell in head]
    names = [index for index, key in enumerate(keys) if key in NAMES][:members]
    codes = [index for index, key in enumerate(keys) if key in CODES][:members]
    return (names, codes) if len(names) == members else None


def _entry_column(head: list[str], members: int) -> int | None:
    """Where the entry's number stands in a list with a line a player, as an event's players are exported."""
    if members == 1 or _columns(head, members) or not _columns(head, 1):
        return None
    return next((index for index, cell in enumerate(head) if search_key(cell) in ENTRIES), None)


def _is_head(head: list[str], members: int) -> bool:
    return _columns(head, members) is not None or _entry_column(head, members) is not None


def _by_entry(
    rows: dict[int, list[str]], entry: int, names: list[int], codes: list[int], members: int
) -> Iterator[Line]:
    """A line an entry, with the players of all its lines; it has the number of the first of them."""
    lines: dict[str, Line] = {}
    for number, row in rows.items():
        cells = dict(enumerate(meant(written(cell)) for cell in row))
        line = lines.setdefault(cells.get(entry) or f"line {number}", Line(number))
        code = cells.get(codes[0], "") if codes else ""
        line.people.append(Person(cells.get(names[0], "")[:120], code))
    for line in lines.values():
        if len(line.people) != members:
            line.error = _("This entry has not two players.")
        yield line


def _unread_columns(head: list[str], members: int) -> list[str]:
    """The names of the columns that are neither names nor numbers; none where there is no head."""
    entry = _entry_column(head, members)
    columns = _columns(head, members if entry is None else 1)
    if columns is None:
        return []
    read = {*columns[0], *columns[1], entry}
    return [name for index, cell in enumerate(head) if index not in read and (name := written(cell))]


def _link(event: Tournament, lines: Sequence[Line]) -> None:
    people = [person for line in lines for person in line.people]
    listed = People(event, private=True)
    codes = [person.code for person in people if person.code]
    known = listed.by_code(codes)
    taken = set(Player.objects.filter(code__in=codes).values_list("code", flat=True))
    named = listed.by_name([person.name for person in people if person.name])
    for line in lines:
        for person in line.people:
            person.player = known.get(person.code.casefold()) if person.code else None
            same = named.get(search_key(person.name), [])
            if person.code and not person.player and not CODE.match(person.code):
                line.error = _("{code} can't be a player's number.").format(code=person.code)
            elif person.code and not person.player and person.code in taken:
                line.error = _("{code} is the number of a player who can't be entered here.").format(
                    code=person.code
                )
            elif not person.code and len(same) == 1:
                person.player, person.by_name = same[0], True
            elif not person.code and len(same) > 1:
                line.error = _("Several players are called {name}: give the number.").format(name=person.name)
            if not person.name and person.player is None:
                line.error = line.error or _("A name is missing.")


def _check_twice(event: Tournament, lines: Sequence[Line]) -> None:
    """Nobody stands in the list twice, nor in the list and in the event."""
    members = EntrantMember.objects.filter(tournament=event).select_related("player", "entrant")
    entered = {_key(Person(m.player.name, player=m.player)): m.entrant.number for m in members}
    entered |= {search_key(m.player.name): m.entrant.number for m in members}
    seen: dict[str, int] = {}
    for line in lines:
        for person in line.people if not line.error else ():
            key = _key(person)
            if key in entered:
                line.error = _("{name} is entered already: number {number}.").format(
                    name=person.name or person.player, number=entered[key]
                )
            elif key in seen:
                line.error = _("The same as line {number}: {name}.").format(
                    number=seen[key], name=person.name or person.player
                )
        if not line.error and len({_key(person) for person in line.people}) < len(line.people):
            line.error = _("{name} stands twice in this line.").format(name=line.people[0].name)
        if not line.error:
            seen |= {_key(person): line.number for person in line.people}


def _key(person: Person) -> str:
    if person.player:
        return f"#{person.player.pk}"
    return f"={person.code.casefold()}" if person.code else search_key(person.name)


@transaction.atomic
def store_sheet(event_id: int, content: bytes, encoding: str, delimiter: str, by: "User | None") -> Sheet:
    """Enter every line without a fault; players nobody knows are made. Each line whole or not at all."""
    event = lock_event(event_id)
    sheet = read_sheet(event, content, encoding, delimiter)
    for line in sheet.lines:
        if not line.error:
            try:
                with transaction.atomic():
                    _store(event, line, by)
            except (TournamentError, RatingError) as error:
                line.error = str(error)
    return sheet


def _store(event: Tournament, line: Line, by: "User | None") -> None:
    players = [
        person.player or create_player(person.name, code=person.code, by=by, club=event.club, demo=event.demo)
        for person in line.people
    ]
    enter(event.pk, players, by)
