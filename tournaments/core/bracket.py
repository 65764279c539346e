"""A knockout as a bracket to look at: who meets whom in which box, who went on, and what is still to come."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournaments.core.candidates import input_for
from tournaments.core.draw_input import DrawOptions
from tournaments.core.formats.knockout import Course, Slots, matches_of
from tournaments.core.places import losers
from tournaments.core.records import Bracket, MatchRecord, StageRecord


@dataclass(frozen=True, slots=True)
class Box:
    """A place of the bracket: its two entrants as far as they are known, and the match between them.

    `through` is who went on from here. In a `bye` one entrant had no opponent.
    """

    round: int
    slot: int
    pair: tuple[int | None, int | None]
    match: MatchRecord | None = None
    through: int | None = None
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One bracket, round by round: each column has half as many boxes as the one before."""

    bracket: Bracket
    columns: tuple[tuple[Box, ...], ...]


def drawn_brackets(stage: StageRecord, options: DrawOptions) -> tuple[Part, ...]:
    """The main bracket, the match for the third place and the second chance, as far as they are drawn."""
    published = tuple(stage.published())
    if not published:
        return ()
    course = Course(input_for(replace(stage, rounds=published), len(published) + 1, options))
    parts = [Part(Bracket.MAIN, tuple(_columns(course, Bracket.MAIN, 1, course.opening(course.founders()))))]
    thirds = [
        (record.number, match) for record in published for match in matches_of(record, Bracket.THIRD_PLACE)
    ]
    parts += [
        Part(Bracket.THIRD_PLACE, ((_box(number, 1, (None, None), match),),)) for number, match in thirds
    ]
    if len(published) > 1 and any(matches_of(record, Bracket.SECOND_CHANCE) for record in published):
        slots = course.opening(course.first_losers())
        parts.append(Part(Bracket.SECOND_CHANCE, tuple(_columns(course, Bracket.SECOND_CHANCE, 2, slots))))
    return tuple(parts)


def _columns(course: Course, bracket: Bracket, first: int, slots: Slots) -> Iterator[tuple[Box, ...]]:
    number = first
    while len(slots) > 1:
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        if number in course.rounds:
            by_slot = {match.slot: match for match in matches_of(course.rounds[number], bracket)}
            folded = course.fold(slots, bracket, number)
            column = tuple(
                _box(number, slot, pair, by_slot[slot])
                if slot in by_slot
                else Box(number, slot, pair, through=out.winner, bye=out.winner is not None)
                for slot, (pair, out) in enumerate(zip(pairs, folded, strict=True), start=1)
            )
        else:
            column = tuple(Box(number, slot, pair) for slot, pair in enumerate(pairs, start=1))
        yield column
        slots = [box.through for box in column]
        number += 1


def _box(number: int, slot: int, pair: tuple[int | None, int | None], match: MatchRecord) -> Box:
    """The box of a match; sides made by hand stand where the slot's own pair would."""
    one, other = match.sides[0].entrants[0], match.sides[1].entrants[0]
    beaten = losers(match)
    through = [entrant for entrant in (one, other) if entrant not in beaten] if beaten else []
    seated = (other, one) if pair[0] == other or pair[1] == one else (one, other)
    return Box(number, slot, seated, match, through[0] if len(through) == 1 else None)
