"""A seeded knockout: byes to the top seeds, a third-place match, a second-chance draw for first-round losers.

Every draw is folded anew from the results so far: a slot passes on whoever was not put out there, or had the
bye, or nobody. A level match stays open. Final places live in `places`,
what keeps mates of the groups before apart in `apart`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.core.draw_input import Candidate, DrawInput, Lock
from tournaments.core.draws import Draw, DrawError, DrawnBye, DrawnTable, Flag, Reason, Relaxation
from tournaments.core.formats.apart import apart
from tournaments.core.formats.locks import check_locks, taken
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
    course = Course(draw_input)
    parts = [course.round_of(Bracket.MAIN, first=1, entered=course.founders())]
    if draw_input.options.third_place:
        parts.append(course.third_place())
    # Of two semifinals the losers meet once: for the third place.
    semifinals_first = draw_input.options.third_place and rounds_needed(len(course.founders())) == 2
    if draw_input.options.second_chance and draw_input.round > 1 and not semifinals_first:
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


class Course:
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
            for match in matches_of(self.rounds.get(1), Bracket.MAIN)
            for loser in losers(match)
            if not _stayed_away(match, loser)
        }
        if self.input.round == 2:
            return beaten & self.here
        return beaten & _drawn_in(self.rounds.get(2), Bracket.SECOND_CHANCE)

    def round_of(self, bracket: Bracket, first: int, entered: set[int]) -> Draw:
        """The part of this round that belongs to one bracket, which began in round `first`."""
        slots = self.opening(entered)
        if bracket is Bracket.MAIN and len(slots) < 2:
            raise DrawError(Reason.TOO_FEW, {"entrants": len(slots), "needed": 2})
        for number in range(first, self.input.round):
            if len(slots) < 2:
                return Draw(())
            folded = self.fold(slots, bracket, number)
            if bracket is Bracket.MAIN and len(folded) == 2:
                self.semifinal_losers = [loser for slot in folded for loser in slot.beaten]
            slots = [slot.winner for slot in folded]
        return self._draw(slots, bracket, opening=self.input.round == first) if len(slots) > 1 else Draw(())

    def opening(self, entered: set[int]) -> Slots:
        """Who begins in which slot of a bracket that these entered; None faces a bye."""
        by_seed = sorted(self.input.candidates, key=lambda candidate: candidate.schedule_key)
        return first_slots([candidate for candidate in by_seed if candidate.id in entered])

    def third_place(self) -> Draw:
        """The match of the two who lost a semifinal in the round before, if both are there."""
        playing = [entrant for entrant in self.semifinal_losers if entrant in self.here]
        if len(playing) != 2 or self.input.round != rounds_needed(len(self.founders())):
            return Draw(())
        sides = ((playing[0],), (playing[1],))
        return Draw((DrawnTable(sides, bracket=Bracket.THIRD_PLACE, slot=1),))

    def fold(self, slots: Slots, bracket: Bracket, number: int) -> list[_Slot]:
        """What came out of each slot. A bye a director gave by hand belongs to the slot left without one."""
        record = self.rounds.get(number)
        by_slot = {match.slot: match for match in matches_of(record, bracket)}
        pairs = dict(enumerate(zip(slots[::2], slots[1::2], strict=True), start=1))
        byes = set(record.byes if record else ()) & {e for pair in pairs.values() for e in pair}
        through = {slot: next((e for e in pair if e in byes), None) for slot, pair in pairs.items()}
        by_hand = sorted(byes - {e for slot, e in through.items() if slot not in by_slot})
        return [
            self._decide(by_slot[slot], number)
            if slot in by_slot
            else _Slot(through[slot] if through[slot] or not by_hand else by_hand.pop(0))
            for slot in pairs
        ]

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


def first_slots(seeds: Sequence[Candidate]) -> Slots:
    if not seeds:
        return []
    order = bracket_order(1 << (len(seeds) - 1).bit_length())
    placed = apart(seeds, order)
    return [placed[seed - 1].id if seed <= len(placed) else None for seed in order]


def matches_of(record: RoundRecord | None, bracket: Bracket) -> list[MatchRecord]:
    return [match for match in record.matches if match.bracket is bracket] if record else []


def _drawn_in(record: RoundRecord | None, bracket: Bracket) -> set[int]:
    seated = {entrant for match in matches_of(record, bracket) for entrant in match.entrants}
    return seated | set(record.byes if record else ())


def _stayed_away(match: MatchRecord, entrant: int) -> bool:
    at_fault = any(side.at_fault for side in match.sides if entrant in side.entrants)
    return at_fault and match.outcome is Outcome.NO_SHOW


def _with_locks(draw: Draw, draw_input: DrawInput) -> Draw:
    """The matches as locked. Only in round 1 may a director change who meets whom; later the bracket decides.

    What is made by hand takes the slots it empties, tables in the order of their numbers.
    """
    check_locks(draw_input, side_size=1)
    made = {frozenset(e for side in lock.sides for e in side): lock for lock in draw_input.locks}
    made |= {frozenset([entrant]): Lock(((entrant,),)) for entrant in draw_input.locked_byes}
    parts: tuple[DrawnTable | DrawnBye, ...] = (*draw.tables, *draw.byes)
    drawn = [frozenset(part.entrants) for part in parts]
    freed = sorted((key for key in drawn if key & taken(draw_input) and key not in made), key=len)
    new = sorted(made.keys() - set(drawn), key=lambda key: (len(key), made[key].number, sorted(key)))
    fits = [len(key) for key in freed] == [len(key) for key in new]
    if not fits or set().union(*freed) != set().union(*new) or (new and draw_input.round > 1):
        raise DrawError(Reason.LOCKED_TABLES, relax=(Relaxation.LOCKS,))
    locked = {key: made[key] for key in drawn if key in made}
    locked |= {old: made[key] for old, key in zip(freed, new, strict=True)}
    return Draw(
        tuple(_locked_table(table, locked.get(frozenset(table.entrants))) for table in draw.tables),
        tuple(_locked_bye(bye, locked.get(frozenset(bye.entrants))) for bye in draw.byes),
    )


def _locked_table(table: DrawnTable, lock: Lock | None) -> DrawnTable:
    return replace(table, sides=lock.sides, number=lock.number, flags=(Flag.LOCKED,)) if lock else table


def _locked_bye(bye: DrawnBye, lock: Lock | None) -> DrawnBye:
    return replace(bye, entrant=lock.sides[0][0], flags=(*bye.flags, Flag.LOCKED)) if lock else bye
