"""Round robin: everybody of a group meets everybody, once or twice, by the Berger tables.

The schedule never moves: a table keeps its place when somebody is absent or has left, and is flagged. Only
the opponents of who left before half of its matches have nothing to play, since those results do not count.
"""

from collections.abc import Sequence

from tournaments.core.draw_input import Candidate, DrawInput
from tournaments.core.draws import Draw, DrawError, DrawnBye, DrawnTable, Flag, Reason
from tournaments.core.formats.berger import berger_round, rounds_needed
from tournaments.core.formats.locks import settle_all


def rounds_of(group_sizes: Sequence[int], legs: int = 1) -> int:
    """How many rounds the largest group needs."""
    return max((rounds_needed(size) * legs for size in group_sizes), default=0)


def snake_groups(ids: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Entrants, best first, dealt out so that groups are as strong as one another: 1 4 5, 2 3 6."""
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for index, entrant in enumerate(ids):
        row, column = divmod(index, groups)
        dealt[column if row % 2 == 0 else groups - 1 - column].append(entrant)
    return tuple(map(tuple, dealt))


def next_round(draw_input: DrawInput, seed: int) -> Draw:
    """The scheduled round; the seed decides nothing. Raises `DrawError` after the last one."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in sorted(draw_input.candidates, key=lambda c: c.schedule_key):
        groups.setdefault(candidate.group, []).append(candidate)
    sizes = [_size(group) for group in groups.values()]
    rounds = rounds_of(sizes, draw_input.options.legs)
    if draw_input.round > rounds:
        raise DrawError(Reason.ROUNDS_OVER, {"rounds": rounds})
    drawn = [_group_round(groups[name], draw_input) for name in sorted(groups, key=lambda n: (len(n), n))]
    whole = Draw(
        tuple(table for draw in drawn for table in draw.tables),
        tuple(bye for draw in drawn for bye in draw.byes),
        tuple(entrant for draw in drawn for entrant in draw.idle),
    )
    return settle_all(whole, draw_input)


def _size(group: list[Candidate]) -> int:
    """Entrants with a place in the schedule; a late one takes the free place of an odd group."""
    founders = sum(candidate.joined_round == 1 for candidate in group)
    late = [candidate.id for candidate in group[founders + founders % 2 :]]
    if late:
        raise DrawError(Reason.NO_SEAT_LEFT, {"entrants": late})
    return len(group)


def _group_round(group: list[Candidate], draw_input: DrawInput) -> Draw:
    size, number = len(group), draw_input.round
    leg, within = divmod(number - 1, rounds_needed(size))
    if leg >= draw_input.options.legs or size < 2:
        return Draw((), idle=tuple(candidate.id for candidate in group if candidate.present))
    pairs, free = berger_round(size, within + 1)
    tables: list[DrawnTable] = []
    byes: list[DrawnBye] = []
    idle: list[int] = []
    for first, second in pairs:
        one, other = group[first - 1], group[second - 1]
        if leg % 2:
            one, other = other, one
        if any(_is_off(candidate, number) for candidate in (one, other)) or _both_gone(one, other, number):
            idle += [candidate.id for candidate in (one, other) if candidate.present]
        else:
            tables.append(DrawnTable(((one.id,), (other.id,)), flags=_flags(one, other, number)))
    if free is not None and group[free - 1].present:
        byes.append(DrawnBye(group[free - 1].id))
    return Draw(tuple(tables), tuple(byes), tuple(idle))


def _is_off(candidate: Candidate, number: int) -> bool:
    """Not in the event yet, or its results have left the standings."""
    return candidate.left_early or candidate.joined_round > number


def _both_gone(one: Candidate, other: Candidate, number: int) -> bool:
    return one.gone_by(number) and other.gone_by(number)


def _flags(one: Candidate, other: Candidate, number: int) -> tuple[Flag, ...]:
    missing = [candidate for candidate in (one, other) if not candidate.present]
    if any(candidate.gone_by(number) for candidate in missing):
        return (Flag.FORFEIT,)
    return (Flag.ABSENT,) if missing else ()
