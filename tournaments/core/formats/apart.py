"""Group mates kept apart in a knockout after groups: who takes which place of the bracket.

The winners of the groups keep the places of their seeds; the seconds change places among themselves, then the
thirds, so that mates meet as late as the bracket allows, and else as near to their own seeds as possible.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.core.draw_input import Candidate
from tournaments.core.formats.lots import lot
from tournaments.core.formats.matching import cheapest_perfect_matching

TIE_BITS = 16


def apart(seeded: Sequence[Candidate], order: Sequence[int]) -> list[Candidate]:
    """The candidates, given best seed first, in the places of the bracket; `order` lists its seeds.

    Without groups everybody stays in place.
    """
    if not any(candidate.group for candidate in seeded):
        return list(seeded)
    where = {seed: slot for slot, seed in enumerate(order)}
    slots = [where[seed] for seed in range(1, len(seeded) + 1)]
    placed: dict[int, Candidate] = {}
    for tier in _tiers(seeded):
        placed |= _placed(tier, seeded, slots, placed)
    return [placed[place] for place in range(len(seeded))]


def _tiers(seeded: Sequence[Candidate]) -> list[list[int]]:
    """The places of the best of every group, of the second best, and so on; who has no group is a best."""
    before: Counter[str] = Counter()
    tiers: list[list[int]] = []
    for place, candidate in enumerate(seeded):
        tier = before[candidate.group] if candidate.group else 0
        before[candidate.group] += 1
        tiers.extend([] for _ in range(tier + 1 - len(tiers)))
        tiers[tier].append(place)
    return tiers


def _placed(
    tier: Sequence[int], seeded: Sequence[Candidate], slots: Sequence[int], placed: Mapping[int, Candidate]
) -> dict[int, Candidate]:
    """The candidates of a tier on the places of that tier, at the least cost."""
    if not placed:
        return {place: seeded[place] for place in tier}
    bits, rounds = len(slots).bit_length(), max(slots).bit_length()

    def cost(own: int, place: int) -> int:
        """An early meeting costs more than all later ones together, those more than any way from the seed."""
        mates = [other for other, candidate in placed.items() if candidate.group == seeded[own].group]
        meetings = ((slots[place] ^ slots[other]).bit_length() for other in mates)
        early = sum(1 << ((bits + 1) * (rounds - meeting)) for meeting in meetings)
        way = (early << 3 * bits) + (own - place) ** 2
        # Of ways that cost the same always the same one is taken.
        return (way << TIE_BITS) + lot(own, place) % (1 << TIE_BITS)

    size = len(tier)
    edges = [(i, size + j, cost(own, place)) for i, own in enumerate(tier) for j, place in enumerate(tier)]
    found = cheapest_perfect_matching(2 * size, edges) or []
    return {tier[max(pair) - size]: seeded[tier[min(pair)]] for pair in found}
