"""An event as plain data: who is entered, which rounds were drawn, what happened at each table.

Selectors fill these records; draws, scores and standings read them. No rule of scoring or pairing lives here.
Units: VP and every other match value in hundredths, game points as counted at the table, rounds from 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum


class Format(StrEnum):
    """How a stage is drawn."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    MITCHELL = "mitchell"
    KNOCKOUT = "knockout"
    INDIVIDUAL = "individual"
    OPEN = "open"


class Outcome(StrEnum):
    """How a match ended; who was at fault stands in its sides."""

    PLAYED = "played"
    ABANDONED = "abandoned"
    FORFEIT = "forfeit"
    NO_SHOW = "no_show"
    VOID = "void"


class Bracket(StrEnum):
    """The part of a knockout a match belongs to."""

    MAIN = "main"
    THIRD_PLACE = "third_place"
    SECOND_CHANCE = "second_chance"


class Method(StrEnum):
    """What a match is worth: victory points, wins (2/1/0) or the game points themselves."""

    VP = "vp"
    WINS = "wins"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class VpStep:
    """A row of a VP table: differences up to `up_to` (None: any larger) give `winner`–`loser` hundredths."""

    up_to: int | None
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """How matches of a stage are scored. A value left at None is the method's default (see `scoring`).

    `table` names a built-in table (`vp-3-deals`, `vp-4-deals`, `vp-curve`); `steps` is a club's own, used
    instead. Except `curve_base`, a difference, all values are hundredths.
    """

    method: Method = Method.VP
    table: str = "vp-curve"
    curve_base: int = 3000
    steps: tuple[VpStep, ...] = ()
    bye: int | None = None
    no_show: int | None = None
    forfeit: int | None = None
    late: int | None = None
    announced_absence: int = 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a stage is ranked. No tie-breaks named: the format's default order (see `tiebreaks`).

    `by_group` gives each group or Mitchell line a ranking of its own; `minimum` is the number of matches an
    entrant of an open event needs to be ranked.
    """

    tie_breaks: tuple[str, ...] = ()
    by_group: bool = True
    minimum: int = 3


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is ranked: a fixed pair or a single player.

    `group` is the group of a round robin or the line (N/S, E/W) of a Mitchell; `seed` 1 is the strongest.
    `joined_round` is the first round the entrant could be drawn in, `withdrawn_after` the last one it took
    part in (None again once it returns), `disqualified_from` the first whose match is a no-show by ruling.
    `fixed_table` is the table of a pair that cannot move.
    """

    id: int
    number: int
    name: str = ""
    clubs: tuple[int, ...] = ()
    seed: int | None = None
    group: str = ""
    joined_round: int = 1
    withdrawn_after: int | None = None
    disqualified_from: int | None = None
    fixed_table: int | None = None

    def joins_late_in(self, number: int) -> bool:
        """Whether this is the late entrant's first round, in which it gets no bye."""
        return self.joined_round == number > 1

    def takes_part_in(self, number: int) -> bool:
        """Whether the entrant is in the event in that round: joined, neither withdrawn nor disqualified."""
        gone = self.withdrawn_after is not None and number > self.withdrawn_after
        barred = self.disqualified_from is not None and number >= self.disqualified_from
        return number >= self.joined_round and not gone and not barred


@dataclass(frozen=True, slots=True)
class SideRecord:
    """A side of a match: one entrant, or two single players. `at_fault`: it was absent or broke off.

    `late`, 0 or less, was taken off its points for coming late; they are without it already.
    """

    entrants: tuple[int, ...]
    points: int | None = None
    canastas: int | None = None
    at_fault: bool = False
    late: int = 0


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Who met whom at which table, and how it ended.

    Unless `official`, outcome and points are only what was reported so far. `slot` is the place in a bracket.
    """

    id: int
    table: int
    sides: tuple[SideRecord, ...]
    outcome: Outcome = Outcome.PLAYED
    official: bool = False
    postponed: bool = False
    bracket: Bracket = Bracket.MAIN
    slot: int = 0

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everybody who sits in this match, side by side."""
        return tuple(entrant for side in self.sides for entrant in side.entrants)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One sweep of tables. `byes` were allotted by the draw; they count from the moment of publishing.

    An open event keeps all its matches in one or more such records; there an entrant may play several in one.
    """

    number: int
    matches: tuple[MatchRecord, ...] = ()
    byes: tuple[int, ...] = ()
    published: bool = True
    deals: int | None = None


@dataclass(frozen=True, slots=True)
class Absence:
    """A round missed by own choice, past or to come: neither a bye nor a protection from one."""

    entrant: int
    round: int
    announced: bool = True


@dataclass(frozen=True, slots=True)
class Adjustment:
    """An award (or, negative, a penalty) decided by a referee, in hundredths, from that round on."""

    entrant: int
    value: int
    reason: str = ""
    round: int = 1


@dataclass(frozen=True, slots=True)
class StageRecord:
    """Everything the mathematics of one stage needs. `legs` is 2 in a double round robin."""

    format: Format
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundRecord, ...] = ()
    scoring: Scoring = field(default_factory=Scoring)
    ranking: Ranking = field(default_factory=Ranking)
    absences: tuple[Absence, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    legs: int = 1

    def published(self, after_round: int | None = None) -> Iterator[RoundRecord]:
        """The published rounds in order, up to and with `after_round` if given."""
        for record in sorted(self.rounds, key=lambda r: r.number):
            if record.published and (after_round is None or record.number <= after_round):
                yield record

    def present(self, number: int) -> tuple[Entrant, ...]:
        """The entrants to be drawn in that round, by entry number."""
        away = {absence.entrant for absence in self.absences if absence.round == number}
        here = (e for e in self.entrants if e.takes_part_in(number) and e.id not in away)
        return tuple(sorted(here, key=lambda e: e.number))
