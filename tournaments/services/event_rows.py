"""The rows of an event out of its file: written in bulk, each with the history that it had."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from ratings.models import Player
from tournaments import event_files as files
from tournaments.event_files import Kind
from tournaments.event_reading import Part, lines_of, numbers, signature
from tournaments.models import (
    EntrantMember,
    Match,
    RoundStatus,
    Side,
    SideEntrant,
    Stage,
    Tournament,
)
from tournaments.services.checks import MOST_POINTS
from tournaments.services.event_file_checks import (
    check_log,
    check_match,
    check_record,
    check_round,
    check_sheet,
    check_sums,
)
from tournaments.services.reports import digest_of

# Columns that Django fills in when a row is made; the file knows better.
WRITTEN_AFTER = {"entered_at", "at"}
Values = dict[str, Any]


@dataclass
class Rows:
    """Writes rows: `refs` has, by the name of a reference, the row each key of the file stands for."""

    now: datetime
    refs: dict[str, Mapping[Any, Any]] = field(default_factory=dict)
    gone: int = 0

    def write(self, kind: Kind, rows: Iterable[tuple[Part, Values, Values]], refs: Any = None) -> list[Any]:
        """Write rows: each its part of the file, its columns, and the columns only this site knows."""
        given = [(part, row | own | self._refs(kind, part, own), own) for part, row, own in rows]
        made = kind.model._default_manager.bulk_create(
            [kind.model(**values) for _part, values, _own in given]
        )
        later = sorted(WRITTEN_AFTER & set(kind.columns))
        for row, (_part, values, _own) in zip(made, given, strict=True) if later else ():
            for name in later:
                setattr(row, name, values[name])
        if later:
            kind.model._default_manager.bulk_update(made, later, batch_size=200)
        if kind.told:
            lines = [
                self._line(kind, line, of, own | {name: getattr(row, name) for name in kind.unsaid}, row.pk)
                for row, (part, _values, own) in zip(made, given, strict=True)
                for line, *of in lines_of(part)
            ]
            self._history(kind).bulk_create(lines)
        return list(made)

    def write_gone(self, kind: Kind, part: Part, name: str, own: Values) -> None:
        """The histories of rows that were taken back: under ids that no row will have."""
        lines = []
        for place, life in enumerate(part.get(name, list)):
            self.gone -= 1
            for number, values in enumerate(life if isinstance(life, list) else [life]):
                line = Part(values if isinstance(values, dict) else {}, f"{part.at(name)}[{place}][{number}]")
                lines.append(self._line(kind, line, list(signature(line)), own, self.gone))
        self._history(kind).bulk_create(lines)

    def _history(self, kind: Kind) -> Any:
        return kind.model.history.model._default_manager  # type: ignore[attr-defined]

    def _line(self, kind: Kind, line: Part, signed: list[Any], own: Values, pk: int) -> Any:
        at, sort, by, why = signed
        values = self.checked(kind, line, line.line(kind), own)
        return kind.model.history.model(  # type: ignore[attr-defined]
            id=pk,
            history_date=at,
            history_type=sort,
            signed=by,
            history_change_reason=why,
            **(values | own | self._refs(kind, line, own)),
        )

    def checked(self, kind: Kind, part: Part, row: Values, own: Values) -> Values:
        """Columns that have to fit others, looked at once more for a line of a history."""
        sides = self.refs.get("sides_of", {}).get(own.get("match_id"), 0)
        if kind is files.RECORD:
            check_record(part, row, sides)
        if kind is files.SHEET:
            check_sheet(part, row, sides)
        if kind in (files.RECORD, files.SHEET):
            check_sums(part, row, *self.refs["sums_of"][own["match_id"]])
        if kind is files.SHEET:
            return row | {"content_hash": digest_of(row["totals"])}
        return row

    def _refs(self, kind: Kind, part: Part, own: Values) -> Values:
        return {f"{ref}_id": self.ref(ref, part, own) for ref in kind.refs if f"{ref}_id" not in own}

    def ref(self, ref: str, part: Part, own: Values) -> int | None:
        """The row that a key stands for; of a match's own lists, by its place in them."""
        key = part.get(ref, int, str, type(None))
        if key is None and ref in ("club", "sheet", "log"):
            return None
        known = self.refs.get(ref, {})
        wanted = (own["match_id"], key) if ref in ("side", "sheet", "log") else key
        if wanted not in known:
            raise part.refuse(ref, _("nothing in this file has this number."))
        return int(known[wanted])


def write_entrants(
    rows: Rows, event: Tournament, part: Part, players: Mapping[str, Player], most: int
) -> None:
    """The entrants and who they are."""
    parts = part.parts("entrants")
    made = rows.write(
        files.ENTRANT,
        [(one, one.row(files.ENTRANT, "players"), {"tournament_id": event.pk}) for one in parts],
    )
    members = []
    for entrant, one in zip(made, parts, strict=True):
        codes = one.get("players", list)
        if len(codes) > most or not all(isinstance(code, str) and code in players for code in codes):
            raise one.refuse("players", _("nothing in this file has this number."))
        members += [
            EntrantMember(tournament=event, entrant=entrant, player=players[code], position=position)
            for position, code in enumerate(codes)
        ]
    EntrantMember.objects.bulk_create(members)
    rows.refs["entrant"] = {entrant.number: entrant.pk for entrant in made}


def write_stage_lists(rows: Rows, stage: Stage, part: Part) -> None:
    """Who takes part in a stage, who misses a round, and what was awarded or taken off."""
    own = {"stage_id": stage.pk}
    for name, kind in (
        ("entries", files.ENTRY),
        ("absences", files.ABSENCE),
        ("adjustments", files.ADJUSTMENT),
    ):
        rows.write(kind, [(one, one.row(kind), own) for one in part.parts(name)])
    rows.write_gone(files.ADJUSTMENT, part, "adjustments_taken_back", own)


def write_rounds(rows: Rows, stage: Stage, part: Part) -> list[Match]:
    """The published rounds of a stage with everything that happened in them; its matches."""
    entrants = rows.refs["entrant"]
    parts = part.parts("rounds")
    given = []
    for one in parts:
        row = one.row(files.ROUND, "byes", "matches")
        check_round(one, row, entrants)
        row["draw_notes"] = files.renamed_notes(row["draw_notes"], entrants)
        given.append((one, row, {"stage_id": stage.pk, "status": RoundStatus.PUBLISHED}))
    rounds = rows.write(files.ROUND, given)
    rows.refs["round_numbers"] = {round_.pk: round_.number for round_ in rounds}
    matches: list[tuple[Part, Values, Values]] = []
    for round_, one in zip(rounds, parts, strict=True):
        own = {"round_id": round_.pk}
        rows.write(files.BYE, [(bye, bye.row(files.BYE), own) for bye in one.parts("byes")])
        for match in one.parts("matches"):
            row = match.row(files.MATCH, *MATCH_LISTS)
            check_match(match, row, len(match.get("sides", list)))
            matches.append((match, row, own))
    made = rows.write(files.MATCH, matches)
    _write_tables(rows, list(zip(made, (match for match, _row, _own in matches), strict=True)))
    return made


MATCH_LISTS = ("sides", "seats", "sheets", "logs", "record", "records_taken_back", "protests", "notes")


def _write_tables(rows: Rows, matches: list[tuple[Match, Part]]) -> None:
    rows.refs["sides_of"] = {match.pk: len(part.get("sides", list)) for match, part in matches}
    rows.refs["sums_of"] = {
        match.pk: (_penalties(match, part), place_of(rows.refs["round_numbers"][match.round_id], match))
        for match, part in matches
    }
    _write_sides(rows, matches)

    def lists(kind: Kind, name: str) -> list[tuple[Part, Values, Values]]:
        return [
            (one, rows.checked(kind, one, one.row(kind), {"match_id": match.pk}), {"match_id": match.pk})
            for match, part in matches
            for one in part.parts(name)
        ]

    rows.write(files.SEAT, lists(files.SEAT, "seats"))
    rows.refs["sheet"] = _places(rows.write(files.SHEET, lists(files.SHEET, "sheets")))
    logs = lists(files.LOG, "logs")
    for part, row, own in logs:
        check_log(part, row, rows.refs["sides_of"][own["match_id"]], rows.now)
    rows.refs["log"] = _places(rows.write(files.LOG, logs))
    rows.write(
        files.RECORD,
        [
            (one, rows.checked(files.RECORD, one, one.row(files.RECORD), own), own)
            for match, part in matches
            if part.get("record", dict, type(None)) is not None
            for one, own in [(part.part("record"), {"match_id": match.pk})]
        ],
    )
    for match, part in matches:
        rows.write_gone(files.RECORD, part, "records_taken_back", {"match_id": match.pk})
    rows.write(files.PROTEST, lists(files.PROTEST, "protests"))
    rows.write(files.NOTE, lists(files.NOTE, "notes"))


def _penalties(match: Match, part: Part) -> list[list[int]]:
    """The points for lateness that a match has or once had."""
    lines = [line.values.get("penalties") for line, *_signed in lines_of(part)]
    sides = len(part.get("sides", list))
    return [each for each in (match.penalties, *lines) if each and numbers(each, sides, -MOST_POINTS, 0)]


def place_of(round_number: int, match: Match) -> str:
    """Where a match of the file was played, for people."""
    return _("Round {round}, table {table}").format(round=round_number, table=match.table)


def _write_sides(rows: Rows, matches: list[tuple[Match, Part]]) -> None:
    entrants = rows.refs["entrant"]
    placed = []
    for match, part in matches:
        for number, side in enumerate(part.get("sides", list)):
            if not numbers(side, None, 1, 100_000) or not side or not set(side) <= entrants.keys():
                raise part.refuse("sides", _("nothing in this file has this number."))
            placed.append((Side(match=match, number=number), side))
    made = Side.objects.bulk_create([side for side, _entrants in placed])
    rows.refs["side"] = {(side.match_id, side.number): side.pk for side in made}
    SideEntrant.objects.bulk_create(
        SideEntrant(match_id=side.match_id, side=side, entrant_id=entrants[number])
        for side, (_side, numbers_of) in zip(made, placed, strict=True)
        for number in numbers_of
    )


def _places(made: list[Any]) -> dict[tuple[int, int], int]:
    """The rows of matches' lists by their match and their place in it."""
    counts: Counter[int] = Counter()
    places: dict[tuple[int, int], int] = {}
    for row in made:
        places[row.match_id, counts[row.match_id]] = row.pk
        counts[row.match_id] += 1
    return places
