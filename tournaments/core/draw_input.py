"""Everything a draw depends on, as plain data that can be stored, hashed and drawn from again.

The input holds what was derived from results at the time (places, scores, who met whom), so a later
correction of a result never changes what a published draw was made from.
"""

import json
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from enum import StrEnum
from hashlib import sha256
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tournaments.core.draws import Relaxation, Sides
from tournaments.core.records import Format, MatchRecord, RoundRecord


class Rematches(StrEnum):
    """Which opponents may meet again: none, as few as possible, or all but the round before's."""

    NEVER = "never"
    FEWEST = "fewest"
    DANISH = "danish"


class Opening(StrEnum):
    """Round 1: best against last, best against the first of the lower half, or by lot."""

    FOLD = "fold"
    SLIDE = "slide"
    RANDOM = "random"


class Clubmates(StrEnum):
    """When players of one club are kept apart."""

    ALWAYS = "always"
    NOT_LAST = "not_last"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """The organiser's choices about pairing; a format reads only its own.

    `step` is by how many tables E/W move on in a Mitchell, `legs` how often everybody meets in a round robin.
    """

    rematches: Rematches = Rematches.FEWEST
    opening: Opening = Opening.SLIDE
    clubmates: Clubmates = Clubmates.NOT_LAST
    neighbours_in_last_round: bool = False
    legs: int = 1
    step: int = 1
    third_place: bool = True
    second_chance: bool = False
    by_standing: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entrant as the draw sees it.

    `place` is its position in the standings (before round 1: by seed) and changes from round to round, `seed`
    and `number` do not; `met` and `partnered` how often
    by entrant id, `last` the opponents of the round before. `present` is False for who is not drawn now;
    `left_after` is the last round of who withdrew or was disqualified (`barred`); who `left_early` left a
    round robin before half of its matches.
    """

    id: int
    number: int
    place: int
    score: int = 0
    seed: int | None = None
    clubs: tuple[int, ...] = ()
    group: str = ""
    fixed_table: int | None = None
    joined_round: int = 1
    left_after: int | None = None
    barred: bool = False
    left_early: bool = False
    present: bool = True
    byes: int = 0
    met: tuple[tuple[int, int], ...] = ()
    partnered: tuple[tuple[int, int], ...] = ()
    last: tuple[int, ...] = ()

    @property
    def schedule_key(self) -> tuple[bool, bool, int, int]:
        """The order in which a schedule numbers the field: founders by seed, by entry, then the late."""
        return (self.joined_round > 1, self.seed is None, self.seed or 0, self.number)

    def joins_in(self, number: int) -> bool:
        """Whether this is a late entrant's first round."""
        return self.joined_round == number > 1

    def gone_by(self, number: int) -> bool:
        """Whether it has left the event before that round."""
        return self.left_after is not None and number > self.left_after


@dataclass(frozen=True, slots=True)
class Lock:
    """A table made or kept by the director; `number` if it also keeps its place in the room."""

    sides: Sides
    number: int = 0


@dataclass(frozen=True, slots=True)
class DrawInput:
    """One round to be drawn. Whatever the order it is given in, equal content is equal input.

    `score_unit` is how much score counts as one step of the gap; `results` are the matches so far, which only
    a knockout reads.
    """

    format: Format
    round: int
    candidates: tuple[Candidate, ...]
    options: DrawOptions = field(default_factory=DrawOptions)
    last_round: bool = False
    score_unit: int = 1
    forbidden: tuple[tuple[int, int], ...] = ()
    locks: tuple[Lock, ...] = ()
    locked_byes: tuple[int, ...] = ()
    relaxed: tuple[Relaxation, ...] = ()
    results: tuple[RoundRecord, ...] = ()

    def __post_init__(self) -> None:
        pairs = {(min(pair), max(pair)) for pair in self.forbidden}
        canonical = {
            "candidates": tuple(sorted(self.candidates, key=lambda c: (c.place, c.number, c.id))),
            "forbidden": tuple(sorted(pairs)),
            "locks": tuple(sorted(self.locks, key=lambda lock: lock.sides)),
            "locked_byes": tuple(sorted(set(self.locked_byes))),
            "relaxed": tuple(sorted(set(self.relaxed))),
            "results": tuple(_sorted_matches(r) for r in sorted(self.results, key=lambda r: r.number)),
        }
        for name, value in canonical.items():
            object.__setattr__(self, name, value)

    @property
    def here(self) -> tuple[Candidate, ...]:
        """Who is drawn in this round, best place first."""
        return tuple(candidate for candidate in self.candidates if candidate.present)

    def to_json(self) -> str:
        """The canonical text: sorted keys, no spaces, the same for equal input."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "DrawInput":
        """The input a canonical text was made of."""
        value = _read(cls, json.loads(text))
        assert isinstance(value, cls)  # noqa: S101 - tells the type checker what `_read` promises
        return value

    def digest(self, seed: int) -> str:
        """The SHA-256 over input and seed that is published with the draw."""
        return sha256(f'{{"input":{self.to_json()},"seed":{seed}}}'.encode()).hexdigest()


def _sorted_matches(record: RoundRecord) -> RoundRecord:
    def key(match: MatchRecord) -> tuple[str, int, int, int]:
        return (match.bracket, match.slot, match.table, match.id)

    return RoundRecord(
        number=record.number,
        matches=tuple(sorted(record.matches, key=key)),
        byes=tuple(sorted(record.byes)),
        published=record.published,
        deals=record.deals,
    )


def _read(kind: Any, value: Any) -> object:
    """`value` out of JSON as the annotated type: a dataclass, an enum, a tuple of such, or itself."""
    if get_origin(kind) is tuple:
        items = get_args(kind)
        kinds = items[:1] * len(value) if items[-1] is Ellipsis else items
        return tuple(_read(item, part) for item, part in zip(kinds, value, strict=True))
    if get_origin(kind) in (UnionType, Union):
        return value
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return kind(**{f.name: _read(hints[f.name], value[f.name]) for f in fields(kind)})
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(value)
    return value
