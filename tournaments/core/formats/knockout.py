"""A seeded knockout: byes to the top seeds, a third-place match, a second-chance draw for first-round losers.

Every draw is folded anew from the results so far: a slot passes on whoever was not put out there, or had the
bye, or nobody. A level match stays open. Final places live in `places`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.core.draw_input import DrawInput
from tournaments.core.draws import Draw, DrawError, DrawnBye, DrawnTable, Flag, Reason, Relaxation
from tournaments.core.places import losers
from tournaments.core.records import Bracket, MatchRecord, Outcome, RoundRecord

Slots = list[int | None]


def rounds_needed(size: int, second_chance: bool = False) -> int:
    """Rounds until a knockout of so many is decided, with the second-chance draw if there is one."""
    main = (size - 1).bit_length()
    first_losers = size - (1 << main) // 2
    if not second_chance or first_losers < 2:
        return main
    return max(main, 1 + (first_losers - 1).bit_length())


def bracket_order(size: int) -> list[int]:
    """Seeds in bracket order for a power of two: 1 8, 4 5, 2 7, 3 6; the best two meet in the final."""
    order = [1]
    while len(order) < size:
        order = [part for seed in order for part in (seed, 2 * len(order) + 1 - seed)]
    return order


def next_round(draw_input: DrawInput, seed: int) -> Draw:
    """The matches that are due; the seed decides nothing.

    Raises `DrawError` naming the tables still open, or when everything is decided.
    """
    course = _Course(draw_input)
    parts = [course.round_of(Bracket.MAIN, first=1, entered=course.founders())]
    if draw_input.options.third_place:
        parts.append(course.third_place())
    if draw_input.options.second_chance and draw_input.round > 1:
        parts.append(course.round_of(Bracket.SECOND_CHANCE, first=2, entered=course.first_losers()))
    if course.open_tables:
        raise DrawError(Reason.MATCHES_OPEN, {"tables": sorted(course.open_tables)})
    tables = tuple(table for part in parts for table in part.tables)
    byes = tuple(bye for part in parts for bye in part.byes)
    if not tables and not byes:
        raise DrawError(Reason.STAGE_DECIDED)
    return _with_locks(Draw(tables, byes), draw_input)


@dataclass(frozen=True, slots=True)
class _Slot:
    """Who comes out of a slot of the bracket, and who was beaten there."""

    winner: int | None
    beaten: tuple[int, ...] = ()


class _Course:
    """The results so far, folded bracket by bracket; tables found undecided on the way are collected."""

    def __init__(self, draw_input: DrawInput) -> None:
        self.input = draw_input
        self.here = {candidate.id for candidate in draw_input.here}
        self.rounds = {record.number: record for record in draw_input.results}
        self.open_tables: set[tuple[int, int]] = set()
        self.semifinal_losers: list[int] = []

    def founders(self) -> set[int]:
        """Who entered the bracket: in round 1 who is there, later who was drawn in round 1."""
        return self.here if self.input.round == 1 else _drawn_in(self.rounds.get(1), Bracket.MAIN)

    def first_losers(self) -> set[int]:
        """Who entered the second-chance draw: beaten in round 1, but not by staying away."""
        beaten = {
            loser
            for match in _matches(self.rounds.get(1), Bracket.MAIN)
            for loser in losers(match)
            if not _stayed_away(match, loser)
        }
        if self.input.round == 2:
            return beaten & self.here
        return beaten & _drawn_in(self.rounds.get(2), Bracket.SECOND_CHANCE)

    def round_of(self, bracket: Bracket, first: int, entered: set[int]) -> Draw:
        """The part of this round that belongs to one bracket, which began in round `first`."""
        seeds = [c.id for c in sorted(self.input.candidates, key=lambda c: c.schedule_key) if c.id in entered]
        if bracket is Bracket.MAIN and len(seeds) < 2:
            raise DrawError(Reason.TOO_FEW, {"entrants": len(seeds), "needed": 2})
        slots = _first_slots(seeds)
        for number in range(first, self.input.round):
            if len(slots) < 2:
                return Draw(())
            folded = self._fold(slots, bracket, number)
            if bracket is Bracket.MAIN and len(folded) == 2:
                self.semifinal_losers = [loser for slot in folded for loser in slot.beaten]
            slots = [slot.winner for slot in folded]
        return self._draw(slots, bracket, opening=self.input.round == first) if len(slots) > 1 else Draw(())

    def third_place(self) -> Draw:
        """The match of the two who lost a semifinal in the round before, if both are there."""
        playing = [entrant for entrant in self.semifinal_losers if entrant in self.here]
        if len(playing) != 2 or self.input.round != rounds_needed(len(self.founders())):
            return Draw(())
        sides = ((playing[0],), (playing[1],))
        return Draw((DrawnTable(sides, bracket=Bracket.THIRD_PLACE, slot=1),))

    def _fold(self, slots: Slots, bracket: Bracket, number: int) -> list[_Slot]:
        record = self.rounds.get(number)
        by_slot = {match.slot: match for match in _matches(record, bracket)}
        with_bye = set(record.byes) if record else set()
        folded = []
        for slot, pair in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1):
            if slot in by_slot:
                folded.append(self._decide(by_slot[slot], number))
            else:
                folded.append(_Slot(next((entrant for entrant in pair if entrant in with_bye), None)))
        return folded

    def _decide(self, match: MatchRecord, number: int) -> _Slot:
        beaten = losers(match)
        through = [entrant for entrant in match.entrants if entrant not in beaten]
        if len(through) > 1:
            self.open_tables.add((number, match.table))
        return _Slot(through[0] if through else None, beaten if through else ())

    def _draw(self, slots: Slots, bracket: Bracket, opening: bool) -> Draw:
        tables: list[DrawnTable] = []
        byes: list[DrawnBye] = []
        for slot, pair in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1):
            here = [entrant for entrant in pair if entrant in self.here]
            if len(here) == 2:
                tables.append(DrawnTable(((here[0],), (here[1],)), bracket=bracket, slot=slot))
            elif here:
                flags = () if opening else (Flag.WALKOVER,)
                byes.append(DrawnBye(here[0], flags=flags, bracket=bracket, slot=slot))
        return Draw(tuple(tables), tuple(byes))


def _first_slots(seeds: Sequence[int]) -> Slots:
    size = 1 << (len(seeds) - 1).bit_length() if seeds else 0
    return [seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket_order(size)] if size else []


def _matches(record: RoundRecord | None, bracket: Bracket) -> list[MatchRecord]:
    return [match for match in record.matches if match.bracket is bracket] if record else []


def _drawn_in(record: RoundRecord | None, bracket: Bracket) -> set[int]:
    seated = {entrant for match in _matches(record, bracket) for entrant in match.entrants}
    return seated | set(record.byes if record else ())


def _stayed_away(match: MatchRecord, entrant: int) -> bool:
    at_fault = any(side.at_fault for side in match.sides if entrant in side.entrants)
    return at_fault and match.outcome is Outcome.NO_SHOW


def _with_locks(draw: Draw, draw_input: DrawInput) -> Draw:
    """The bracket decides who meets whom; a lock on anything else cannot stand."""
    tables = {frozenset(table.entrants): table for table in draw.tables}
    byes = {bye.entrant: bye for bye in draw.byes}
    locked = [frozenset(e for side in lock.sides for e in side) for lock in draw_input.locks]
    if not set(locked) <= set(tables) or not set(draw_input.locked_byes) <= set(byes):
        raise DrawError(Reason.LOCKED_TABLES, relax=(Relaxation.LOCKS,))
    for key, lock in zip(locked, draw_input.locks, strict=True):
        tables[key] = replace(tables[key], sides=lock.sides, number=lock.number, flags=(Flag.LOCKED,))
    for entrant in draw_input.locked_byes:
        byes[entrant] = replace(byes[entrant], flags=(*byes[entrant].flags, Flag.LOCKED))
    return Draw(tuple(tables.values()), tuple(byes.values()))
