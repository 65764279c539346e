"""Single players, a new partner each round.

While the whole field is there and a whist schedule for it is known, that schedule is played. Otherwise
partners repeat as rarely as possible, then opponents. By standing, each four of the table plays 1+3 v 2+4.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import TypeAlias, TypeVar

from tournaments.core.draw_input import Candidate, DrawInput
from tournaments.core.draws import (
    CostLine,
    Criterion,
    Draw,
    DrawError,
    DrawnBye,
    DrawnTable,
    Flag,
    Reason,
    Sides,
)
from tournaments.core.formats.locks import check_locks, settle, taken
from tournaments.core.formats.lots import joint_lot, lot
from tournaments.core.formats.matching import cheapest_perfect_matching
from tournaments.core.formats.whist import has_whist, whist_round, whist_rounds

TRIES = 12
TIE_BITS = 24

Item = TypeVar("Item")
Partners: TypeAlias = tuple[Candidate, Candidate]
Four: TypeAlias = tuple[Partners, Partners]


def next_round(draw_input: DrawInput, seed: int) -> Draw:
    """The next round. Raises `DrawError` with fewer than four players."""
    if len(draw_input.here) < 4:
        raise DrawError(Reason.TOO_FEW, {"entrants": len(draw_input.here), "needed": 4})
    check_locks(draw_input, side_size=2)
    if follows_schedule(draw_input):
        settled, left_over = settle(_scheduled(draw_input), draw_input)
        if not left_over:
            return _explained(settled, draw_input)
    return _explained(_searched(draw_input, seed), draw_input)


def follows_schedule(draw_input: DrawInput) -> bool:
    """Whether the whist schedule is played in this round."""
    field = draw_input.candidates
    whole = all(candidate.present and candidate.joined_round == 1 for candidate in field)
    known = has_whist(len(field)) and draw_input.round <= whist_rounds(len(field))
    return whole and known and not draw_input.options.by_standing


def _scheduled(draw_input: DrawInput) -> Draw:
    players = [c.id for c in sorted(draw_input.candidates, key=lambda c: c.schedule_key)]
    tables, out = whist_round(len(players), draw_input.round)

    def named(numbers: tuple[int, int]) -> tuple[int, int]:
        return players[numbers[0] - 1], players[numbers[1] - 1]

    drawn = tuple(DrawnTable((named(one), named(other))) for one, other in tables)
    return Draw(drawn, () if out is None else (DrawnBye(players[out - 1]),))


def _searched(draw_input: DrawInput, seed: int) -> Draw:
    locked = taken(draw_input)
    free = [candidate for candidate in draw_input.here if candidate.id not in locked]
    out = _sit_out(free, draw_input.round)
    playing = [candidate for candidate in free if candidate not in out]
    fours = _by_standing(playing) if draw_input.options.by_standing else _fewest_repeats(playing, seed)
    tables = tuple(DrawnTable(_sides(four)) for four in fours)
    drawn = Draw(tables, tuple(DrawnBye(candidate.id) for candidate in out))
    return settle(drawn, draw_input)[0] if locked else drawn


def _sit_out(free: Sequence[Candidate], number: int) -> list[Candidate]:
    """Those beyond a multiple of four: no newcomers, fewest byes so far, lowest placed."""

    def claim(candidate: Candidate) -> tuple[bool, int, int]:
        return (candidate.joins_in(number), candidate.byes, -candidate.place)

    return sorted(free, key=claim)[: len(free) % 4]


def _by_standing(playing: Sequence[Candidate]) -> list[Four]:
    fours = [playing[start : start + 4] for start in range(0, len(playing), 4)]
    return [((first, third), (second, fourth)) for first, second, third, fourth in fours]


def _fewest_repeats(playing: Sequence[Candidate], seed: int) -> list[Four]:
    """Partners by the cheapest matching of players, opponents by the cheapest matching of partnerships.

    Many partnerships cost the same, so several are tried and the one whose opponents repeat least is taken.
    """
    tried = [_one_try(playing, lot(seed, attempt)) for attempt in range(TRIES)]
    return min(tried, key=lambda fours: sum(opponents_cost(four) for four in fours))


def _one_try(playing: Sequence[Candidate], seed: int) -> list[Four]:
    def draw_lot(*players: Candidate) -> int:
        return lot(seed, *sorted(player.id for player in players))

    partnerships = _match(playing, partners_cost, draw_lot)
    return _match(partnerships, lambda one, other: opponents_cost((one, other)), lambda two: draw_lot(*two))


def _match(
    items: Sequence[Item], cost: Callable[[Item, Item], int], draw_lot: Callable[[Item], int]
) -> list[tuple[Item, Item]]:
    """The items in twos with the least sum of costs; equals are decided by lot."""
    lots = [draw_lot(item) for item in items]
    shift = TIE_BITS + len(items).bit_length()
    edges = [
        (i, j, (cost(items[i], items[j]) << shift) + joint_lot(lots[i], lots[j], TIE_BITS))
        for i, j in combinations(range(len(items)), 2)
    ]
    return [(items[i], items[j]) for i, j in cheapest_perfect_matching(len(items), edges) or []]


def partners_cost(one: Candidate, other: Candidate) -> int:
    """Squared, so that nobody partners one player a third time while others have not met twice."""
    return dict(one.partnered).get(other.id, 0) ** 2


def opponents_cost(four: Four) -> int:
    """The repeats among the four pairs of opponents at a table, squared."""
    return sum(dict(a.met).get(b.id, 0) ** 2 for a, b in product(*four))


def _sides(four: Four) -> Sides:
    (a, b), (c, d) = four
    return ((a.id, b.id), (c.id, d.id))


def _explained(draw: Draw, draw_input: DrawInput) -> Draw:
    """The draw with costs and flags, the tables of the best placed first."""
    known = {candidate.id: candidate for candidate in draw_input.here}
    tables = [_explained_table(table, known) for table in draw.tables]
    tables.sort(key=lambda table: min(known[entrant].place for entrant in table.entrants))
    byes = [_explained_bye(bye, known[bye.entrant]) for bye in draw.byes]
    return replace(draw, tables=tuple(tables), byes=tuple(byes))


def _explained_table(table: DrawnTable, known: Mapping[int, Candidate]) -> DrawnTable:
    (a, b), (c, d) = table.sides
    four = ((known[a], known[b]), (known[c], known[d]))
    again = sum(dict(one.partnered).get(other.id, 0) for one, other in four)
    faced = sum(dict(one.met).get(other.id, 0) for one, other in product(*four))
    lines = (
        CostLine(Criterion.PARTNER_AGAIN, again, sum(partners_cost(*partners) for partners in four)),
        CostLine(Criterion.OPPONENT_AGAIN, faced, opponents_cost(four)),
    )
    repeat = (Flag.REPEAT,) if again else ()
    return replace(table, lines=tuple(line for line in lines if line.cost), flags=(*repeat, *table.flags))


def _explained_bye(bye: DrawnBye, candidate: Candidate) -> DrawnBye:
    if not candidate.byes:
        return bye
    line = CostLine(Criterion.SECOND_BYE, candidate.byes, candidate.byes)
    return replace(bye, lines=(line,), flags=(Flag.SECOND_BYE, *bye.flags))
