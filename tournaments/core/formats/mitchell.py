"""Mitchell: N/S entrants sit, E/W move on; everybody meets the whole other line once.

A chair without an entrant (an odd field, somebody absent or gone) gives whoever comes there a bye.
"""

from collections.abc import Sequence

from tournaments.core.draw_input import Candidate, DrawInput
from tournaments.core.draws import Draw, DrawError, DrawnBye, DrawnTable, Flag, Reason
from tournaments.core.formats.locks import settle_all
from tournaments.core.formats.movement import mitchell_round, visits_every_table

NORTH_SOUTH = "NS"
EAST_WEST = "EW"

Line = list[Candidate | None]


def deal_lines(candidates: Sequence[Candidate]) -> dict[int, str]:
    """A line for everybody who has none: immobile pairs sit N/S as far as half the field goes, the others
    keep the lines level and as strong as one another (1 4 5, 2 3 6). A late entrant fills the shorter line.
    """
    lines = {c.id: c.group for c in candidates if c.group in (NORTH_SOUTH, EAST_WEST)}
    waiting = sorted((c for c in candidates if c.id not in lines), key=lambda c: c.schedule_key)
    for candidate in waiting:
        if candidate.fixed_table is not None and 2 * _count(lines, NORTH_SOUTH) < len(candidates):
            lines[candidate.id] = NORTH_SOUTH
    for index, candidate in enumerate(c for c in waiting if c.id not in lines):
        ahead = _count(lines, NORTH_SOUTH) - _count(lines, EAST_WEST)
        sits = ahead < 0 or (ahead == 0 and index % 4 == 0)
        lines[candidate.id] = NORTH_SOUTH if sits else EAST_WEST
    return lines


def next_round(draw_input: DrawInput, seed: int) -> Draw:
    """The scheduled round; the seed decides nothing. Raises `DrawError` after as many rounds as tables."""
    lines = deal_lines(draw_input.candidates)
    order = sorted(draw_input.candidates, key=lambda c: c.schedule_key)
    sitting = [candidate for candidate in order if lines[candidate.id] == NORTH_SOUTH]
    moving = [candidate for candidate in order if lines[candidate.id] == EAST_WEST]
    tables = max(_founders(sitting), _founders(moving))
    _check(draw_input, tables, [*sitting[tables:], *moving[tables:]])
    north_south = _sit(sitting, tables)
    east_west: Line = [*moving, *[None] * (tables - len(moving))]
    drawn: list[DrawnTable] = []
    byes: list[DrawnBye] = []
    for ns, ew in mitchell_round(tables, draw_input.options.step, draw_input.round):
        here = [c for c in (north_south[ns - 1], east_west[ew - 1]) if c is not None and c.present]
        if len(here) == 2:
            drawn.append(DrawnTable(((here[0].id,), (here[1].id,)), number=ns))
        byes += [_bye(candidate) for candidate in here[: len(here) % 2]]
    return settle_all(Draw(tuple(drawn), tuple(byes)), draw_input)


def _check(draw_input: DrawInput, tables: int, without_chair: list[Candidate]) -> None:
    step = draw_input.options.step
    if not visits_every_table(tables, step):
        raise DrawError(Reason.STEP_REPEATS, {"tables": tables, "step": step})
    if draw_input.round > tables:
        raise DrawError(Reason.ROUNDS_OVER, {"rounds": tables})
    if without_chair:
        raise DrawError(Reason.NO_SEAT_LEFT, {"entrants": [candidate.id for candidate in without_chair]})


def _sit(sitting: list[Candidate], tables: int) -> Line:
    """N/S by table: immobile pairs at their own as far as there is one, the others from the first on."""
    seats: Line = [None] * tables
    others: list[Candidate] = []
    for candidate in sitting:
        own = (candidate.fixed_table or 0) - 1
        if 0 <= own < tables and seats[own] is None:
            seats[own] = candidate
        else:
            others.append(candidate)
    waiting = iter(others)
    return [seat if seat is not None else next(waiting, None) for seat in seats]


def _founders(line: list[Candidate]) -> int:
    return sum(candidate.joined_round == 1 for candidate in line)


def _count(lines: dict[int, str], line: str) -> int:
    return sum(value == line for value in lines.values())


def _bye(candidate: Candidate) -> DrawnBye:
    return DrawnBye(candidate.id, flags=(Flag.SECOND_BYE,) if candidate.byes else ())
