"""Whole random tournaments of any format, every draw and every table of standings checked on the way.

Pure: nothing is stored, and one seed always gives the same tournament.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tournaments.core.candidates import candidates_of, input_for
from tournaments.core.draw_input import Clubmates, DrawInput, DrawOptions, Lock, Opening, Rematches
from tournaments.core.drawing import draw_round
from tournaments.core.draws import Draw, DrawError, DrawnTable, Reason, Relaxation
from tournaments.core.formats.mitchell import deal_lines
from tournaments.core.formats.open_play import reported_table
from tournaments.core.formats.round_robin import snake_groups
from tournaments.core.invariants import BrokenInvariantError, check_invariants
from tournaments.core.records import (
    Absence,
    Entrant,
    Format,
    MatchRecord,
    Method,
    Outcome,
    RoundRecord,
    Scoring,
    SideRecord,
    StageRecord,
)
from tournaments.core.standings import standings

OVER = {Reason.ROUNDS_OVER, Reason.STAGE_DECIDED, Reason.TOO_FEW}
FAULTS = (Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.ABANDONED)
MOST_ROUNDS = 12


@dataclass
class Simulation:
    """One tournament in the making; `rounds` are drawn one by one until there is none left."""

    format: Format
    seed: int
    rng: random.Random = field(init=False)
    stage: StageRecord = field(init=False)
    options: DrawOptions = field(init=False)
    last_round: int = field(init=False)
    forbidden: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.format}:{self.seed}")  # noqa: S311 # nosec B311 # a game
        self.last_round = self.rng.randint(1, MOST_ROUNDS)
        self.options = _options(self.rng, self.format)
        entrants = _entrants(self.rng, self.format, self.rng.randint(4, self.rng.choice((8, 24))))
        method = self.rng.choice(tuple(Method))
        self.stage = StageRecord(
            self.format, entrants, scoring=Scoring(method, table="vp-3-deals"), legs=self.options.legs
        )
        ids = [entrant.id for entrant in entrants]
        self.forbidden = tuple(_two(self.rng, ids) for _ in range(self.rng.choice((0, 0, 1, 3))))

    def rounds(self) -> Iterator[Draw]:
        """Draw, check and play round after round; raises `BrokenInvariantError` at the first fault."""
        while len(self.stage.rounds) < self.last_round:
            number = len(self.stage.rounds) + 1
            self._people_come_and_go(number)
            try:
                drawn = self._reported() if self.format is Format.OPEN else self._draw(self._input(number))
            except DrawError as refusal:
                if refusal.code in OVER:
                    return
                raise BrokenInvariantError(f"{self.format}, round {number}: refused, {refusal}") from refusal
            self._play(drawn, number)
            self._check_standings()
            yield drawn

    def _input(self, number: int) -> DrawInput:
        given = input_for(self.stage, number, self.options, last_round=number == self.last_round)
        here = [candidate.id for candidate in given.here]
        locked = self.format is Format.SWISS and len(here) > 4 and self.rng.random() < 0.2
        locks = (Lock(tuple((entrant,) for entrant in _two(self.rng, here))),) if locked else ()
        return replace(given, locks=locks, forbidden=self.forbidden)

    def _draw(self, given: DrawInput) -> Draw:
        """The checked draw; where none is lawful, the first rule named is relaxed, or them all."""
        for _ in range(4):
            try:
                drawn = draw_round(given, self.seed)
            except DrawError as refusal:
                if refusal.code in OVER:
                    raise
                given = replace(given, relaxed=(*given.relaxed, *refusal.relax[:1]), locks=())
                if not refusal.relax:
                    given = replace(given, forbidden=(), relaxed=tuple(Relaxation))
            else:
                check_invariants(drawn, given, self.seed)
                return drawn
        return draw_round(given, self.seed)

    def _reported(self) -> Draw:
        """An open event: some tables of those who happened to be there."""
        here = [entrant.id for entrant in self.stage.present(len(self.stage.rounds) + 1)]
        most = 2 if self.stage.scoring.method is Method.VP else 4
        tables = []
        for _ in range(self.rng.randint(1, 6)):
            size = self.rng.randint(2, most)
            if size <= len(here):
                tables.append(reported_table([[entrant] for entrant in self.rng.sample(here, size)]))
        return Draw(tuple(tables))

    def _people_come_and_go(self, number: int) -> None:
        changed = [self._changed(entrant, number) for entrant in self.stage.entrants]
        if number > 1 and self.format in (Format.SWISS, Format.INDIVIDUAL) and self.rng.random() < 0.2:
            late = max(entrant.id for entrant in changed) + 1
            changed.append(Entrant(late, late, joined_round=number, clubs=(self.rng.randint(1, 4),)))
        away = tuple(
            Absence(entrant.id, number, announced=self.rng.random() < 0.5)
            for entrant in changed
            if self.rng.random() < 0.05
        )
        self.stage = replace(self.stage, entrants=tuple(changed), absences=(*self.stage.absences, *away))

    def _changed(self, entrant: Entrant, number: int) -> Entrant:
        if entrant.withdrawn_after is not None:
            back = self.format is not Format.KNOCKOUT and self.rng.random() < 0.3
            return replace(entrant, withdrawn_after=None) if back else entrant
        if number > 1 and self.rng.random() < 0.03:
            return replace(entrant, withdrawn_after=number - 1)
        if number > 1 and self.rng.random() < 0.005:
            return replace(entrant, disqualified_from=number)
        return entrant

    def _play(self, drawn: Draw, number: int) -> None:
        here = {entrant.id for entrant in self.stage.present(number)}
        matches = tuple(
            self._match(table, 1000 * number + i, here) for i, table in enumerate(drawn.tables, start=1)
        )
        record = RoundRecord(number, matches, tuple(bye.entrant for bye in drawn.byes))
        self.stage = replace(self.stage, rounds=(*self.stage.rounds, record))

    def _match(self, table: DrawnTable, number: int, here: set[int]) -> MatchRecord:
        outcome = self.rng.choice(FAULTS) if self.rng.random() < 0.12 else Outcome.PLAYED
        at_fault = [here.isdisjoint(side) for side in table.sides]
        if any(at_fault):
            outcome = Outcome.NO_SHOW
        elif outcome is not Outcome.PLAYED:
            at_fault = _faults(self.rng, outcome, len(table.sides))
        points = [5 * self.rng.randint(0, 800) for _ in table.sides]
        if self.format is Format.KNOCKOUT and points[0] == points[-1]:
            points[0] += 5
        sides = tuple(
            SideRecord(side, None if outcome is Outcome.NO_SHOW else own, at_fault=fault)
            for side, own, fault in zip(table.sides, points, at_fault, strict=True)
        )
        place = number % 1000
        return MatchRecord(number, place, sides, outcome, True, bracket=table.bracket, slot=table.slot)

    def _check_standings(self) -> None:
        """Everybody in the standings once, ranks in order, and nobody below who has more."""
        tables = standings(self.stage)
        listed = sorted(row.entrant.id for table in tables for row in table.rows)
        if listed != sorted(entrant.id for entrant in self.stage.entrants):
            raise BrokenInvariantError(f"{self.format}: not everybody is in the standings once ({listed})")
        for table in tables:
            ranked = [row for row in table.rows if row.rank is not None]
            places = [row.rank.place for row in ranked if row.rank is not None]
            values = [row.value if row.average is None else row.average for row in ranked]
            in_order = self.format is Format.KNOCKOUT or values == sorted(values, reverse=True)
            if places != sorted(places) or not in_order:
                raise BrokenInvariantError(f"{self.format}: standings out of order ({places}, {values})")


def simulate(form: Format, seed: int) -> int:
    """Play one random tournament to its end; the number of rounds. Raises `BrokenInvariantError`."""
    return sum(1 for _ in Simulation(form, seed).rounds())


def _options(rng: random.Random, form: Format) -> DrawOptions:
    return DrawOptions(
        rematches=rng.choice(tuple(Rematches)),
        opening=rng.choice(tuple(Opening)),
        clubmates=rng.choice(tuple(Clubmates)),
        neighbours_in_last_round=rng.random() < 0.3,
        legs=rng.choice((1, 2)) if form is Format.ROUND_ROBIN else 1,
        third_place=rng.random() < 0.5,
        second_chance=rng.random() < 0.5,
        by_standing=rng.random() < 0.3,
    )


def _entrants(rng: random.Random, form: Format, size: int) -> tuple[Entrant, ...]:
    numbers = list(range(1, size + 1))
    seeds = rng.sample(numbers, size) if rng.random() < 0.7 else [None] * size
    entrants = tuple(
        Entrant(number, number, seed=seed, clubs=tuple(rng.sample(range(1, 5), rng.choice((0, 1, 1, 2)))))
        for number, seed in zip(numbers, seeds, strict=True)
    )
    if form is Format.MITCHELL:
        lines = deal_lines(candidates_of(StageRecord(form, entrants), 1, (), {}))
        return tuple(replace(entrant, group=lines[entrant.id]) for entrant in entrants)
    if form is Format.ROUND_ROBIN and size > 6:
        groups = snake_groups(numbers, rng.randint(1, 3))
        names = {entrant: f"{index}" for index, group in enumerate(groups, start=1) for entrant in group}
        return tuple(replace(entrant, group=names[entrant.id]) for entrant in entrants)
    return entrants


def _faults(rng: random.Random, outcome: Outcome, sides: int) -> list[bool]:
    """Who is to blame: one side, or for a no-show now and then all of them."""
    if outcome is Outcome.NO_SHOW and rng.random() < 0.3:
        return [True] * sides
    blamed = rng.randrange(sides)
    return [index == blamed for index in range(sides)]


def _two(rng: random.Random, ids: list[int]) -> tuple[int, int]:
    one, other = rng.sample(ids, 2)
    return one, other
