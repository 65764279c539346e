"""What an event's file holds: the kinds of its rows, their columns and what they refer to.

Writing a file is `selectors.event_files`, reading one `services.event_imports`. Accounts never stand in a
file: a history line names who made the change. A reference is a key that means the same on every site: a
player's or club's code, an entry number, a place in a list of the same match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

from tournaments.models import (
    Absence,
    Adjustment,
    Bye,
    Entrant,
    GameRecord,
    Match,
    MoveLog,
    Note,
    Protest,
    Round,
    ScoreSheet,
    Seat,
    Stage,
    StageEntrant,
    Tournament,
)

FORMAT = "canasta-event"
VERSION = 1


@dataclass(frozen=True)
class Kind:
    """A kind of row: its columns, the rows it refers to by `refs`, and whether its history is told.

    `unsaid` are columns that a line of its history does not repeat.
    """

    model: type[Model]
    columns: tuple[str, ...]
    refs: tuple[str, ...] = ()
    told: bool = True
    unsaid: tuple[str, ...] = ()


EVENT = Kind(
    Tournament,
    (
        *("uuid", "slug", "name", "rule_set", "entry_kind", "starts_at", "venue", "description", "status"),
        *("rated", "public", "capacity", "sign_up", "sign_up_closes_at", "protest_minutes", "check_in"),
    ),
    ("club",),
    told=False,
)
ENTRANT = Kind(
    Entrant,
    (
        *("number", "name", "status", "seed", "checked_in", "fixed_table", "disqualified", "remark"),
        "entered_at",
    ),
    ("club",),
    unsaid=("name",),
)
STAGE = Kind(
    Stage,
    (
        *("number", "name", "format", "status", "rounds_planned", "deals", "until_points", "scoring"),
        *("tie_breaks", "draw", "clock", "totals_only", "qualifiers"),
    ),
    told=False,
)
ENTRY = Kind(
    StageEntrant, ("seed", "group", "joined_round", "withdrawn_after", "disqualified_from"), ("entrant",)
)
ABSENCE = Kind(Absence, ("round_number", "announced"), ("entrant",))
ADJUSTMENT = Kind(Adjustment, ("value", "reason", "round_number", "at"), ("entrant",))
ROUND = Kind(
    Round,
    (
        *("number", "deals", "draw_input", "draw_notes", "drawn_as", "seed", "draw_hash", "drawn_at"),
        *("published_at", "starts_at", "length_minutes", "paused_at", "extra_seconds"),
    ),
    told=False,
)
BYE = Kind(Bye, ("locked",), ("entrant",), told=False)
MATCH = Kind(
    Match,
    (
        *("uuid", "table", "bracket", "slot", "state", "postponed", "locked", "deals", "until_points"),
        *("played_at", "paused_at", "extra_seconds", "penalties", "version"),
    ),
    unsaid=("uuid",),
)
SEAT = Kind(Seat, ("position",), ("side", "player", "entrant"))
SHEET = Kind(
    ScoreSheet,
    ("side", "totals", "deals", "faults", "state", "countersigned_by_side", "submitted_at"),
)
LOG = Kind(
    MoveLog,
    (
        *("text", "sha256", "sides", "forfeit_side", "state", "set_aside", "verdict"),
        *("submitted_at", "replayed_at"),
    ),
    told=False,
)
RECORD = Kind(
    GameRecord,
    (
        *("source", "outcome", "totals", "ranks", "at_fault", "canastas", "deals", "decided_at"),
        *("corrected", "public_reason", "version"),
    ),
    ("sheet", "log"),
)
PROTEST = Kind(Protest, ("side", "text", "made_at", "answer", "answered_at"))
NOTE = Kind(Note, ("text", "made_at", "settled_at"))


@dataclass
class Keys:
    """By the name of a reference, the key of each row: what `entrant` 17 is called in the file."""

    of: dict[str, dict[int, Any]] = field(default_factory=dict)

    def key(self, ref: str, row: int | None) -> Any:
        return None if row is None else self.of.get(ref, {}).get(row)


def told(kind: Kind, row: Any, keys: Keys, but: tuple[str, ...] = ()) -> dict[str, Any]:
    """A row, or a line of its history, as it stands in the file."""
    values = {name: plain(getattr(row, name)) for name in kind.columns if name not in but}
    return values | {ref: keys.key(ref, getattr(row, f"{ref}_id")) for ref in kind.refs}


def plain(value: Any) -> Any:
    """A column's value in JSON: times in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return str(value) if isinstance(value, UUID) else value


def renamed_draw(draw: Mapping[str, Any], names: Mapping[int, int]) -> dict[str, Any]:
    """A stage's `draw` with other names for the entrants who must not meet; who has none is left out."""
    known = dict(draw)
    if "forbidden" in known:
        pairs = [[names.get(int(one)), names.get(int(other))] for one, other in known["forbidden"]]
        known["forbidden"] = sorted(sorted(pair) for pair in pairs if None not in pair)  # type: ignore[type-var]
    return known


def renamed_notes(notes: Mapping[str, Any], names: Mapping[int, int]) -> dict[str, Any]:
    """A round's `draw_notes` with other names for the entrants in it."""
    known = dict(notes)
    if "byes" in known:
        known["byes"] = {
            str(names[int(entrant)]): note for entrant, note in known["byes"].items() if int(entrant) in names
        }
    if "idle" in known:
        known["idle"] = [names[int(entrant)] for entrant in known["idle"] if int(entrant) in names]
    return known
