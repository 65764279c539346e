"""What every format answers with: the tables of one round, its byes, and why.

Plain values only. How they are found lives in `formats`, what they are found from in `draw_input`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TypeAlias

from tournaments.core.records import Bracket

Sides: TypeAlias = tuple[tuple[int, ...], ...]
Pairing: TypeAlias = frozenset[frozenset[frozenset[int]]]


class Criterion(StrEnum):
    """What a draw is judged by, the most important first."""

    NEWCOMER_BYE = "newcomer_bye"
    SECOND_BYE = "second_bye"
    FORBIDDEN = "forbidden"
    REMATCH = "rematch"
    PARTNER_AGAIN = "partner_again"
    OPPONENT_AGAIN = "opponent_again"
    BYE_PLACE = "bye_place"
    CLUBMATES = "clubmates"
    SEEDING = "seeding"
    NEIGHBOURS = "neighbours"
    GAP = "gap"


class Flag(StrEnum):
    """What a director should see about a table or a bye before publishing it."""

    REPEAT = "repeat"
    FORBIDDEN = "forbidden"
    CLUBMATES = "clubmates"
    SECOND_BYE = "second_bye"
    NEWCOMER_BYE = "newcomer_bye"
    LOCKED = "locked"
    WALKOVER = "walkover"
    ABSENT = "absent"
    FORFEIT = "forfeit"
    OFF_TABLE = "off_table"


class Relaxation(StrEnum):
    """A rule a director may give up for one round when no lawful draw exists."""

    REMATCHES = "rematches"
    FORBIDDEN = "forbidden"
    NEWCOMER_BYE = "newcomer_bye"
    LOCKS = "locks"


class Reason(StrEnum):
    """Why there is no draw."""

    TOO_FEW = "too_few_entrants"
    TOO_MANY = "too_many_entrants"
    EVERY_OPPONENT_USED = "every_opponent_used"
    ONLY_LAST_OPPONENT = "only_last_opponent_left"
    FORBIDDEN_TABLES = "forbidden_tables"
    ONLY_NEWCOMERS = "only_newcomers_for_bye"
    LOCKED_TABLES = "locked_tables"
    NO_LAWFUL_DRAW = "no_lawful_draw"
    LOCK_NOT_PRESENT = "lock_not_present"
    LOCK_TWICE = "lock_twice"
    LEFT_OVER = "left_over"
    ROUNDS_OVER = "rounds_over"
    STEP_REPEATS = "step_repeats"
    NO_SEAT_LEFT = "no_seat_left"
    MATCHES_OPEN = "matches_open"
    STAGE_DECIDED = "stage_decided"
    NOT_DRAWN = "not_drawn"
    SIDES = "sides"


class DrawError(Exception):
    """No lawful draw exists. `relax` names each rule that alone, if relaxed, would make one possible."""

    def __init__(
        self, code: Reason, params: Mapping[str, object] | None = None, relax: Iterable[Relaxation] = ()
    ) -> None:
        self.code = code
        self.params = dict(params or {})
        self.relax = tuple(relax)
        super().__init__(f"{code}: {self.params}")


@dataclass(frozen=True, slots=True)
class CostLine:
    """What one criterion adds to the cost of a draw. `value` is what a reader understands.

    `gap` (of scores), `seeding` (places away from the seeded opponent) and `neighbours` (places apart) cost
    their square, repeated partners and opponents the sum of the squares of how often two of them met;
    otherwise value and cost are the same count.
    """

    criterion: Criterion
    value: int
    cost: int


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """Who meets whom. `number` is 0 until tables are allotted; `slot` and `bracket` are a knockout's."""

    sides: Sides
    number: int = 0
    lines: tuple[CostLine, ...] = ()
    flags: tuple[Flag, ...] = ()
    bracket: Bracket = Bracket.MAIN
    slot: int = 0

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everybody at the table, side by side."""
        return tuple(entrant for side in self.sides for entrant in side)


@dataclass(frozen=True, slots=True)
class DrawnBye:
    """A round without an opponent, allotted by the draw; a `walkover` where a knockout slot is empty."""

    entrant: int
    lines: tuple[CostLine, ...] = ()
    flags: tuple[Flag, ...] = ()
    bracket: Bracket = Bracket.MAIN
    slot: int = 0

    @property
    def entrants(self) -> tuple[int, ...]:
        """Whoever has the bye, alone."""
        return (self.entrant,)


@dataclass(frozen=True, slots=True)
class Draw:
    """One round: its tables, its byes, and who is present with nothing to play (`idle`, not a bye)."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[DrawnBye, ...] = ()
    idle: tuple[int, ...] = ()

    @property
    def cost(self) -> dict[Criterion, int]:
        """The cost of the whole draw by criterion; compare the values in the order of `Criterion`."""
        total = dict.fromkeys(Criterion, 0)
        lines = [table.lines for table in self.tables] + [bye.lines for bye in self.byes]
        for line in chain.from_iterable(lines):
            total[line.criterion] += line.cost
        return total

    @property
    def pairing(self) -> Pairing:
        """Who meets whom, whatever the order of tables and sides; a bye is a table of one side."""
        met = {frozenset(frozenset(side) for side in table.sides) for table in self.tables}
        return frozenset(met | {frozenset([frozenset([bye.entrant])]) for bye in self.byes})
