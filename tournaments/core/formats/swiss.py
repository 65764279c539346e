"""The Swiss system: one minimum-cost perfect matching over the whole field each round.

Lexicographic, the most important first: byes to newcomers (only if relaxed), byes beyond the first, forbidden
tables (only if relaxed), rematches, bye to the lowest placed, clubmates, the squared gaps of scores, and a
tie-break drawn by the seed that leaves one best draw. What each costs is `swiss_costs`.
"""

from dataclasses import dataclass, replace

from tournaments.core.draw_input import Candidate, DrawInput, Lock, Rematches
from tournaments.core.draws import (
    Criterion,
    Draw,
    DrawError,
    DrawnBye,
    DrawnTable,
    Flag,
    Reason,
    Relaxation,
    Sides,
)
from tournaments.core.formats.locks import check_locks, taken
from tournaments.core.formats.matching import can_match, cheapest_perfect_matching
from tournaments.core.formats.swiss_costs import SwissCosts, cost_lines


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best draw without a certain table or bye, and what it costs more, criterion by criterion."""

    draw: Draw
    extra: dict[Criterion, int]


def next_round(draw_input: DrawInput, seed: int) -> Draw:
    """The best lawful draw of this round. Raises `DrawError` with the rules that could be relaxed."""
    return _draw(draw_input, seed, without=None)


def price_without(draw_input: DrawInput, seed: int, sides: Sides) -> Alternative | None:
    """The best draw in which these sides don't meet (one side: has no bye), or None if there is none."""
    met = frozenset(entrant for side in sides for entrant in side)
    unlocked = replace(
        draw_input,
        locks=tuple(lock for lock in draw_input.locks if met != _entrants(lock)),
        locked_byes=tuple(bye for bye in draw_input.locked_byes if met != {bye}),
    )
    try:
        other = _draw(unlocked, seed, without=met)
    except DrawError:
        return None
    best = next_round(draw_input, seed).cost
    return Alternative(other, {c: other.cost[c] - best[c] for c in Criterion if other.cost[c] != best[c]})


def _draw(draw_input: DrawInput, seed: int, without: frozenset[int] | None) -> Draw:
    if len(draw_input.here) < 2:
        raise DrawError(Reason.TOO_FEW, {"entrants": len(draw_input.here), "needed": 2})
    check_locks(draw_input, side_size=1)
    costs = SwissCosts(draw_input, seed)
    locked = taken(draw_input)
    free = [candidate for candidate in draw_input.here if candidate.id not in locked]
    edges = [*costs.edges(free), *(costs.bye_edges(free) if len(free) % 2 else ())]
    if without is not None:
        edges = [edge for edge in edges if without != _ids(free, edge[0], edge[1])]
    pairs = cheapest_perfect_matching(len(free) + len(free) % 2, edges)
    if pairs is None:
        raise _refusal(costs)
    tables = [_table(costs, free[i], free[j]) for i, j in pairs if j < len(free)]
    byes = [_bye(costs, free[i]) for i, j in pairs if j == len(free)]
    return _with_locks(costs, tables, byes)


def _with_locks(costs: SwissCosts, tables: list[DrawnTable], byes: list[DrawnBye]) -> Draw:
    by_id = {candidate.id: candidate for candidate in costs.here}
    for lock in costs.input.locks:
        one, other = (by_id[entrant] for side in lock.sides for entrant in side)
        table = _table(costs, one, other)
        tables.append(replace(table, sides=lock.sides, number=lock.number, flags=(*table.flags, Flag.LOCKED)))
    for entrant in costs.input.locked_byes:
        bye = _bye(costs, by_id[entrant])
        byes.append(replace(bye, flags=(*bye.flags, Flag.LOCKED)))
    tables.sort(key=lambda table: min(costs.position[entrant] for entrant in table.entrants))
    byes.sort(key=lambda bye: costs.position[bye.entrant])
    return Draw(tuple(tables), tuple(byes))


def _table(costs: SwissCosts, one: Candidate, other: Candidate) -> DrawnTable:
    return DrawnTable(
        sides=((one.id,), (other.id,)),
        lines=cost_lines(costs.pair(one, other)),
        flags=costs.pair_flags(one, other),
    )


def _bye(costs: SwissCosts, candidate: Candidate) -> DrawnBye:
    return DrawnBye(candidate.id, lines=cost_lines(costs.bye(candidate)), flags=costs.bye_flags(candidate))


def _ids(free: list[Candidate], i: int, j: int) -> frozenset[int]:
    return frozenset(free[index].id for index in (i, j) if index < len(free))


def _entrants(lock: Lock) -> frozenset[int]:
    return frozenset(entrant for side in lock.sides for entrant in side)


def _refusal(costs: SwissCosts) -> DrawError:
    """Why no draw exists, and each rule that alone would make one possible if given up."""
    given_up = frozenset(costs.input.relaxed)
    relax = [rule for rule in Relaxation if rule not in given_up and _possible(costs, given_up | {rule})]
    danish = costs.options.rematches is Rematches.DANISH
    reasons = {
        Relaxation.REMATCHES: Reason.ONLY_LAST_OPPONENT if danish else Reason.EVERY_OPPONENT_USED,
        Relaxation.FORBIDDEN: Reason.FORBIDDEN_TABLES,
        Relaxation.NEWCOMER_BYE: Reason.ONLY_NEWCOMERS,
        Relaxation.LOCKS: Reason.LOCKED_TABLES,
    }
    code = reasons[relax[0]] if relax else Reason.NO_LAWFUL_DRAW
    return DrawError(code, {"round": costs.input.round, "stuck": _stuck(costs)}, relax)


def _possible(costs: SwissCosts, relaxed: frozenset[Relaxation]) -> bool:
    locked = set() if Relaxation.LOCKS in relaxed else taken(costs.input)
    free = [candidate for candidate in costs.here if candidate.id not in locked]
    edges = [
        (i, j)
        for i, one in enumerate(free)
        for j in range(i + 1, len(free))
        if costs.lawful_pair(one, free[j], relaxed)
    ]
    if len(free) % 2:
        edges += [(i, len(free)) for i, one in enumerate(free) if costs.lawful_bye(one, relaxed)]
    return can_match(len(free) + len(free) % 2, edges)


def _stuck(costs: SwissCosts) -> list[int]:
    """Entrants who have no lawful opponent left among those still to be paired."""
    given_up = frozenset(costs.input.relaxed)
    locked = taken(costs.input)
    free = [candidate for candidate in costs.here if candidate.id not in locked]
    return sorted(
        one.id
        for one in free
        if not any(one is not other and costs.lawful_pair(one, other, given_up) for other in free)
    )
