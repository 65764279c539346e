"""The one place that asks for a minimum-cost perfect matching, and the packing of its costs.

Nothing here knows what the costs mean beyond their order of importance.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import rustworkx

from tournaments.core.draws import Criterion, DrawError, Reason

MOST_BITS = 109
TIE_BITS = 32
FEWEST_TIE_BITS = 16


@dataclass(frozen=True, slots=True)
class Ladder:
    """Packs the costs of a table into one integer, so that comparing sums compares criterion by criterion.

    Each criterion has as many bits as its largest possible sum needs; the lowest bits hold the tie-break.
    """

    shifts: dict[Criterion, int]
    tie_bits: int

    @classmethod
    def of(cls, largest_sums: Mapping[Criterion, int], tables: int) -> "Ladder":
        """A ladder for sums up to these (in order of importance) over so many tables.

        Raises `DrawError` when a field is so large that the exact order of importance would not fit.
        """
        widths = {criterion: largest.bit_length() for criterion, largest in largest_sums.items()}
        free = MOST_BITS - sum(widths.values()) - tables.bit_length()
        if free < FEWEST_TIE_BITS:
            raise DrawError(Reason.TOO_MANY, {"tables": tables})
        tie_bits = min(TIE_BITS, free)
        shift = tie_bits + tables.bit_length()
        shifts = {}
        for criterion in reversed(widths):
            shifts[criterion] = shift
            shift += widths[criterion]
        return cls(dict(reversed(shifts.items())), tie_bits)

    def pack(self, costs: Mapping[Criterion, int]) -> int:
        """The costs of one table or bye as one integer, without a tie-break."""
        return sum(cost << self.shifts[criterion] for criterion, cost in costs.items())


def cheapest_perfect_matching(size: int, edges: list[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
    """The pairs of the perfect matching of vertices 0..size-1 with the least sum of costs, or None.

    An edge is (vertex, vertex, cost); the answer is in ascending order, smaller vertex first.
    """
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    dearest = max((cost for _, _, cost in edges), default=0) + 1
    graph.add_edges_from([(a, b, dearest - cost) for a, b, cost in edges])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) != size:
        return None
    return sorted((min(pair), max(pair)) for pair in pairs)


def can_match(size: int, edges: list[tuple[int, int]]) -> bool:
    """Whether any perfect matching exists."""
    return cheapest_perfect_matching(size, [(a, b, 0) for a, b in edges]) is not None
