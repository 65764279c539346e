"""Each entrant's account of a stage: one line for every match, bye, missed round and adjustment.

Standings, tie-breaks, crosstables and the explanation of a sum all read these lines. Nobody is ranked here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from tournaments.core.records import Entrant, Format, MatchRecord, Outcome, RoundRecord, StageRecord
from tournaments.core.rulings import early_leavers, leavers, ruled
from tournaments.core.scoring import WIN, Tariff, half_wins, match_values, tariff


class Kind(StrEnum):
    """What a line stands for. WAITING, POSTPONED and REMOVED lines count for nothing."""

    MATCH = "match"
    NO_SHOW = "no_show"
    VOID = "void"
    BYE = "bye"
    LATE = "late"
    ABSENT = "absent"
    WAITING = "waiting"
    POSTPONED = "postponed"
    REMOVED = "removed"
    ADJUSTMENT = "adjustment"


UNPLAYED = frozenset({Kind.NO_SHOW, Kind.VOID, Kind.BYE, Kind.LATE, Kind.ABSENT})
NOTHING_PLAYED = frozenset({Kind.BYE, Kind.LATE, Kind.ABSENT, Kind.WAITING, Kind.POSTPONED, Kind.REMOVED})
OFFICIAL_MATCH = frozenset({Kind.MATCH, Kind.NO_SHOW})
_MISSING_ROUNDS = frozenset({Format.SWISS, Format.MITCHELL, Format.INDIVIDUAL})


class Line(NamedTuple):
    """One line: `value` in hundredths (None: shown as a dash), `half_wins` against each of `opponents`.

    `own` and `against` are the game points that count, `against` those of the best other side.
    """

    round: int
    kind: Kind
    value: int | None
    opponents: tuple[int, ...] = ()
    half_wins: tuple[int, ...] = ()
    partners: tuple[int, ...] = ()
    own: int | None = None
    against: int | None = None
    canastas: int | None = None
    match: MatchRecord | None = None
    reason: str = ""

    @property
    def won(self) -> bool:
        """Whether everybody at the table was beaten."""
        return bool(self.half_wins) and all(half == WIN for half in self.half_wins)


@dataclass(frozen=True)
class Account:
    """The lines of one entrant, in the order of rounds."""

    entrant: Entrant
    lines: tuple[Line, ...]

    @cached_property
    def total(self) -> int:
        """VP in hundredths."""
        return sum(line.value or 0 for line in self.lines)

    @cached_property
    def played(self) -> int:
        """Matches played; byes, no-shows and missed rounds are none."""
        return sum(line.kind is Kind.MATCH for line in self.lines)

    @cached_property
    def matches(self) -> int:
        """Official matches, no-shows among them."""
        return sum(line.kind in OFFICIAL_MATCH for line in self.lines)


@dataclass(frozen=True)
class Books:
    """All accounts of a stage up to a round."""

    accounts: Mapping[int, Account]
    tariff: Tariff
    removed: frozenset[int]


def open_books(stage: StageRecord, after_round: int | None = None, postponed_as_level: bool = False) -> Books:
    """The accounts after a round (all published ones by default); round 0 is before anything was played.

    `postponed_as_level` is the pairing's view: there a postponed match is worth a level one.
    """
    rounds = tuple(stage.published(after_round))
    last = after_round if after_round is not None else max((r.number for r in rounds), default=0)
    writer = _Writer(stage, rounds, postponed_as_level)
    for record in rounds:
        writer.write_round(record)
    for adjustment in stage.adjustments:
        if after_round is None or adjustment.round <= after_round:
            line = Line(adjustment.round, Kind.ADJUSTMENT, adjustment.value, reason=adjustment.reason)
            writer.lines[adjustment.entrant].append(line)
    accounts = {
        e.id: Account(e, tuple(sorted(writer.lines[e.id], key=lambda line: line.round)))
        for e in stage.entrants
        if e.joined_round <= last + 1
    }
    return Books(accounts, writer.tariff, writer.removed)


class _Writer:
    """Writes the lines of one round after the other."""

    def __init__(self, stage: StageRecord, rounds: Iterable[RoundRecord], postponed_as_level: bool) -> None:
        self.stage = stage
        self.entrants = {e.id: e for e in stage.entrants}
        self.left = leavers(stage)
        self.removed = early_leavers(stage)
        self.tariff = tariff(stage.scoring, rounds)
        self.postponed = self.tariff.level if postponed_as_level else None
        self.lines: dict[int, list[Line]] = {e.id: [] for e in stage.entrants}
        self.announced = {(a.entrant, a.round) for a in stage.absences if a.announced}
        self.credited: set[int] = set()
        self.welcomed: set[int] = set()

    def write_round(self, record: RoundRecord) -> None:
        seated = set(record.byes)
        for match in record.matches:
            seated.update(match.entrants)
            self._write_match(ruled(match, record.number, self.stage.format, self.left), record)
        for entrant in record.byes:
            kind = Kind.REMOVED if entrant in self.removed else Kind.BYE
            worthless = kind is Kind.REMOVED or self.stage.format is Format.KNOCKOUT
            self.lines[entrant].append(Line(record.number, kind, None if worthless else self.tariff.bye))
        if self.stage.format in _MISSING_ROUNDS:
            for entrant in self.entrants.keys() - seated:
                self.lines[entrant].append(self._missing(self.entrants[entrant], record.number))

    def _missing(self, entrant: Entrant, number: int) -> Line:
        """A round without a seat: late for the first one missed before joining, later an absence."""
        if number < entrant.joined_round:
            value = 0 if entrant.id in self.welcomed else self.tariff.late
            self.welcomed.add(entrant.id)
            return Line(number, Kind.LATE, value)
        if (entrant.id, number) in self.announced and entrant.id not in self.credited:
            self.credited.add(entrant.id)
            return Line(number, Kind.ABSENT, self.tariff.announced_absence)
        return Line(number, Kind.ABSENT, 0)

    def _write_match(self, match: MatchRecord, record: RoundRecord) -> None:
        kind = self._kind(match)
        counted = kind in OFFICIAL_MATCH or kind is Kind.VOID
        values: tuple[int | None, ...] = (self.postponed if kind is Kind.POSTPONED else None,) * len(
            match.sides
        )
        if counted:
            values = match_values(match, self.stage.scoring, self.tariff, record.deals)
        scored = kind is Kind.MATCH and _points_count(match)
        for side, value in zip(match.sides, values, strict=True):
            others = [other for other in match.sides if other is not side]
            halves = [half_wins(side, other) for other in others for _ in other.entrants]
            line = Line(
                record.number,
                kind,
                value,
                tuple([entrant for other in others for entrant in other.entrants]),
                tuple(halves) if kind in OFFICIAL_MATCH else (),
                own=side.points if scored else None,
                against=max([other.points or 0 for other in others]) if scored and others else None,
                canastas=side.canastas if kind is Kind.MATCH else None,
                match=match,
            )
            for entrant in side.entrants:
                partners = tuple([partner for partner in side.entrants if partner != entrant])
                self.lines[entrant].append(line._replace(partners=partners) if partners else line)

    def _kind(self, match: MatchRecord) -> Kind:
        if self.removed and self.removed.intersection(match.entrants):
            return Kind.REMOVED
        if not match.official:
            return Kind.POSTPONED if match.postponed else Kind.WAITING
        if match.outcome is Outcome.VOID:
            return Kind.VOID
        return Kind.NO_SHOW if match.outcome is Outcome.NO_SHOW else Kind.MATCH


def _points_count(match: MatchRecord) -> bool:
    """Whether the score on the table stands: not where it is incomplete or favours a side at fault."""
    scores = [side.points for side in match.sides if side.points is not None]
    faulty = [side.points or 0 for side in match.sides if side.at_fault]
    return len(scores) == len(match.sides) and (not faulty or max(faulty) < max(scores))
