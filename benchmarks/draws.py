"""A Swiss draw of 400 pairs after 8 rounds, ours and through networkx: python -m benchmarks.draws.

Both solve the same problem with the same costs and must find the same least cost. Ends with status 1 if the
draw takes a second or more, or is less than ten times as fast.
"""

import random
import sys
from time import perf_counter

import networkx

from tournaments.core.draw_input import Candidate, DrawInput
from tournaments.core.formats.matching import cheapest_perfect_matching
from tournaments.core.formats.swiss import next_round
from tournaments.core.formats.swiss_costs import SwissCosts
from tournaments.core.records import Format

PAIRS, ROUNDS, RUNS = 400, 8, 5
LIMIT, FASTER = 1.0, 10

Edges = list[tuple[int, int, int]]


def event(seed: int) -> DrawInput:
    """The event before its next round: neighbours of the standings met each time, clubs of ten pairs."""
    rng = random.Random(seed)
    ids = list(range(1, PAIRS + 1))
    scores = dict.fromkeys(ids, 0)
    met: dict[int, dict[int, int]] = {entrant: {} for entrant in ids}
    for _ in range(ROUNDS):
        ids.sort(key=lambda entrant: scores[entrant] + rng.random() * 300, reverse=True)
        for one, other in zip(ids[::2], ids[1::2], strict=True):
            won = 1000 + 5 * rng.randint(-200, 200)
            scores[one] += won
            scores[other] += 2000 - won
            met[one][other] = met[one].get(other, 0) + 1
            met[other][one] = met[other].get(one, 0) + 1
    ids.sort(key=lambda entrant: -scores[entrant])
    candidates = tuple(
        Candidate(
            entrant,
            entrant,
            place,
            scores[entrant],
            clubs=(entrant % 40,),
            met=tuple(sorted(met[entrant].items())),
        )
        for place, entrant in enumerate(ids, start=1)
    )
    return DrawInput(Format.SWISS, ROUNDS + 1, candidates)


def edges_of(given: DrawInput, seed: int) -> Edges:
    return list(SwissCosts(given, seed).edges(list(given.here)))


def through_networkx(edges: Edges) -> int:
    """The least cost as networkx finds it."""
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    pairs = networkx.min_weight_matching(graph)
    return sum(graph[a][b]["weight"] for a, b in pairs)


def ours(edges: Edges) -> int:
    """The least cost as the draw finds it."""
    costs = {(a, b): cost for a, b, cost in edges}
    return sum(costs[pair] for pair in cheapest_perfect_matching(PAIRS, edges) or [])


def best_of(runs: int, given: DrawInput, seed: int) -> float:
    times = []
    for _ in range(runs):
        start = perf_counter()
        next_round(given, seed)
        times.append(perf_counter() - start)
    return min(times)


def main() -> int:
    """Print both times and their ratio."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    given = event(seed)
    whole = best_of(RUNS, given, seed)
    start = perf_counter()
    edges = edges_of(given, seed)
    building = perf_counter() - start
    start = perf_counter()
    cost = ours(edges)
    matching = perf_counter() - start
    start = perf_counter()
    other_cost = through_networkx(edges)
    other = perf_counter() - start
    ratio = (building + other) / whole
    print(f"draw of {PAIRS} pairs after {ROUNDS} rounds: {whole:.3f} s (limit {LIMIT:.0f} s)")
    print(f"  edges {building:.3f} s, matching {matching:.3f} s, networkx {other:.3f} s")
    print(f"  same least cost: {cost == other_cost}; whole draw against networkx: {ratio:.1f} times as fast")
    return 0 if cost == other_cost and whole < LIMIT and ratio >= FASTER else 1


if __name__ == "__main__":
    sys.exit(main())
