"""Standings of 400 pairs over 11 rounds, with all tie-breaks: python -m benchmarks.standings."""

import random
from time import perf_counter

from tournaments.core.records import (
    Entrant,
    Format,
    MatchRecord,
    Ranking,
    RoundRecord,
    SideRecord,
    StageRecord,
)
from tournaments.core.standings import standings
from tournaments.core.tiebreaks import TIE_BREAKS

PAIRS, ROUNDS, RUNS, LIMIT = 400, 11, 5, 0.1


def league(seed: int) -> StageRecord:
    """A random event with a bye and an absence in each round."""
    rng = random.Random(seed)
    entrants = tuple(Entrant(n, n) for n in range(1, PAIRS + 1))
    rounds = []
    for number in range(1, ROUNDS + 1):
        ids = [e.id for e in entrants]
        rng.shuffle(ids)
        bye, _absent, *seated = ids
        pairs = zip(seated[::2], seated[1::2], strict=True)
        rounds.append(
            RoundRecord(number, tuple(_match(i, pair, rng) for i, pair in enumerate(pairs, 1)), (bye,))
        )
    return StageRecord(Format.SWISS, entrants, tuple(rounds), ranking=Ranking(tuple(TIE_BREAKS)))


def _match(table: int, pair: tuple[int, int], rng: random.Random) -> MatchRecord:
    sides = tuple(SideRecord((e,), 5 * rng.randrange(1000), rng.randrange(8)) for e in pair)
    return MatchRecord(table, table, sides, official=True)


def main() -> None:
    """Print the best of some runs, the first of which also fills the cache of the VP curve."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    stage = league(seed)
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        standings(stage)
        times.append(perf_counter() - start)
    print(f"standings, {PAIRS} pairs, {ROUNDS} rounds, {len(TIE_BREAKS)} tie-breaks (limit {LIMIT} s):")
    print(f"first {times[0]:.3f} s, best {min(times):.3f} s")


if __name__ == "__main__":
    main()
